#include "bramah/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "bramah/binding.h"
#include "core/text.h"
#include "coupling/stepper.h"
#include "reference/reference.h"
#include "run/clock.h"
#include "run/cpu_time.h"
#include "run/deadline.h"
#include "run/priority.h"
#include "run/privileges.h"
#include "run/recorder.h"

namespace bramah {

namespace {

using Clock = std::chrono::steady_clock;

// Where the joints stand, for messages.
std::string pose_text(const Model& model, const State& state, Workspace& work) {
  std::vector<double> row(model.channels().size());
  model.observe(state, work, row);
  std::string text = "The pose:";
  for (std::size_t k = 0; k < row.size(); ++k) {
    const Channel& channel = model.channels()[k];
    if (channel.name.ends_with(".angle"))
      text += concat(" ", channel.name, " = ", row[k] * 180.0 / std::numbers::pi, " deg");
    if (channel.name.ends_with(".position"))
      text += concat(" ", channel.name, " = ", row[k] * 1e3, " mm");
  }
  return text;
}

void fail(const Model& model, const StepReport& report, const State& state, Workspace& work,
          RunSummary& summary) {
  summary.converged = false;
  summary.message = explain(model, report);
  summary.culprit = culprit(model, report);
  if (report.singular >= 0) summary.message += " " + pose_text(model, state, work);
}

void warn(const Model& model, const State& state, RunSummary& summary) {
  if (std::string text = model.stepper().warning(state); !text.empty())
    summary.warnings.push_back(std::move(text));
}

// Shows progress and asks whether to stop, about ten times a second.
class Beat {
 public:
  explicit Beat(const RunOptions& options) : options_(options) {}
  // True if the run was told to stop.
  bool stops(double fraction) {
    const Clock::time_point now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return false;
    last_ = now;
    if (options_.progress) options_.progress(fraction);
    return options_.stop && options_.stop();
  }

 private:
  const RunOptions& options_;
  Clock::time_point last_ = Clock::now();
};

std::string why_incomplete(const RunSummary& summary) {
  if (summary.complete()) return "";
  return concat("stopped at t = ", summary.simulated_s,
                " s: ", summary.interrupted ? "interrupted" : summary.message);
}

// Rows lie on steps: the nearest whole number of them.
long long rows_apart(double every, double h) { return std::max(1LL, std::llround(every / h)); }

// A row's state and what is known of the steps since the row before, until it is recorded.
struct Row {
  State state;
  StepReport steps;
};

// Rows are stepped in blocks and recorded afterwards: reading clocks for every row, and the caches
// after recording one, would be half of what is timed where a step takes microseconds. A block is
// short enough for a progress bar.
class Blocks {
 public:
  explicit Blocks(const State& state)
      : most_(std::clamp<std::size_t>(kMostNumbers / state.values().size(), 1, kMostRows)) {}

  // Room for the next rows, taken before the clock starts.
  std::span<Row> next(const State& state) {
    rows_.resize(count_, {state, {}});
    return rows_;
  }
  void took(std::chrono::duration<double> time) {
    if (time < kShort) count_ = std::min(2 * count_, most_);
    if (time > 4 * kShort) count_ = std::max<std::size_t>(count_ / 2, 1);
  }

