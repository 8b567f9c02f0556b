#include "server/simulation.h"

#include <algorithm>
#include <cmath>

#include "run/clock.h"
#include "run/deadline.h"
#include "run/drive_lines.h"
#include "run/privileges.h"
#include "run/state_text.h"

namespace bramah {
namespace {

constexpr Nanoseconds kIdle = 2'000'000;  // between two looks at the commands while paused
constexpr Nanoseconds kNap = 10'000'000;  // and while the next step is far away
constexpr double kLook = 0.01;            // [s] of simulated time between two looks, as in a run

Frame empty_frame(const Model& model, const Watch& watch) {
  Frame frame;
  frame.values.resize(model.channels().size());
  frame.points.resize(3 * model.drawing().points.size());
  frame.bodies.resize(7 * model.scene().bodies.size());
  frame.inputs.resize(model.inputs().size());
  frame.sights = watch.sights();
  return frame;
}

std::vector<double> held_copy(const Model& model, const State& state) {
  const auto held = held_inputs(model, state);
  return {held.begin(), held.end()};
}

}  // namespace

long long looks_apart(const Model& model) {
  return std::max(1LL, std::llround(kLook / model.step_size()));
}

Simulation::Simulation(std::shared_ptr<const Model> model, const ServeOptions& options)
    : model_(std::move(model)),
      work_(std::make_unique<Workspace>(*model_)),
      start_(model_->initial_state()),
      state_(start_),
      levers_(levers_of(*model_)),
      inputs_(held_copy(*model_, state_)),
      row_(model_->channels().size()),
      past_(model_, state_, inputs_),
      limit_(tick_limit(*model_, options.pace)),
      feed_(options.feed),
      paused_(options.paused),
      pace_(options.pace),
      pacer_(model_->step_size(), options.pace, statistics_),
      watch_(*model_),
      looks_apart_(looks_apart(*model_)),
      frames_(empty_frame(*model_, watch_)) {
  coarse_.reserve(kMostCoarse);
}

Simulation::~Simulation() { stop(); }

void Simulation::start() {
  publish();  // so that there is a frame before the first step
  thread_ = std::thread([this] { loop(); });
}

void Simulation::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

std::string Simulation::end_of_drive() const { return coarse_lines() + drive_end(steps_, state_); }

SimulationTexts Simulation::texts() const {
  const std::lock_guard lock(mutex_);
  return texts_;
}

std::shared_ptr<const ChannelLog> Simulation::log() const {
  const std::lock_guard lock(mutex_);
  return log_;
}

// States come from elsewhere; no command leads here (hub_commands.cpp).
void Simulation::follow() {
  State newer;
  while (!stop_) {
    sleep_until(monotonic_now() + kIdle);
    if (!feed_->take(newer)) continue;
    steps_ += std::max(0LL, newer.tick() - state_.tick());
    state_ = newer;
    std::ranges::copy(held_inputs(*model_, state_), inputs_.begin());
    publish();
  }
}

void Simulation::loop() {
  if (feed_) return follow();
  if (pace_.privileges) {
    const std::lock_guard lock(mutex_);
    texts_.privileges = claim_privileges();
    privileged_ = texts_.privileges.priority;
  }
  set_speed(pace_.speed);
  while (!stop_) {
    const bool early = far_from_turn();
    early ? sleep_until(monotonic_now() + kNap) : wait();
    if (handle_commands()) publish();
    if (early || !running()) continue;
    const bool paced = !paused_;
    step_paced();
    if (paced && privileged_ && !pacer_.free_running()) judge_priority();
  }
  publish();
}

void Simulation::step_paced() {
  const bool paced = !paused_;
  advance();
  if (static_cast<double>(monotonic_now() - published_) >= 1e9 / kFramesPerSecond) publish();
  if (paced) pacer_.end(monotonic_now());
}

void Simulation::begin() {
  publish();
  set_speed(pace_.speed);
}

// Steps may be taken before they are due, never long after: a turn ends at `until`, whatever is still
// to do. Its steps are as late as its turn is: nobody waits for each of them.
void Simulation::turn(Nanoseconds until) {
  if (handle_commands()) publish();
  while (running() && (paused_ || pacer_.free_running() || pacer_.due() < until) &&
         monotonic_now() < until) {
    if (!paused_) pacer_.begin(monotonic_now(), false);
    step_paced();
  }
}

void Simulation::judge_priority() {
  const PriorityRule::Verdict verdict = priority_.judge(statistics_.shifts, monotonic_now());
  if (verdict == PriorityRule::Verdict::keep) return;
  const std::lock_guard lock(mutex_);
  obey(verdict, texts_.privileges);
}

// Slow motion: commands and the end need not wait for the next step.
bool Simulation::far_from_turn() const noexcept {
  return !paused_ && !pacer_.free_running() && pacer_.due() - monotonic_now() > 2 * kNap;
}

void Simulation::wait() {
  if (!paused_)
    wait_for_turn(pacer_);
  else if (steps_left_ == 0)
    sleep_until(monotonic_now() + kIdle);
}

void Simulation::advance() {
  const Nanoseconds before = thread_cpu_now();
  StepReport report = step(*model_, state_, *work_, Inputs{inputs_}, limit_);
  if (!report.converged && can_be_coarse(*model_))  // people drive it: it goes on
    report = step(*model_, state_, *work_, Inputs{inputs_}, {.iterations = 0});
  const double took = 1e-9 * static_cast<double>(thread_cpu_now() - before);
  statistics_.cpu.add(took);
  cpu_ += took;
  if (!report.converged) return fail(report);
  if (report.coarse_after >= 0) note_coarse(report.coarse_after);
  ++steps_;
  past_.note(state_, inputs_);
  if (steps_left_ > 0) --steps_left_;
  if (steps_left_ == 0 && paused_) publish();
  look();
}

// The rows that are recorded and watched; pistons are watched at every tick.
void Simulation::look() {
  watch_.note_tick(*model_, state_, *work_);
  const bool recorded = recording_ && !recording_->full() && recording_->due(steps_);
  const bool watched = steps_ % looks_apart_ == 0;
  if (!recorded && !watched) return;
  model_->observe(state_, *work_, row_);
  if (recorded) recording_->append(state_.time(), row_);
  if (watched) watch_.note(state_.time(), row_);
}

// The state is as it was before the step: a restored one, other levers or a reset go on.
void Simulation::fail(const StepReport& report) {
  paused_before_failure_ = paused_;
  paused_ = true;
  steps_left_ = 0;
  {
    const std::lock_guard lock(mutex_);
    texts_.failed = explain(*model_, report);
  }
  publish();
}

void Simulation::publish() {
  tell_coarse();
  Frame& frame = frames_.filling();
  frame.tick = state_.tick();
  frame.steps = steps_;
  frame.t = state_.time();
  frame.cpu = cpu_;
  frame.oldest = past_.oldest();
  frame.speed = pacer_.speed();
  frame.paused = paused_;
  frame.recording = recording_ != nullptr;
  frame.recording_full = recording_ && recording_->full();
  model_->observe(state_, *work_, frame.values);
  model_->pose(state_, *work_, frame.points);
  model_->body_poses(state_, *work_, frame.bodies);
  std::copy(inputs_.begin(), inputs_.end(), frame.inputs.begin());
  std::ranges::copy(watch_.sights(), frame.sights.begin());
  frame.statistics = statistics_;
  frames_.publish();
  published_ = monotonic_now();
}

}  // namespace bramah
