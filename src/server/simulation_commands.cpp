// What the simulation does between two steps, when it is asked.
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "machine/explain.h"
#include "model_file/machine_file.h"
#include "run/clock.h"
#include "run/drive_lines.h"
#include "run/privileges.h"
#include "run/state_text.h"
#include "server/simulation.h"

namespace bramah {

static constexpr long long kMostSteps = 100'000;  // ahead, while paused

// True if something happened. An answer always has room: else the command waits.
bool Simulation::handle_commands() {
  constexpr std::size_t kMostAnswers = 4;  // of one command
  bool acted = false;
  if (driver_lost_.exchange(false)) {
    const std::vector<double> before = inputs_;
    if ((acted = let_go(levers_, inputs_))) move_inputs(before);
  }
  while (!commands_.empty() && answers_.room() > 2 * kMostAnswers) {
    std::optional<Command> command = commands_.pop();
    acted = true;
    try {
      handle(*command);
      if (command->kind != Command::Kind::copy_state && command->kind != Command::Kind::copy_past &&
          command->kind != Command::Kind::finish_drive)
        tell({.kind = Answer::Kind::done,
              .client = command->client,
              .of = command->kind,
              .settings = std::move(command->settings)});
    } catch (const std::exception& error) {
      tell({.kind = Answer::Kind::error,
            .client = command->client,
            .of = command->kind,
            .text = error.what()});
    }
  }
  return acted;
}

void Simulation::handle(Command& command) {
  switch (command.kind) {
    case Command::Kind::inputs:
      return set_inputs(command);
    case Command::Kind::pause:
      paused_ = true;
      steps_left_ = 0;
      return;
    case Command::Kind::resume:
      if (failed()) throw InputError("the last step failed; restore a snapshot or reset first");
      return resume();
    case Command::Kind::step:
      if (!paused_) throw InputError("single steps need a pause first");
      if (failed()) throw InputError("the last step failed; restore a snapshot or reset first");
      steps_left_ = std::min(steps_left_ + static_cast<long long>(command.value), kMostSteps);
      return;
    case Command::Kind::speed:
      return set_speed(command.value);
    case Command::Kind::reset:
      return reset();
    case Command::Kind::snapshot:
      return take_snapshot(command.name);
    case Command::Kind::restore:
      return restore(command.name);
    case Command::Kind::back:
      return go_back(command.value);
    case Command::Kind::record:
      return record(command.value);
    case Command::Kind::adopt:
      return adopt(command);
    case Command::Kind::copy_state:
      return tell({.kind = Answer::Kind::state,
                   .client = command.client,
                   .of = command.kind,
                   .state = with_inputs(*model_, state_, inputs_),
                   .model = model_});
    case Command::Kind::copy_past:
      return tell_past(command);
    case Command::Kind::finish_drive:
      tell_coarse();
      return tell({.kind = Answer::Kind::drive_end,
                   .client = command.client,
                   .of = command.kind,
                   .text = drive_end(steps_, state_)});
  }
}

void Simulation::resume() {
  if (paused_) pacer_.restart(monotonic_now());
  paused_ = false;
  steps_left_ = 0;
}

void Simulation::set_inputs(const Command& command) {
  if (command.client != driver_) return;  // it has let go in the meantime
  const std::vector<double> before = inputs_;
  for (const auto& [input, value] : command.inputs) {
    const Lever& lever = levers_[static_cast<std::size_t>(input)];
    // + 0.0: a negative zero equals zero, would not be recorded, and has other bits.
    inputs_[static_cast<std::size_t>(input)] = std::clamp(value, lever.least, lever.most) + 0.0;
  }
  if (inputs_ != before) move_inputs(before);
}

void Simulation::move_inputs(const std::vector<double>& before) {
  past_.moved(state_.tick(), inputs_);
  tell_drive(drive_inputs(steps_, *model_, before, inputs_));
}

void Simulation::note_coarse(int iterations) {
  ++statistics_.coarse;
  coarse_.push_back({steps_, iterations});  // has room
  if (coarse_.size() == kMostCoarse) tell_coarse();
}

void Simulation::tell_coarse() {
  if (coarse_.empty()) return;
  std::string lines = coarse_lines();
  coarse_.clear();
  tell({.kind = Answer::Kind::drive, .text = std::move(lines)});
}

std::string Simulation::coarse_lines() const {
  std::string lines;
  for (const Coarse& one : coarse_) lines += drive_coarse(one.step, one.iterations);
  return lines;
}

void Simulation::tell_drive(std::string lines) {
  tell_coarse();  // which came before
  tell({.kind = Answer::Kind::drive, .text = std::move(lines)});
}

// Levers in a driver's hand stay where they are; the others go to `levers`.
void Simulation::set_state(const State& state, std::span<const double> levers) {
  state_ = state;
  watch_.jumped();
  const auto held = held_inputs(*model_, state_);
  const std::vector<double> then(held.begin(), held.end());
  for (std::size_t k = 0; k < levers_.size(); ++k)
    if (!levers_[k].returns) inputs_[k] = levers[k];
  std::string lines = drive_state(steps_, state_);
  if (inputs_ != then) lines += drive_inputs(steps_, *model_, then, inputs_);
  tell_drive(std::move(lines));
  if (!failed()) return;
  if (!paused_before_failure_) resume();
  const std::lock_guard lock(mutex_);
  texts_.failed.clear();
}

void Simulation::take_snapshot(const std::string& name) {
  if (snapshots_.size() >= kMostSnapshots && !snapshots_.contains(name))
    throw InputError(concat("there are ", kMostSnapshots, " snapshots; use one of their names"));
  snapshots_[name] = {state_, inputs_};
  const std::lock_guard lock(mutex_);
  texts_.snapshots.clear();
  for (const auto& [known, kept] : snapshots_) texts_.snapshots.push_back(known);
}

void Simulation::restore(const std::string& name) {
  const auto found = snapshots_.find(name);
  if (found == snapshots_.end()) throw InputError("there is no snapshot \"" + name + "\"");
  steps_left_ = 0;  // they were asked for from where it was
  set_state(found->second.state, found->second.inputs);
  past_.forget(state_, inputs_);
}

// To the kept state before t; what came after is gone.
void Simulation::go_back(double t) {
  const KeptInstant then = past_.at(t);
  const std::shared_ptr<const Model> model = past_.model_at(t);
  steps_left_ = 0;
  set_state(model == model_ ? then.state : model_->adopt(*model, then.state, *work_), then.inputs);
  past_.cut(state_.tick());
  past_.moved(state_.tick(), inputs_);  // levers in a hand stay where they are
}

void Simulation::tell_past(const Command& command) {
  const double from = state_.time() - command.value;
  tell({.kind = Answer::Kind::past,
        .client = command.client,
        .of = command.kind,
        .model = model_,
        .past = std::make_shared<const Stretch>(past_.since(from, state_.tick()))});
}

void Simulation::reset() {
  steps_left_ = 0;
  set_state(start_, held_inputs(*model_, start_));
  past_.forget(state_, inputs_);
  watch_.forget();
}

// A new recording replaces the old one; switching it off keeps it for the download.
void Simulation::record(double every) {
  recording_ = nullptr;
  if (every <= 0.0) return;
  auto log = std::make_shared<ChannelLog>(model_, every);
  recording_ = log.get();
  model_->observe(state_, *work_, row_);
  log->append(state_.time(), row_);
  const std::lock_guard lock(mutex_);
  log_ = std::move(log);
}

// The same machine with other parameters. Its states must fit, those of the snapshots too. Where it
// has no start at rest, a reset goes back to the one it had.
void Simulation::adopt(Command& command) {
  const Model& next = *command.model;
  if (next.channels().size() != model_->channels().size() || next.inputs() != model_->inputs())
    throw InputError(
        "this changes the shape of the machine, not only a number; start again with --set");
  State state = next.adopt(*model_, state_, *command.work);
  State start =
      why_no_rest(next).empty() ? next.initial_state() : next.adopt(*model_, start_, *command.work);
  std::map<std::string, KeptInstant> snapshots;
  for (const auto& [name, old] : snapshots_)
    snapshots[name] = {next.adopt(*model_, old.state, *command.work), old.inputs};
  snapshots_ = std::move(snapshots);
  start_ = std::move(start);
  set_model(command);
  tell_drive(drive_set(steps_, command.settings));
  const std::vector<double> levers = inputs_;
  set_state(state, levers);
  past_.exchange(model_, state_, inputs_);
  pacer_.set_step(model_->step_size(), monotonic_now());
  const std::lock_guard lock(mutex_);
  for (const auto& [name, value] : command.settings) texts_.settings[name] = value;
}

void Simulation::set_model(Command& command) {
  model_ = std::move(command.model);
  work_ = std::move(command.work);
  levers_ = levers_of(*model_);
  Watch watch(*model_);
  watch.take_over(watch_);
  watch_ = std::move(watch);
  looks_apart_ = looks_apart(*model_);
}

// Without pauses between its steps a thread must not have a real-time priority.
void Simulation::set_speed(double speed) {
  pacer_.set_speed(speed, monotonic_now());
  if (!texts_.privileges.priority) return;
  speed == 0.0 ? give_up_priority() : regain_priority();
}

}  // namespace bramah
