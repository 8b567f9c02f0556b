#include "bramah/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

#include "analysis/cpu_time.h"
#include "core/text.h"
#include "machine/machine.h"
#include "machine/variable_steps.h"
#include "reference/reference.h"

namespace bramah {

namespace {

using Clock = std::chrono::steady_clock;

// What happens between two rows of the recording.
class Recorder {
 public:
  Recorder(const Model& model, const RunOptions& options, Recording& recording)
      : model_(model), options_(options), recording_(recording) {
    recording_ = {};
    recording_.columns = model.channels().size();
    row_.resize(recording_.columns);
    residual_ = model.find_channel("energy.residual");
    books_ = model.find_channel("energy.books");
    interface_ = model.find_channel("cosimulation.residual_energy");
    pose_.resize(3 * model.drawing().points.size());
  }

  void note(const StepReport& report) {
    newton_ = std::max(newton_, report.max_iterations);
    gap_ = std::max(gap_, report.gap);
    rate_gap_ = std::max(rate_gap_, report.rate_gap);
  }

  void record(const State& state, double t, Workspace& work, RunSummary& summary) {
    model_.observe(state, work, row_);
    recording_.times.push_back(t);
    recording_.values.insert(recording_.values.end(), row_.begin(), row_.end());
    recording_.newton.push_back(newton_);
    recording_.gap.push_back(gap_);
    recording_.rate_gap.push_back(rate_gap_);
    newton_ = 0;
    gap_ = rate_gap_ = 0.0;
    recording_.acceleration_gap.push_back(
        constraint_gaps(model_.machine(), state, work.scratch()).acceleration);
    summary.constraint_acceleration_max =
        std::max(summary.constraint_acceleration_max, recording_.acceleration_gap.back());
    summary.energy_residual_max = std::max(summary.energy_residual_max, std::abs(row_[residual_]));
    summary.energy_books_max = std::max(summary.energy_books_max, std::abs(row_[books_]));
    if (interface_ >= 0)
      summary.interface_energy_max =
          std::max(summary.interface_energy_max, std::abs(row_[interface_]));
    if (!options_.poses) return;
    model_.pose(state, work, pose_);
    recording_.pose_times.push_back(t);
    recording_.poses.insert(recording_.poses.end(), pose_.begin(), pose_.end());
  }

