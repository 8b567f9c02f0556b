// A run with steps as long as rosenbrock's tolerance allows: from one break of the inputs to the
// next, with states read anywhere inside the last step. step() and proceed() do not allocate.
#pragma once

#include "integrators/rosenbrock.h"
#include "machine/machine.h"

namespace bramah {

class VariableSteps {
 public:
  VariableSteps(const Machine& machine, double until);

  double time() const noexcept { return t_; }
  // One step; after it, states may be read in it until proceed().
  bool step(StepReport& report) noexcept;
  void read(double t, State& state);
  bool proceed(StepReport& report) noexcept;

 private:
  bool begin_piece() noexcept;
  void rechart(std::span<double> state, MachineScratch&) const noexcept;

  const Machine& machine_;
  const SignalGraph& signals_;
  MachineScratch work_, row_work_;
  Rosenbrock& rule_;
  State state_;  // at the start of the piece; with charts, of the step
  double until_, t_ = 0.0, anchor_ = 0.0;
  bool inside_ = false;
};

}  // namespace bramah
