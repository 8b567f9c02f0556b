// al1: index-1 augmented Lagrangian [Rahikainen2020, Eqs. 2a-2b], stabilised as Baumgarte did
// [Baumgarte1972].
//
//   (M + Phi_q^T alpha Phi_q) a = Q - Phi_q^T (alpha g + lambda)
//                             g = Phi_q' v + Phi_t' + 2 xi omega Phi' + omega² Phi
//   lambda <- lambda + alpha (Phi'' + 2 xi omega Phi' + omega² Phi)
// With an explicit integrator the two are repeated until the accelerations stand; with an implicit
// one lambda moves once per Newton iteration. Positions and velocities are not projected: a
// disturbance of Phi decays with omega. With xi = 1 an explicit rule stands h omega up to 0.83
// (semi_euler), 2 (euler, heun) or 2.78 (rk4); more is refused when the machine is made. Where the
// gap has to be small, use al3 or partition.
#pragma once

#include "constraints/constrained.h"

namespace bramah {

class Index1 final : public Constrained {
 public:
  Index1(const MachineEquations& equations, Stabilisation keep)
      : Constrained(equations), keep_(keep) {}

  Pattern pattern() const override {
    Pattern pattern = eq_.pattern();
    if (constraints() > 0) pattern.add_leading(coordinates());
    return pattern;
  }
  std::unique_ptr<Scratch> make_scratch() const override;
  bool residual(Trial&, StepCoefficients, int iteration, Scratch&,
                std::span<double> r) const override;
  void tangent(const Trial&, StepCoefficients, Scratch&, SquareMatrix& j) const override;
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override;
  bool rates(Trial&, Scratch&) const override;

 private:
  struct Buffers;
  static Buffers& mine(Scratch&);
  void demand(const Trial&, Buffers&) const;

  Stabilisation keep_;
};

}  // namespace bramah