 private:
  static constexpr std::size_t kMostRows = 256, kMostNumbers = 1'000'000;
  static constexpr std::chrono::duration<double> kShort{0.01};
  std::vector<Row> rows_;
  std::size_t count_ = 1, most_;
};

void gather(StepReport& total, const StepReport& one) noexcept {
  total.max_iterations = std::max(total.max_iterations, one.max_iterations);
  total.gap = std::max(total.gap, one.gap);
  total.rate_gap = std::max(total.rate_gap, one.rate_gap);
  total.partitions += one.partitions;
}

struct Counts {
  long long substeps = 0, coarse = 0;
};

// Up to the next row: what the last step said, and in `row` what is known of all.
StepReport step_to(long long stop, const Model& model, State& state, Workspace& work, Row& row,
                   Recorder& recorder, Counts& counts) noexcept {
  row.steps = {};
  StepReport report;
  const auto take = [&](const StepReport& one) {
    report = one;
    recorder.count(one.solves, one.iterations);
    counts.substeps += one.substeps;
    counts.coarse += one.coarse;
    gather(row.steps, one);
  };
  if (model.stepper().any_length())
    take(advance(model, state, work, Inputs{}, stop - state.tick()));
  const bool sparse = stop - state.tick() > 1;
  while (state.tick() < stop && report.converged) {
    take(step(model, state, work, Inputs{}));
    if (sparse && report.converged) recorder.watch_tick(state, work);
  }
  std::ranges::copy(state.values(), row.state.values().begin());
  return report;
}

// Touches the program's and the machine's memory for the first time, which belongs to loading.
void step_aside(const Model& model, State state, Workspace& work) {
  (void)step(model, state, work, Inputs{});
}

RunSummary run_steps(const Model& model, const RunOptions& options, double until,
                     Recorder& recorder) {
  RunSummary summary;
  State state = model.initial_state();
  Workspace work(model);
  const double h = model.step_size();
  const long long ticks = std::llround(until / h), apart = rows_apart(options.every, h);
  recorder.reserve(static_cast<std::size_t>(ticks / apart + 2));
  Counts counts;
  recorder.record(state, 0.0, work, summary);
  step_aside(model, state, work);
  Blocks blocks(state);
  Beat beat(options);
  while (state.tick() < ticks && summary.complete()) {
    const std::span<Row> rows = blocks.next(state);
    const double cpu_before = cpu_seconds();
    const Clock::time_point before = Clock::now();
    StepReport report;
    std::size_t n = 0;
    for (; n < rows.size() && state.tick() < ticks && report.converged; ++n)
      report = step_to(std::min(ticks, state.tick() + apart), model, state, work, rows[n], recorder,
                       counts);
    const Clock::time_point after = Clock::now();
    summary.wall_s += std::chrono::duration<double>(after - before).count();
    summary.cpu_s += cpu_seconds() - cpu_before;
    blocks.took(after - before);
    summary.steps = model.stepper().any_length() ? counts.substeps : state.tick();
    summary.substeps = counts.substeps;
    summary.coarse = counts.coarse;
    summary.simulated_s = state.time();
    for (std::size_t i = 0; i < n; ++i) {
      recorder.note(rows[i].steps, summary);
      if (i + 1 < n || report.converged)
        recorder.record(rows[i].state, rows[i].state.time(), work, summary);
    }
    if (!report.converged) fail(model, report, state, work, summary);
    summary.interrupted = beat.stops(state.time() / until);
  }
  warn(model, state, summary);
  recorder.finish(summary);
  return summary;
}

// Every step waits for its time; rows are kept between the steps, in memory taken beforehand.
RunSummary run_real_time(const Model& model, const RunOptions& options, double until,
                         Recorder& recorder) {
  RunSummary summary;
  State state = model.initial_state();
  Workspace work(model);
  const double h = model.step_size();
  const long long ticks = std::llround(until / h), apart = rows_apart(options.every, h);
  recorder.reserve(static_cast<std::size_t>(ticks / apart + 2));
  recorder.record(state, 0.0, work, summary);
  RealTimeReport& paced = summary.real_time.emplace();
  paced.speed = options.pace.speed;
  const TickLimit limit = tick_limit(model, options.pace);
  if (options.pace.privileges) paced.privileges = claim_privileges();
  const bool privileged = paced.privileges.priority;
  PriorityRule rule;
  if (paced.speed == 0.0) give_up_priority();
  Pacer pacer(h, options.pace, paced.statistics);
  const Nanoseconds start = monotonic_now();
  const double cpu_start = cpu_seconds();
  Nanoseconds now = start;
  Beat beat(options);
  pacer.restart(start);
  while (summary.steps < ticks && !summary.interrupted) {
    wait_for_turn(pacer);
    StepReport report;
    {
      const CpuTimer timer(paced.statistics.cpu);
      report = step(model, state, work, Inputs{}, limit);
    }
    if (report.coarse_after >= 0) ++paced.statistics.coarse;
    if (!report.converged) {
      fail(model, report, state, work, summary);
      break;
    }
    recorder.note(report, summary);
    if (apart > 1) recorder.watch_tick(state, work);
    ++summary.steps;
    summary.substeps += report.substeps;
    summary.coarse += report.coarse;
    if (summary.steps % apart == 0 || summary.steps == ticks)
      recorder.record(state, state.time(), work, summary);
    pacer.end(now = monotonic_now());
    if (privileged && paced.speed > 0.0)
      obey(rule.judge(paced.statistics.shifts, now), paced.privileges);
    summary.interrupted = beat.stops(state.time() / until);
  }
  summary.simulated_s = state.time();
  summary.wall_s = 1e-9 * static_cast<double>(now - start);
  summary.cpu_s = cpu_seconds() - cpu_start;
  if (paced.privileges.priority) give_up_priority();
  warn(model, state, summary);
  recorder.finish(summary);
  return summary;
}

RunSummary run_reference(const Model& model, const RunOptions& options, double until,
                         Recorder& recorder) {
  RunSummary summary;
  Workspace work(model);
  const double h = std::max(options.every, model.step_size());
  const Clock::time_point start = Clock::now();
  Clock::duration recording{};
  Beat beat(options);
  struct Stopped {};  // SUNDIALS' own loop lies between
  ReferenceReport report;
  try {
    report =
        integrate_reference(model, until, h, [&](const State& state, double t, const Gaps& gaps) {
          const Clock::time_point paused = Clock::now();
          StepReport row;
          row.gap = gaps.position;
          row.rate_gap = gaps.rate;
          recorder.note(row, summary);
          recorder.record(state, t, work, summary);
          summary.simulated_s = t;
          if (beat.stops(t / until)) throw Stopped{};
          recording += Clock::now() - paused;
        });
  } catch (const Stopped&) {
    summary.interrupted = true;
  }
  summary.wall_s = std::chrono::duration<double>(Clock::now() - start - recording).count();
  summary.steps = report.steps;
  summary.converged = report.message.empty();
  summary.message = report.message;
  recorder.count(report.solves, report.iterations);
  recorder.finish(summary);
  return summary;
}

}  // namespace

RunSummary run(const Model& model, const RunOptions& options, Recording& recording) {
  const double until = options.until >= 0.0 ? options.until : model.until();
  Recorder recorder(model, options, recording);
  const bool reference = is_reference(model.integrator_rule());
  if (reference && options.real_time)
    throw InputError(
        "--real-time: the reference integrator sundials takes steps of its own length; "
        "choose another --integrator (sdirk2)");
  const RunSummary summary = reference           ? run_reference(model, options, until, recorder)
                             : options.real_time ? run_real_time(model, options, until, recorder)
                                                 : run_steps(model, options, until, recorder);
  recording.incomplete = why_incomplete(summary);
  if (options.progress && summary.complete()) options.progress(1.0);
  return summary;
}

}  // namespace bramah
