#include "run/recorder.h"

#include <algorithm>
#include <cmath>

#include "run/energy_uses.h"
#include "text/large_pages.h"

namespace bramah {

Recorder::Recorder(const Model& model, const RunOptions& options, Recording& recording)
    : model_(&model), options_(options), recording_(recording), watch_(model) {
  recording_ = {};
  recording_.columns = model.channels().size();
  recording_.ranges.resize(recording_.columns);
  row_.resize(recording_.columns);
  residual_ = model.find_channel("energy.residual");
  books_ = model.find_channel("energy.books");
  interface_ = model.find_channel("cosimulation.residual_energy");
  pose_.resize(3 * model.drawing().points.size());
  bodies_.resize(7 * model.scene().bodies.size());
}

void Recorder::reserve(std::size_t rows) {
  if (!options_.rows) return;
  constexpr std::size_t kMostNumbers = 1 << 25;  // 256 MB; longer recordings grow as they go
  rows = std::min(
      rows, kMostNumbers / std::max<std::size_t>(1, row_.size() + pose_.size() + bodies_.size()));
  recording_.times.reserve(rows);
  recording_.values.reserve(rows * row_.size());
  prefer_large_pages(recording_.values.data(), recording_.values.capacity() * sizeof(double));
  recording_.newton.reserve(rows);
  recording_.gap.reserve(rows);
  recording_.rate_gap.reserve(rows);
  recording_.acceleration_gap.reserve(rows);
  if (!options_.poses) return;
  recording_.pose_times.reserve(rows);
  recording_.poses.reserve(rows * pose_.size());
  prefer_large_pages(recording_.poses.data(), recording_.poses.capacity() * sizeof(double));
  recording_.bodies.reserve(rows * bodies_.size());
}

void Recorder::note(const StepReport& report, RunSummary& summary) noexcept {
  count(report.solves, report.iterations);
  newton_ = std::max(newton_, report.max_iterations);
  gap_ = std::max(gap_, report.gap);
  rate_gap_ = std::max(rate_gap_, report.rate_gap);
  summary.newton_max = std::max(summary.newton_max, report.max_iterations);
  summary.constraint_max = std::max(summary.constraint_max, report.gap);
  summary.constraint_rate_max = std::max(summary.constraint_rate_max, report.rate_gap);
  summary.partitions += report.partitions;
}

void Recorder::count(long long solves, long long iterations) noexcept {
  solves_ += solves;
  iterations_ += iterations;
}

void Recorder::record(const State& state, double t, Workspace& work, RunSummary& summary) {
  const double gap =
      model_->observe_row(state, work, row_, options_.poses ? pose_ : std::span<double>());
  extremes_.widen(row_, t);
  watch_.note(t, row_);
  if (options_.rows) {
    recording_.times.push_back(t);
    recording_.values.insert(recording_.values.end(), row_.begin(), row_.end());
    recording_.newton.push_back(newton_);
    recording_.gap.push_back(gap_);
    recording_.rate_gap.push_back(rate_gap_);
    recording_.acceleration_gap.push_back(gap);
  }
  newton_ = 0;
  gap_ = rate_gap_ = 0.0;
  summary.constraint_acceleration_max = std::max(summary.constraint_acceleration_max, gap);
  summary.energy_residual_max = std::max(summary.energy_residual_max, std::abs(row_[residual_]));
  summary.energy_books_max = std::max(summary.energy_books_max, std::abs(row_[books_]));
  if (interface_ >= 0)
    summary.interface_energy_max =
        std::max(summary.interface_energy_max, std::abs(row_[interface_]));
  if (!options_.poses) return;
  recording_.pose_times.push_back(t);
  recording_.poses.insert(recording_.poses.end(), pose_.begin(), pose_.end());
  model_->body_poses(state, work, bodies_);
  recording_.bodies.insert(recording_.bodies.end(), bodies_.begin(), bodies_.end());
}

void Recorder::finish(RunSummary& summary) {
  extremes_.write(row_, recording_.ranges);
  summary.real_time_factor = summary.wall_s > 0.0 ? summary.simulated_s / summary.wall_s : 0.0;
  summary.newton_mean =
      solves_ > 0 ? static_cast<double>(iterations_) / static_cast<double>(solves_) : 0.0;
  summary.energy = energy_uses(*model_, recording_);
  summary.warnings.insert(summary.warnings.begin(), model_->warnings().begin(),
                          model_->warnings().end());
  for (std::string& text : watch_.warnings(summary, recording_))
    summary.warnings.push_back(std::move(text));
}

}  // namespace bramah
