#include "multibody/augmented_lagrangian.h"

#include <algorithm>
#include <cmath>

#include "core/largest.h"

namespace bramah {

namespace {

constexpr int kMaxPasses = 100;      // near a singular pose a pass may shrink a gap by 10 % only
constexpr double kShrinking = 0.98;  // redundant or noisy constraints stop at round-off
constexpr double kRateGap = 1e-11;  // [m/s] per m/s of the largest velocity, plus the same absolute

}  // namespace

AugmentedLagrangian::AugmentedLagrangian(std::vector<double> effective_mass,
                                         const AugmentedLagrangianOptions& options)
    : weight_(std::move(effective_mass)), alpha_(options.alpha) {
  for (double& weight : weight_) weight *= options.penalty;
}

void AugmentedLagrangian::penalties(double c_a, std::span<double> alpha) const noexcept {
  for (std::size_t k = 0; k < weight_.size(); ++k) alpha[k] = alpha_ ? *alpha_ : c_a * weight_[k];
}

// x -= [W + Phi_q^T alpha Phi_q]^-1 Phi_q^T alpha violation, Phi_q as it was in the factorisation:
// [Naya2011, Eqs. 14-15; Jaiswal2021, Eqs. 20-21] in increments
void AugmentedLagrangian::correct(const Mechanism& mechanism, const MechanismLoad& load,
                                  const Mechanism::Scratch& scratch, const LinearSolver& lu,
                                  std::span<double> x, Buffers& b) const noexcept {
  for (std::size_t k = 0; k < b.force.size(); ++k) b.force[k] = load.penalties[k] * b.violation[k];
  std::fill(b.step.begin(), b.step.end(), 0.0);
  mechanism.add_kept_transposed(b.force, scratch, b.step);
  lu.solve_lead(b.step);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= b.step[i];
}

double AugmentedLagrangian::project_velocities(const Mechanism& mechanism,
                                               const MechanismLoad& load,
                                               const Mechanism::Scratch& scratch,
                                               const LinearSolver& lu, std::span<double> v,
                                               Buffers& b) const noexcept {
  const double bound = kRateGap * (1.0 + largest(v));
  double gap = 0.0, last = INFINITY;
  for (int pass = 0;; ++pass) {
    mechanism.constraint_rates(v, load, scratch, b.violation);
    gap = largest(b.violation);
    if (gap <= bound || pass == kMaxPasses || !(gap < kShrinking * last)) return gap;
    last = gap;
    correct(mechanism, load, scratch, lu, v, b);
  }
}

void AugmentedLagrangian::project_accelerations(const Mechanism& mechanism,
                                                const MechanismLoad& load,
                                                const Mechanism::Scratch& scratch,
                                                const LinearSolver& lu, std::span<double> a,
                                                Buffers& b) const noexcept {
  mechanism.bias_rates(load, scratch, b.force);
  mechanism.apply_jacobian(a, scratch, b.violation);
  for (std::size_t k = 0; k < b.force.size(); ++k) b.violation[k] += b.force[k];
  correct(mechanism, load, scratch, lu, a, b);
}

}  // namespace bramah