 private:
  const Model& model_;
  const RunOptions& options_;
  Recording& recording_;
  std::vector<double> row_, pose_;
  int residual_ = 0, books_ = 0, interface_ = -1, newton_ = 0;
  double gap_ = 0.0, rate_gap_ = 0.0;
};

void finish(RunSummary& summary, long long solves, long long iterations) {
  summary.real_time_factor = summary.wall_s > 0.0 ? summary.simulated_s / summary.wall_s : 0.0;
  summary.newton_mean =
      solves > 0 ? static_cast<double>(iterations) / static_cast<double>(solves) : 0.0;
}

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

// Rows lie on steps: the nearest whole number of them.
long long rows_apart(double every, double h) { return std::max(1LL, std::llround(every / h)); }

RunSummary run_steps(const Model& model, const RunOptions& options, double until,
                     Recorder& recorder) {
  RunSummary summary;
  State state = model.initial_state();
  Workspace work(model);
  const double h = model.step_size();
  const long long ticks = std::llround(until / h), apart = rows_apart(options.every, h);
  long long solves = 0, iterations = 0;
  recorder.record(state, 0.0, work, summary);
  const Clock::time_point start = Clock::now();
  Clock::time_point shown = start;
  for (long long k = 0; k < ticks;) {
    // Steps up to the next row, timed without the recording.
    const long long stop = std::min(ticks, k + apart);
    const double cpu_before = cpu_seconds();
    const Clock::time_point before = Clock::now();
    StepReport report;
    for (; k < stop && report.converged; k += report.converged) {
      report = step(model, state, work, Inputs{});
      solves += report.solves;
      iterations += report.iterations;
      summary.newton_max = std::max(summary.newton_max, report.max_iterations);
      summary.constraint_max = std::max(summary.constraint_max, report.gap);
      summary.constraint_rate_max = std::max(summary.constraint_rate_max, report.rate_gap);
      summary.partitions += report.partitions;
      recorder.note(report);
    }
    const Clock::time_point after = Clock::now();
    summary.wall_s += std::chrono::duration<double>(after - before).count();
    summary.cpu_s += cpu_seconds() - cpu_before;
    summary.steps = k;
    summary.simulated_s = state.time();
    if (!report.converged) {
      summary.converged = false;
      summary.message = explain(model, report);
      if (report.singular >= 0) summary.message += " " + pose_text(model, state, work);
      break;
    }
    recorder.record(state, state.time(), work, summary);
    if (options.real_time)
      std::this_thread::sleep_until(start + std::chrono::duration_cast<Clock::duration>(
                                                std::chrono::duration<double>(state.time())));
    if (options.progress && after - shown > std::chrono::milliseconds(100)) {
      shown = after;
      options.progress(state.time() / until);
    }
  }
  finish(summary, solves, iterations);
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
        summary.constraint_max = std::max(summary.constraint_max, gaps.position);
        summary.constraint_rate_max = std::max(summary.constraint_rate_max, gaps.rate);
        StepReport row;
        row.gap = gaps.position;
        row.rate_gap = gaps.rate;
        recorder.note(row);
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
  finish(summary, report.solves, report.iterations);
  return summary;
}

// Steps as long as the tolerance allows; rows lie inside them.
RunSummary run_variable(const Model& model, const RunOptions& options, double until,
                        Recorder& recorder) {
  RunSummary summary;
  Workspace work(model);
  VariableSteps steps(model.machine(), until);
  const double every = std::max(options.every, model.step_size());
  State state = model.initial_state();
  recorder.record(state, 0.0, work, summary);
  Clock::time_point shown = Clock::now(), before = shown;
  double cpu_before = cpu_seconds();
  const auto pause = [&] {
    summary.wall_s += std::chrono::duration<double>(Clock::now() - before).count();
    summary.cpu_s += cpu_seconds() - cpu_before;
  };
  const auto row_time = [&](long long row) {
    const double t = static_cast<double>(row) * every;
    return t > until * (1.0 - 1e-12) ? until : t;
  };
  StepReport total;
  long long solves = 0, iterations = 0, row = 1;
  for (bool more = until > 0.0; more;) {
    StepReport report;
    const bool taken = steps.step(report);
    solves += report.solves;
    iterations += report.iterations;
    total.max_iterations = std::max(total.max_iterations, report.max_iterations);
    if (taken && row_time(row) <= steps.time()) {
      pause();
      for (; row_time(row) <= steps.time() && more; ++row) {
        const double t = row_time(row);
        steps.read(t, state);
        state.values()[State::kTick] = static_cast<double>(row);
        state.values()[State::kStepSize] = t / static_cast<double>(row);
        recorder.note(total);
        total = {};
        recorder.record(state, t, work, summary);
        more = t < until;
      }
      if (options.progress && Clock::now() - shown > std::chrono::milliseconds(100)) {
        shown = Clock::now();
        options.progress(steps.time() / until);
      }
      before = Clock::now();
      cpu_before = cpu_seconds();
    }
    if (!taken || !steps.proceed(report)) {
      summary.converged = false;
      summary.message = explain(model, report);
      break;
    }
    summary.newton_max = std::max(summary.newton_max, report.max_iterations);
    summary.simulated_s = steps.time();
    summary.steps += 1;
  }
  pause();
  finish(summary, solves, iterations);
  return summary;
}

}  // namespace

RunSummary run(const Model& model, const RunOptions& options, Recording& recording) {
  const double until = options.until >= 0.0 ? options.until : model.until();
  Recorder recorder(model, options, recording);
  if (model.integrator() == "sundials") return run_reference(model, options, until, recorder);
  if (model.integrator() == "rosenbrock" && !options.real_time)
    return run_variable(model, options, until, recorder);
  return run_steps(model, options, until, recorder);
}

}  // namespace bramah
