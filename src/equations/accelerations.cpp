// Accelerations, multipliers and projected velocities by the index-1 equations [Rahikainen2020,
// Eqs. 1-2].
#include <algorithm>
#include <cmath>

#include "core/largest.h"
#include "equations/machine_equations.h"

namespace bramah {

void MachineEquations::evaluate_reactions(Trial& x, Buffers& b) const {
  std::copy(x.a.begin(), x.a.end(), b.kept_a.begin());
  std::copy(x.ydot.begin(), x.ydot.end(), b.kept_ydot.begin());
  std::copy(x.lambda.begin(), x.lambda.end(), b.kept_lambda.begin());
  rates(x, false, b);  // the contacts of the solve
  std::copy(b.kept_a.begin(), b.kept_a.end(), x.a.begin());
  std::copy(b.kept_ydot.begin(), b.kept_ydot.end(), x.ydot.begin());
  std::copy(b.kept_lambda.begin(), b.kept_lambda.end(), x.lambda.begin());
}

bool MachineEquations::rates(Trial& x, bool find_contacts, Buffers& b, Stabilisation keep) const {
  if (!evaluate_settled(x, find_contacts, b)) return false;
  copy_rates(x, b);
  return nq_ == 0 || solve_accelerations(x, b, 1e-12, keep);
}

// The iteration of the index-1 augmented Lagrangian [Rahikainen2020, Eqs. 2a-2b], in increments:
//   (M + Phi_q^T w Phi_q) da = -(R + Phi_q^T w (Phi_q a + gamma))
//   lambda += w (Phi_q a + gamma)
bool MachineEquations::solve_accelerations(Trial& x, Buffers& b, double accuracy,
                                           Stabilisation keep) const {
  constexpr int kMaxPasses = 12;
  const Mechanism& mechanism = *parts_.mechanism;
  mechanism.refresh_rates(x.v, *b.mechanism);
  enforcement_.penalties(1.0, b.alpha);
  b.mass.set_zero();
  mechanism.mass_matrix(b.load, *b.mechanism, b.mass);
  if (!b.mass.factorise()) return false;
  const std::span<double> r = std::span(b.residual).first(nq_);
  const std::span<double> gamma(b.phi), violation(b.projection.violation);
  mechanism.bias_rates(b.load, *b.mechanism, gamma);
  if (keep.omega > 0.0) {
    mechanism.constraint_rates(x.v, b.load, *b.mechanism, violation);
    for (int k = 0; k < nc_; ++k) gamma[k] += 2.0 * keep.xi * keep.omega * violation[k];
    mechanism.constraint_values(b.load, *b.mechanism, violation);
    for (int k = 0; k < nc_; ++k) gamma[k] += keep.omega * keep.omega * violation[k];
  }
  double last = INFINITY;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    mechanism.apply_jacobian(x.a, *b.mechanism, violation);
    for (int k = 0; k < nc_; ++k) {
      const double push = b.alpha[k] * (violation[k] + gamma[k]);
      if (pass > 0) x.lambda[k] += push;
      b.total_multipliers[k] = x.lambda[k] + push;
    }
    mechanism.residual(x.v, x.a, b.load, *b.mechanism, r);
    b.mass.solve(r);
    for (int i = 0; i < nq_; ++i) x.a[i] -= r[i];
    const double change = largest(r);
    if (!std::isfinite(change)) return false;
    if (nc_ == 0 && pass == 1) break;
    if (change <= accuracy * (1.0 + largest(x.a)) || (pass > 2 && change > 0.5 * last)) break;
    last = change;
  }
  mechanism.apply_jacobian(x.a, *b.mechanism, violation);
  for (int k = 0; k < nc_; ++k) x.lambda[k] += b.alpha[k] * (violation[k] + gamma[k]);
  std::copy(x.lambda.begin(), x.lambda.end(), b.total_multipliers.begin());
  std::copy(x.lambda.begin(), x.lambda.end(), b.reactions.begin());
  return true;
}

double MachineEquations::project_velocities(Trial& x, Buffers& b) const {
  constexpr int kMaxPasses = 100;
  constexpr double kStiffer = 100.0, kShrinking = 0.98;
  const Mechanism& mechanism = *parts_.mechanism;
  enforcement_.penalties(kStiffer, b.alpha);
  b.mass.set_zero();
  mechanism.mass_matrix(b.load, *b.mechanism, b.mass);
  const bool regular = b.mass.factorise();
  const std::span<double> step = std::span(b.residual).first(nq_);
  double last = INFINITY;
  for (int pass = 0;; ++pass) {
    mechanism.constraint_rates(x.v, b.load, *b.mechanism, b.phi);
    const double gap = largest(b.phi);
    if (!regular || pass == kMaxPasses || !(gap < kShrinking * last)) return gap;
    last = gap;
    for (int k = 0; k < nc_; ++k) b.phi[k] *= b.alpha[k];
    std::fill(step.begin(), step.end(), 0.0);
    mechanism.add_transposed(b.phi, *b.mechanism, step);
    b.mass.solve(step);
    for (int i = 0; i < nq_; ++i) x.v[i] -= step[i];
  }
}

Gaps MachineEquations::gaps(const Trial& x, Buffers& b) const {
  Gaps out;
  if (nc_ == 0) return out;
  const Mechanism& mechanism = *parts_.mechanism;
  mechanism.refresh_rates(x.v, *b.mechanism);
  mechanism.constraint_values(b.load, *b.mechanism, b.phi);
  out.position = largest(b.phi);
  mechanism.constraint_rates(x.v, b.load, *b.mechanism, b.phi);
  out.rate = largest(b.phi);
  mechanism.bias_rates(b.load, *b.mechanism, b.phi);
  mechanism.apply_jacobian(x.a, *b.mechanism, b.projection.violation);
  for (int k = 0; k < nc_; ++k) b.phi[k] += b.projection.violation[k];
  out.acceleration = largest(b.phi);
  return out;
}

}  // namespace bramah
