// A run whose inputs come from outside, tick by tick: rows and sums as bramah::run() keeps them.
#pragma once

#include <functional>

#include "bramah/run.h"

namespace bramah::python {

struct DrivenRun {
  const Model& model;
  double until = 0.0, every = 0.0;  // [s]
  bool poses = false;
  // Fills the inputs of the tick that begins at the state.
  std::function<void(const State& state, std::span<double> inputs)> drive;
  std::function<bool()> stop;  // asked at every tick

  RunSummary run(Recording& recording) const;

 private:
  void record(const State& state, Workspace& work, const StepReport& since, RunSummary& summary,
              Recording& recording) const;
};

}  // namespace bramah::python
