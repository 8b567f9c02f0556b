// Steps a machine through a recorded drive and compares the last state with the recorded one.
#include <filesystem>
#include <memory>

#include "bramah/run.h"
#include "core/text.h"
#include "model_file/machine_file.h"
#include "run/clock.h"
#include "run/cpu_time.h"
#include "run/drive_file.h"
#include "run/load_options_json.h"
#include "run/recorder.h"
#include "run/settings.h"
#include "run/state_text.h"

namespace bramah {
namespace {

namespace fs = std::filesystem;

// As recorded, or beside the drive.
std::string find_model(const DriveFile& drive, const std::string& given) {
  if (!given.empty()) return given;
  std::error_code ignored;
  if (fs::exists(drive.model, ignored)) return drive.model;
  const fs::path beside = fs::path(drive.path).parent_path() / fs::path(drive.model).filename();
  if (fs::exists(beside, ignored)) return beside.string();
  throw InputError(drive.place(1) + "the machine file \"" + drive.model +
                   "\" is not there; say where it is with --model");
}

void check_machine(const DriveFile& drive, const Model& model, const LoadOptions& expect) {
  std::vector<std::string> problems = conflicts(drive.options, expect, model);
  if (!problems.empty())
    problems.push_back(
        drive.path +
        ": another method cannot give the same bits; leave the option out to replay, "
        "or use `bramah compare` to see methods side by side");
  else if (model.hash() != drive.hash)
    problems.push_back(drive.place(1) + "the machine file has changed since: hash " + drive.hash +
                       " recorded, " + model.hash() + " now; give the old file with --model");
  else if (model.inputs() != drive.inputs)
    problems.push_back(drive.place(1) + "the inputs are not those of the machine");
  else if (const std::string why = misfit(model, drive.start); !why.empty())
    problems.push_back(drive.place(1) + "start: " + why);
  if (!problems.empty()) throw InputError(problems);
}

class Player {
 public:
  Player(const DriveFile& drive, const std::string& path, const RunOptions& options, Replay& out)
      : drive_(drive),
        path_(path),
        options_(options),
        out_(out),
        load_(drive.options),
        model_(std::make_unique<Model>(out.model)),
        work_(std::make_unique<Workspace>(*model_)),
        state_(drive.start),
        recorder_(out.model, options, out.recording),
        apart_(std::max(1LL, std::llround(options.every / model_->step_size()))) {
    take_inputs();
    out_.summary.simulated_s = time_ = state_.time();
    recorder_.record(state_, time_, *work_, out_.summary);
  }

  void play() {
    const long long last = drive_.end              ? drive_.end->steps
                           : drive_.events.empty() ? 0
                                                   : drive_.events.back().step;
    const double cpu = cpu_seconds();
    const Nanoseconds start = monotonic_now();
    for (const DriveEvent& event : drive_.events) {
      if (!step_to(event.step, last)) return;
      std::visit([&](const auto& what) { apply(what, event.line); }, event.what);
      ++out_.events;
    }
    if (!step_to(last, last)) return;
    out_.summary.cpu_s = cpu_seconds() - cpu;
    out_.summary.wall_s = 1e-9 * static_cast<double>(monotonic_now() - start);
    recorder_.finish(out_.summary);
    if (drive_.end) out_.difference = first_difference(*model_, drive_.end->state, state_);
    out_.same = out_.difference.empty();
  }

 private:
  void take_inputs() {
    const auto held = held_inputs(*model_, state_);
    inputs_.assign(held.begin(), held.end());
  }

  void apply(const DriveEvent::Inputs& values, int line) {
    for (const auto& [name, value] : values) {
      const auto at = std::find(drive_.inputs.begin(), drive_.inputs.end(), name);
      if (at == drive_.inputs.end())
        throw InputError(drive_.place(line) + "the machine has no input \"" + name + "\"");
      inputs_[static_cast<std::size_t>(at - drive_.inputs.begin())] = value;
    }
  }

  void apply(const State& state, int line) {
    if (const std::string why = misfit(*model_, state); !why.empty())
      throw InputError(drive_.place(line) + why);
    state_ = state;
    recorder_.jumped();
    take_inputs();
  }

  void apply(const DriveEvent::Coarse& coarse, int) { limit_.iterations = coarse.iterations; }

  void apply(const DriveEvent::Settings& settings, int line) {
    for (const auto& [name, value] : settings) set_anew(load_, name, value);
    try {
      auto changed = std::make_unique<Model>(load_running(path_, load_));
      auto work = std::make_unique<Workspace>(*changed);
      state_ = changed->adopt(*model_, state_, *work);
      work_ = std::move(work);
      model_ = std::move(changed);
    } catch (const InputError& error) {
      throw InputError(drive_.place(line) + error.what());
    }
    if (model_->channels().size() != out_.recording.columns)
      throw InputError(drive_.place(line) + "the machine has other channels after this change");
    recorder_.use(*model_);
  }

  bool step_to(long long goal, long long last) {
    while (done_ < goal) {
      const StepReport report = step(*model_, state_, *work_, Inputs{inputs_}, limit_);
      limit_ = {};
      if (!report.converged) {
        out_.summary.converged = out_.same = false;
        out_.difference = concat("step ", done_, " did not converge: ", explain(*model_, report));
        return false;
      }
      recorder_.note(report, out_.summary);
      if (apart_ > 1) recorder_.watch_tick(state_, *work_);
      out_.summary.steps = ++done_;
      time_ += model_->step_size();
      if (done_ % apart_ == 0 || done_ == last)
        recorder_.record(state_, time_, *work_, out_.summary);
      if (options_.progress && done_ % 512 == 0)
        options_.progress(static_cast<double>(done_) / static_cast<double>(last));
    }
    out_.summary.simulated_s = time_ - drive_.start.time();
    return true;
  }

  const DriveFile& drive_;
  const std::string& path_;
  const RunOptions& options_;
  Replay& out_;
  LoadOptions load_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Workspace> work_;
  State state_;
  Recorder recorder_;
  std::vector<double> inputs_;
  TickLimit limit_;  // of the next step
  long long apart_, done_ = 0;
  double time_ = 0.0;  // of the drive
};

}  // namespace

Replay replay(const std::string& path, const ReplayOptions& options) {
  const DriveFile drive = read_drive(path);
  const std::string file = find_model(drive, options.model);
  Replay out{load(file, drive.options), {}, {}, 0, drive.end.has_value(), true, ""};
  check_machine(drive, out.model, options.expect);
  Player(drive, file, options.run, out).play();
  return out;
}

}  // namespace bramah
