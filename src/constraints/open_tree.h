// tree: a machine without loops and drivers, in joint coordinates [Malysheva2021, Algorithm 2.1].
// Implicit integrators solve the inverse dynamics, which cost O(n); explicit ones take
// accelerations from the articulated-body recursion (multibody/joint/articulated.h), O(n) too.
// Machines with loops: see partition.h.
#pragma once

#include "constraints/constrained.h"

namespace bramah {

class OpenTree final : public Constrained {
 public:
  using Constrained::Constrained;

  bool residual(Trial&, StepCoefficients, int iteration, Scratch&,
                std::span<double> r) const override;
  void tangent(const Trial&, StepCoefficients, Scratch&, SquareMatrix& j) const override;
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override;
  Gaps finish_near(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override;
  bool follow(const Trial& x, Scratch& scratch) const override {
    return eq_.follow(x, MachineEquations::buffers(scratch)) &&
           eq_.follow_speeds(x, MachineEquations::buffers(scratch));
  }
  bool follows() const override { return eq_.follows(); }
  bool rates(Trial&, Scratch&) const override;
};

}  // namespace bramah
