// Linearly implicit Euler: implicit Euler with one Newton iteration, from q0 + h v0, v0, y0 and the
// inputs at the end [Hairer1996, Sec. IV.9].
//   q1 = q0 + h v1,   v1 = v0 + h a1,   y1 = y0 + h ydot1
// One residual, one tangent, one solve: the cost of a step is fixed. First order, L-stable. What is
// an amount stays balanced: its flows are the linear equations' too. Not where the step is longer than
// a strong bend of the equations: nothing tells that the linear equations were poor.
#pragma once

#include "integrators/integrator.h"

namespace bramah {

class LinearEuler final : public Integrator {
 public:
  explicit LinearEuler(const ImplicitDynamics& dynamics);
  AdvanceReport advance(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double h,
                        StatePoint point) noexcept override;

 private:
  LinearSolver lu_;
  std::vector<double> residual_;
  std::vector<double> rates_, mean_;  // of the linear equations; of the audit's powers
};

}  // namespace bramah
