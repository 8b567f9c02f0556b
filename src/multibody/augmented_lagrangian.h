// al3: index-3 augmented Lagrangian with projections
//                                            [Naya2011, Eqs. 5-6, 14-16; Jaiswal2021, Eqs. 18-21]
//
//   force        Phi_q^T (lambda + alpha Phi)
//   multipliers  lambda <- lambda + alpha Phi                    after each Newton iteration
//   velocities   [W + Phi_q^T alpha Phi_q] dv = -Phi_q^T alpha (Phi_q v + Phi_t)
//                W + Phi_q^T alpha Phi_q is Newton's tangent, already factorised
// The projection is written in increments, which is Eq. 14 for v = v* + dv, and repeated until the
// violation is gone; accelerations likewise (Eq. 15). The papers' alpha = 1e10 ... 1e11 shrinks a
// violation only by alpha h²/(4 m), a factor that falls with h²; here alpha = penalty * c.a * m_k
// with the effective mass m_k of each constraint, so one pass shrinks it by about `penalty` at
// every step size.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/linear_solver.h"
#include "multibody/mechanism.h"

namespace bramah {

struct AugmentedLagrangianOptions {
  double penalty = 1e6;
  std::optional<double> alpha;  // absolute, as the papers print it
};

class AugmentedLagrangian {
 public:
  // effective_mass: 1/(Phi_q M^-1 Phi_q^T)_kk at the start, one per constraint.
  AugmentedLagrangian(std::vector<double> effective_mass, const AugmentedLagrangianOptions&);

  int size() const noexcept { return static_cast<int>(weight_.size()); }
  // alpha for a tangent with c.a; the same with c.a = 1 serves the index-1 equations.
  void penalties(double c_a, std::span<double> alpha) const noexcept;

  struct Buffers {
    std::vector<double> violation, force, step;
    Buffers(int constraints, int coordinates)
        : violation(constraints), force(constraints), step(coordinates) {}
  };
  // Projects v in place; the Mechanism has kinematics at q, lu the tangent. Returns the gap left.
  double project_velocities(const Mechanism&, const MechanismLoad&, const Mechanism::Scratch&,
                            const LinearSolver&, std::span<double> v, Buffers&) const noexcept;
  // Projects a in place, one pass, or two with the factorisation of an earlier pose; after
  // refresh_rates(v).
  void project_accelerations(const Mechanism&, const MechanismLoad&, const Mechanism::Scratch&,
                             const LinearSolver&, std::span<double> a, Buffers&) const noexcept;

 private:
  void correct(const Mechanism&, const MechanismLoad&, const Mechanism::Scratch&,
               const LinearSolver&, std::span<double> x, Buffers&) const noexcept;

  std::vector<double> weight_;
  std::optional<double> alpha_;
};

}  // namespace bramah
