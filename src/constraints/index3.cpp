#include "constraints/index3.h"

#include <algorithm>

#include "core/largest.h"

namespace bramah {

namespace {

// Where Phi_q nearly loses rank, lambda <- lambda + alpha Phi closes the lost direction by a factor
// 1/(1 + penalty s²) only, s its singular value over the others. From iteration kCrawl on, alpha is
// raised a hundredfold every third iteration: the penalty that the pose needs is found in a few.
constexpr int kCrawl = 5, kCrawlEvery = 3;
constexpr double kStiffen = 100.0, kStiffest = 1e6;
constexpr double kSlow = 0.5;            // a gap that shrinks by less crawls
constexpr double kRateGap = 1e-10;       // [m/s] and per m/s: more calls for another projection
constexpr double kStageAccuracy = 1e-7;  // of accelerations between two stages

}  // namespace

bool Index3::residual(Trial& x, StepCoefficients c, int iteration, Scratch& scratch,
                      std::span<double> r) const {
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  const Mechanism& mechanism = *eq_.parts().mechanism;
  mechanism.kinematics(x.q, x.v, b.around.charts, *b.mechanism);
  bool changed = eq_.evaluate_flows(x, MachineEquations::contacts_settle(iteration), b);

  // lambda <- lambda + alpha Phi after each iteration [Naya2011, Eq. 6; Jaiswal2021, Eq. 19]; the
  // force is lambda + alpha Phi.
  if (const int nc = constraints(); nc > 0) {
    if (iteration == 0) b.stiffening = 1.0;
    const double before = largest(b.phi);  // of the last iterate
    mechanism.constraint_values(b.load, *b.mechanism, b.phi);
    const double gap = largest(b.phi);
    const bool crawls = gap > kSlow * before && gap < before;
    if (iteration >= kCrawl && (iteration - kCrawl) % kCrawlEvery == 0 && crawls &&
        b.stiffening < kStiffest) {
      b.stiffening *= kStiffen;
      changed = true;  // the tangent is another one
    }
    eq_.enforcement().penalties(c.a * b.stiffening, b.alpha);
    for (int k = 0; k < nc; ++k) {
      const double push = b.alpha[k] * b.phi[k];
      if (iteration > 0) x.lambda[k] += push;
      b.total_multipliers[k] = x.lambda[k] + push;
    }
  }
  eq_.residual(x, b, r);
  return changed;
}

void Index3::tangent(const Trial& x, StepCoefficients c, Scratch& scratch, SquareMatrix& j) const {
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  b.load.multipliers = x.lambda;
  eq_.tangent(x, c, b, j);
  b.load.multipliers = b.total_multipliers;
}

double Index3::gap_after(std::span<const double> increment, Scratch& scratch) const {
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  const std::span<double> change(b.projection.violation);
  if (change.empty()) return 0.0;
  eq_.parts().mechanism->apply_jacobian(increment.first(coordinates()), *b.mechanism, change);
  for (std::size_t k = 0; k < change.size(); ++k) change[k] += b.phi[k];
  return largest(change);
}

bool Index3::improve_accelerations(Trial& x, Scratch& scratch) const {
  return constraints() == 0 ||
         eq_.solve_accelerations(x, MachineEquations::buffers(scratch), kStageAccuracy);
}

void Index3::tangent_written(Scratch& scratch) const {
  eq_.parts().mechanism->keep_jacobian(*MachineEquations::buffers(scratch).mechanism);
}

Gaps Index3::finish(Trial& x, StepCoefficients c, const LinearSolver& lu, Scratch& scratch) const {
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  const Mechanism& mechanism = *eq_.parts().mechanism;
  mechanism.kinematics(x.q, x.v, b.around.charts, *b.mechanism);
  if (constraints() > 0) mechanism.constraint_values(b.load, *b.mechanism, b.phi);
  const Gaps gaps = project(x, c, lu, b);
  eq_.evaluate_flows(x, false, b);
  constraints() > 0 ? eq_.copy_rates(x, b) : eq_.rest_rates(x, b);
  find_reactions(x, b);
  return gaps;
}

// The increment left the gaps that gap_after() foretold. Rates are Newton's, but for what the
// projection does to the pistons' speeds.
Gaps Index3::finish_near(Trial& x, StepCoefficients c, const LinearSolver& lu,
                         Scratch& scratch) const {
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  const int nc = constraints();
  if (nc > 0) std::copy_n(b.projection.violation.begin(), nc, b.phi.begin());
  std::copy(x.v.begin(), x.v.end(), b.kept_v.begin());
  const Gaps gaps = project(x, c, lu, b);
  if (nc > 0 && !eq_.change_speeds(x, b)) {
    eq_.evaluate_flows(x, false, b);
    eq_.copy_rates(x, b);
  }
  eq_.rest_rates(x, b);
  find_reactions(x, b);
  return gaps;
}

void Index3::find_reactions(Trial& x, MachineEquations::Buffers& b) const {
  std::copy(x.lambda.begin(), x.lambda.end(), b.total_multipliers.begin());
  if (eq_.has_reactions()) eq_.evaluate_reactions(x, b);
}

// Multipliers, and v and a onto the constraints; b.phi: the gaps of the positions.
Gaps Index3::project(Trial& x, StepCoefficients c, const LinearSolver& lu,
                     MachineEquations::Buffers& b) const {
  const Mechanism& mechanism = *eq_.parts().mechanism;
  const AugmentedLagrangian& enforcement = eq_.enforcement();
  const int nc = constraints();
  Gaps gaps;
  if (nc > 0) {
    for (int k = 0; k < nc; ++k) x.lambda[k] += b.alpha[k] * b.phi[k];
    gaps.position = largest(b.phi);
    gaps.rate =
        enforcement.project_velocities(mechanism, b.load, *b.mechanism, lu, x.v, b.projection);
    if (gaps.rate > kRateGap * (1.0 + largest(x.v))) {  // the tangent is an older pose's
      gaps.rate = eq_.project_velocities(x, b);
      enforcement.penalties(c.a * b.stiffening, b.alpha);
    }
    mechanism.refresh_rates(x.v, *b.mechanism);
    enforcement.project_accelerations(mechanism, b.load, *b.mechanism, lu, x.a, b.projection);
  }
  return gaps;
}

bool Index3::rates(Trial& x, Scratch& scratch) const {
  return eq_.rates(x, true, MachineEquations::buffers(scratch));
}

}  // namespace bramah
