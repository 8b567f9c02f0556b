// Fills a Recording and the figures of a RunSummary while a machine is stepped.
#pragma once

#include <vector>

#include "bramah/run.h"

namespace bramah {

class Recorder {
 public:
  Recorder(const Model& model, const RunOptions& options, Recording& recording);

  void reserve(std::size_t rows);                    // as far as memory for it seems reasonable
  void use(const Model& model) { model_ = &model; }  // the same channels, other parameters

  // One step, or what is known of several.
  void note(const StepReport& report, RunSummary& summary) noexcept;
  void count(long long solves, long long iterations) noexcept;
  void record(const State& state, double t, Workspace& work, RunSummary& summary);
  void finish(RunSummary& summary) const;  // the figures that are ratios

 private:
  const Model* model_;
  const RunOptions& options_;
  Recording& recording_;
  std::vector<double> row_, pose_;
  int residual_ = 0, books_ = 0, interface_ = -1, newton_ = 0;
  double gap_ = 0.0, rate_gap_ = 0.0;  // since the last row
  long long solves_ = 0, iterations_ = 0;
};

}  // namespace bramah
