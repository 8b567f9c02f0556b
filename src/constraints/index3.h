// al3: index-3 augmented Lagrangian with projections [Naya2011, Eqs. 5-16, 22-26; Jaiswal2021,
// Eqs. 18-21].
//
//   M a + ... + Phi_q^T (lambda + alpha Phi) = 0
//   lambda <- lambda + alpha Phi                                         after each iteration
// Afterwards v and a are projected with the factorisation of the tangent, and the rates of the oil
// are evaluated again with the projected velocities. The tangent's geometric part has lambda alone:
// alpha Phi of a prediction is a large force that the iteration is about to remove, and a tangent
// that believes in it is a poor metric for projections.
//
// Not for explicit integrators: the constraints are imposed on positions, and only an implicit solve
// has positions to impose them on.
#pragma once

#include "constraints/constrained.h"

namespace bramah {

class Index3 final : public Constrained {
 public:
  using Constrained::Constrained;

  bool residual(Trial&, StepCoefficients, int iteration, Scratch&,
                std::span<double> r) const override;
  void tangent(const Trial&, StepCoefficients, Scratch&, SquareMatrix& j) const override;
  void tangent_written(Scratch&) const override;
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override;
  Gaps finish_near(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override;
  bool follow(const Trial& x, Scratch& scratch) const override {
    return eq_.follow(x, MachineEquations::buffers(scratch));
  }
  bool follows() const override { return eq_.follows(); }
  double gap_after(std::span<const double> increment, Scratch&) const override;
  bool improve_accelerations(Trial&, Scratch&) const override;
  bool rates(Trial&, Scratch&) const override;

 private:
  Gaps project(Trial&, StepCoefficients, const LinearSolver&, MachineEquations::Buffers&) const;
  void find_reactions(Trial&, MachineEquations::Buffers&) const;
};

}  // namespace bramah
