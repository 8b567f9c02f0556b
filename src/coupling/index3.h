// al3: index-3 augmented Lagrangian with projections [Naya2011, Eqs. 5-16, 22-26; Jaiswal2021,
// Eqs. 18-21].
//
//   M a + ... + Phi_q^T (lambda + alpha Phi) = 0,   lambda <- lambda + alpha Phi after each iteration
// then v and a are projected with the factorisation of the tangent, and the rates of the oil are
// evaluated again with the projected velocities. Not for explicit integrators: the constraints are
// imposed on positions, and only an implicit solve has positions to impose them on.
#pragma once

#include "coupling/constrained.h"

namespace bramah {

class Index3 final : public Constrained {
 public:
  using Constrained::Constrained;

  bool residual(Trial&, StepCoefficients, int iteration, Scratch&,
                std::span<double> r) const override;
  void tangent(const Trial&, StepCoefficients, Scratch&, DenseLu& j) const override;
  void tangent_written(Scratch&) const override;
  Gaps finish(Trial&, StepCoefficients, const DenseLu&, Scratch&) const override;
  bool imposes_positions() const override { return constraints() > 0; }
  bool rates(Trial&, Scratch&) const override;
};

}  // namespace bramah
