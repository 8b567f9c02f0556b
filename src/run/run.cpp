#include "bramah/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "core/text.h"
#include "coupling/stepper.h"
#include "reference/reference.h"
#include "run/clock.h"
#include "run/cpu_time.h"
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
  if (report.singular >= 0) summary.message += " " + pose_text(model, state, work);
}

void warn(const Model& model, const State& state, RunSummary& summary) {
  if (std::string text = model.stepper().warning(state); !text.empty())
    summary.warnings.push_back(std::move(text));
}

// Rows lie on steps: the nearest whole number of them.
long long rows_apart(double every, double h) { return std::max(1LL, std::llround(every / h)); }

RunSummary run_steps(const Model& model, const RunOptions& options, double until,
                     Recorder& recorder) {
  RunSummary summary;
  State state = model.initial_state();
  Workspace work(model);
  const double h = model.step_size();
  const long long ticks = std::llround(until / h), apart = rows_apart(options.every, h);
  const bool any_length = model.stepper().any_length();
  long long substeps = 0;
  recorder.record(state, 0.0, work, summary);
  Clock::time_point shown = Clock::now();
  for (long long k = 0; k < ticks;) {
    // Steps up to the next row, timed without the recording.
    const long long stop = std::min(ticks, k + apart);
    const double cpu_before = cpu_seconds();
    const Clock::time_point before = Clock::now();
    StepReport report;
    if (any_length) {
      report = advance(model, state, work, Inputs{}, stop - k);
      recorder.note(report, summary);
      substeps += report.substeps;
      k = state.tick();
    }
    for (; k < stop && report.converged; k += report.converged) {
      report = step(model, state, work, Inputs{});
      recorder.note(report, summary);
    }
    const Clock::time_point after = Clock::now();
    summary.wall_s += std::chrono::duration<double>(after - before).count();
    summary.cpu_s += cpu_seconds() - cpu_before;
    summary.steps = any_length ? substeps : k;
    summary.simulated_s = state.time();
    if (!report.converged) {
      fail(model, report, state, work, summary);
      break;
    }
    recorder.record(state, state.time(), work, summary);
    if (options.progress && after - shown > std::chrono::milliseconds(100)) {
      shown = after;
      options.progress(state.time() / until);
    }
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
  if (options.pace.privileges) paced.privileges = claim_privileges();
  if (paced.speed == 0.0) give_up_priority();
  Pacer pacer(h, options.pace, paced.statistics);
  const Nanoseconds start = monotonic_now();
  const double cpu_start = cpu_seconds();
  Nanoseconds shown = start, now = start;
  pacer.restart(start);
  while (summary.steps < ticks) {
    wait_for_turn(pacer);
    StepReport report;
    {
      const CpuTimer timer(paced.statistics.cpu);
      report = step(model, state, work, Inputs{});
    }
    if (!report.converged) {
      fail(model, report, state, work, summary);
      break;
    }
    recorder.note(report, summary);
    ++summary.steps;
    if (summary.steps % apart == 0 || summary.steps == ticks)
      recorder.record(state, state.time(), work, summary);
    pacer.end(now = monotonic_now());
    if (too_slow_for_priority(paced.statistics, paced.privileges))
      give_back_priority(paced.privileges);
    if (options.progress && now - shown > 100'000'000) {
      shown = now;
      options.progress(state.time() / until);
    }
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
  Clock::time_point shown = start;
  const ReferenceReport report =
      integrate_reference(model, until, h, [&](const State& state, double t, const Gaps& gaps) {
        StepReport row;
        row.gap = gaps.position;
        row.rate_gap = gaps.rate;
        recorder.note(row, summary);
        recorder.record(state, t, work, summary);
        summary.simulated_s = t;
        if (options.progress && Clock::now() - shown > std::chrono::milliseconds(100)) {
          shown = Clock::now();
          options.progress(t / until);
        }
      });
  summary.wall_s = std::chrono::duration<double>(Clock::now() - start).count();
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
  if (reference) return run_reference(model, options, until, recorder);
  if (options.real_time) return run_real_time(model, options, until, recorder);
  return run_steps(model, options, until, recorder);
}

}  // namespace bramah
