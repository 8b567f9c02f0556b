#include "coupling/stepper.h"

#include <algorithm>

namespace bramah {

bool Stepper::take_inputs(const Inputs& inputs, std::span<double> x) const noexcept {
  const auto held = plant_.layout.inputs.in(x).first(plant_.names.inputs.size());
  bool jump = false;
  for (std::size_t i = 0; i < held.size() && i < inputs.values.size(); ++i) {
    jump = jump || held[i] != inputs.values[i];
    held[i] = inputs.values[i];
  }
  return jump;
}

bool Stepper::refresh(std::span<double> x, double t, double anchor,
                      StepperScratch& work) const noexcept {
  sample_signals(plant_, x, t, anchor, work);
  return solve_rates(plant_, x, work);
}

void add(StepReport& sum, const StepReport& part) noexcept {
  StepReport both = part;
  both.iterations += sum.iterations;
  both.solves += sum.solves;
  both.substeps += sum.substeps;
  both.coarse += sum.coarse;
  both.coarse_after = std::max(sum.coarse_after, part.coarse_after);
  both.partitions += sum.partitions;
  both.max_iterations = std::max(sum.max_iterations, part.max_iterations);
  sum = both;
}

}  // namespace bramah
