#include "constraints/index1.h"

#include <algorithm>

#include "core/largest.h"

namespace bramah {

struct Index1::Buffers final : MachineEquations::Buffers {
  std::vector<double> demand;                   // Phi'' + 2 xi omega Phi' + omega² Phi
  std::vector<double> rows, slopes, curvature;  // nc x nq each
  explicit Buffers(const MachineEquations& eq)
      : MachineEquations::Buffers(eq),
        demand(eq.constraints()),
        rows(static_cast<std::size_t>(eq.constraints()) * eq.coordinates()),
        slopes(rows.size()),
        curvature(rows.size()) {}
};

std::unique_ptr<ImplicitDynamics::Scratch> Index1::make_scratch() const {
  return std::make_unique<Buffers>(eq_);
}

Index1::Buffers& Index1::mine(Scratch& scratch) { return static_cast<Buffers&>(scratch); }

// After kinematics() and refresh_rates() at the trial.
void Index1::demand(const Trial& x, Buffers& b) const {
  const Mechanism& mechanism = *eq_.parts().mechanism;
  const double damping = 2.0 * keep_.xi * keep_.omega, stiffness = keep_.omega * keep_.omega;
  mechanism.bias_rates(b.load, *b.mechanism, b.demand);
  const auto add = [&](double factor) {
    for (std::size_t k = 0; k < b.demand.size(); ++k) b.demand[k] += factor * b.phi[k];
  };
  mechanism.apply_jacobian(x.a, *b.mechanism, b.phi), add(1.0);
  mechanism.constraint_rates(x.v, b.load, *b.mechanism, b.phi), add(damping);
  mechanism.constraint_values(b.load, *b.mechanism, b.phi), add(stiffness);
}

bool Index1::residual(Trial& x, StepCoefficients, int iteration, Scratch& scratch,
                      std::span<double> r) const {
  Buffers& b = mine(scratch);
  const Mechanism& mechanism = *eq_.parts().mechanism;
  mechanism.kinematics(x.q, x.v, b.around.charts, *b.mechanism);
  mechanism.refresh_rates(x.v, *b.mechanism);
  const bool changed = eq_.evaluate_flows(x, MachineEquations::contacts_settle(iteration), b);
  eq_.enforcement().penalties(1.0, b.alpha);
  demand(x, b);
  for (int k = 0; k < constraints(); ++k) {
    const double push = b.alpha[k] * b.demand[k];
    if (iteration > 0) x.lambda[k] += push;
    b.total_multipliers[k] = x.lambda[k] + push;
  }
  eq_.residual(x, b, r);
  return changed;
}

// + Phi_q^T alpha (c.q Phi''_q + c.v Phi''_v + c.a Phi_q + 2 xi omega (c.q (Phi_q v)_q + c.v Phi_q)
// + omega² c.q Phi_q)
void Index1::tangent(const Trial& x, StepCoefficients c, Scratch& scratch, SquareMatrix& j) const {
  Buffers& b = mine(scratch);
  const Mechanism& mechanism = *eq_.parts().mechanism;
  const std::span<const double> alpha = b.load.penalties;
  b.load.penalties = {};  // those of al3 act on positions
  eq_.tangent(x, c, b, j);
  b.load.penalties = alpha;

  const double damping = 2.0 * keep_.xi * keep_.omega, stiffness = keep_.omega * keep_.omega;
  mechanism.jacobian(*b.mechanism, b.rows);
  mechanism.rate_slopes(x.v, *b.mechanism, b.slopes);
  mechanism.acceleration_slopes(x.v, x.a, c, *b.mechanism, b.curvature);
  for (std::size_t i = 0; i < b.curvature.size(); ++i)
    b.curvature[i] += damping * (c.q * b.slopes[i] + c.v * b.rows[i]) + stiffness * c.q * b.rows[i];
  const int nq = coordinates();
  for (int k = 0; k < constraints(); ++k) {
    const double* const phi_q = &b.rows[static_cast<std::size_t>(k) * nq];
    const double* const slope = &b.curvature[static_cast<std::size_t>(k) * nq];
    for (int i = 0; i < nq; ++i) {
      if (phi_q[i] == 0.0) continue;
      const double push = alpha[k] * phi_q[i];
      double* const row = j.row(i);
      for (int l = 0; l < nq; ++l) row[l] += push * slope[l];
    }
  }
}

Gaps Index1::finish(Trial& x, StepCoefficients, const LinearSolver&, Scratch& scratch) const {
  Buffers& b = mine(scratch);
  const Mechanism& mechanism = *eq_.parts().mechanism;
  mechanism.kinematics(x.q, x.v, b.around.charts, *b.mechanism);
  mechanism.refresh_rates(x.v, *b.mechanism);
  demand(x, b);
  for (int k = 0; k < constraints(); ++k) x.lambda[k] += b.alpha[k] * b.demand[k];
  eq_.evaluate_flows(x, false, b);
  eq_.rest_rates(x, b);
  std::copy(x.lambda.begin(), x.lambda.end(), b.total_multipliers.begin());
  if (eq_.has_reactions()) eq_.evaluate_reactions(x, b);
  return eq_.gaps(x, b);
}

bool Index1::rates(Trial& x, Scratch& scratch) const {
  return eq_.rates(x, true, MachineEquations::buffers(scratch), keep_);
}

}  // namespace bramah
