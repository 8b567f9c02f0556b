#include "driven_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bramah/binding.h"

namespace bramah::python {
namespace {

void widen(Recording& recording, std::span<const double> row, double t) {
  const bool first = recording.ranges.empty();
  recording.ranges.resize(row.size());
  for (std::size_t k = 0; k < row.size(); ++k) {
    Recording::Range& range = recording.ranges[k];
    if (first) range = {row[k], row[k], row[k], row[k], t, t};
    range.last = row[k];
    if (row[k] < range.least) range.least = row[k], range.least_at = t;
    if (row[k] > range.most) range.most = row[k], range.most_at = t;
  }
}

void note(const StepReport& one, StepReport& since, RunSummary& summary) {
  since.max_iterations = std::max(since.max_iterations, one.max_iterations);
  since.gap = std::max(since.gap, one.gap);
  since.rate_gap = std::max(since.rate_gap, one.rate_gap);
  since.solves += one.solves, since.iterations += one.iterations;
  summary.newton_max = std::max(summary.newton_max, one.max_iterations);
  summary.constraint_max = std::max(summary.constraint_max, one.gap);
  summary.constraint_rate_max = std::max(summary.constraint_rate_max, one.rate_gap);
  summary.substeps += one.substeps, summary.coarse += one.coarse;
}

}  // namespace

void DrivenRun::record(const State& state, Workspace& work, const StepReport& since,
                       RunSummary& summary, Recording& recording) const {
  std::vector<double> row(recording.columns), pose(poses ? 3 * model.drawing().points.size() : 0);
  const double gap = model.observe_row(state, work, row, pose);
  widen(recording, row, state.time());
  recording.times.push_back(state.time());
  recording.values.insert(recording.values.end(), row.begin(), row.end());
  recording.newton.push_back(since.max_iterations);
  recording.gap.push_back(since.gap), recording.rate_gap.push_back(since.rate_gap);
  recording.acceleration_gap.push_back(gap);
  summary.constraint_acceleration_max = std::max(summary.constraint_acceleration_max, gap);
  const auto largest = [&](const char* name, double& most) {
    if (const int k = model.find_channel(name); k >= 0)
      most = std::max(most, std::abs(row[static_cast<std::size_t>(k)]));
  };
  largest("energy.residual", summary.energy_residual_max);
  largest("energy.books", summary.energy_books_max);
  if (!poses) return;
  recording.pose_times.push_back(state.time());
  recording.poses.insert(recording.poses.end(), pose.begin(), pose.end());
}

RunSummary DrivenRun::run(Recording& recording) const {
  const auto start = std::chrono::steady_clock::now();
  RunSummary summary;
  recording = {};
  recording.columns = model.channels().size();
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> inputs(model.inputs().size());
  const double h = model.step_size();
  const long long ticks = std::llround(until / h), apart = std::max(1LL, std::llround(every / h));
  StepReport since;
  long long solves = 0, iterations = 0;
  record(state, work, since, summary, recording);
  while (state.tick() < ticks && summary.complete()) {
    drive(state, inputs);
    const StepReport report = step(model, state, work, Inputs{inputs});
    note(report, since, summary);
    if (!report.converged) {
      summary.converged = false;
      summary.message = explain(model, report);
      summary.culprit = culprit(model, report);
    } else if (state.tick() % apart == 0 || state.tick() == ticks) {
      record(state, work, since, summary, recording);
      solves += since.solves, iterations += since.iterations;
      since = {};
    }
    summary.interrupted = stop();
  }
  summary.steps = state.tick();
  summary.simulated_s = state.time();
  summary.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  summary.real_time_factor = summary.simulated_s / std::max(summary.wall_s, 1e-12);
  summary.newton_mean =
      solves > 0 ? static_cast<double>(iterations) / static_cast<double>(solves) : 0.0;
  summary.warnings = model.warnings();
  if (!summary.complete())
    recording.incomplete = "stopped at t = " + std::to_string(state.time()) +
                           " s: " + (summary.interrupted ? "interrupted" : summary.message);
  return summary;
}

}  // namespace bramah::python
