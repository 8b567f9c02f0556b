#include "integrators/linear_euler.h"

#include <algorithm>
#include <cmath>

#include "core/copy_few.h"

namespace bramah {

LinearEuler::LinearEuler(const ImplicitDynamics& dynamics)
    : Integrator(dynamics, {}),
      lu_(dynamics.pattern(), dynamics.moved_coordinates(), scales(dynamics)),
      residual_(dynamics.size()),
      rates_(dynamics.states()),
      mean_(dynamics.audits()) {}

AdvanceReport LinearEuler::advance(const ImplicitDynamics& dynamics,
                                   ImplicitDynamics::Scratch& scratch, double t, double h,
                                   StatePoint p) noexcept {
  const StepCoefficients c{1.0, 1.0 / h, 1.0 / (h * h), 1.0 / h};
  AdvanceReport report{{true, 1, 0.0, -1}, 1, 1, 1, {}};
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    trial_.q[i] = p.q[i] + h * p.v[i];
    trial_.v[i] = p.v[i];
    trial_.a[i] = 0.0;
  }
  copy_few(p.y, trial_.y);
  std::fill(trial_.ydot.begin(), trial_.ydot.end(), 0.0);
  copy_few(p.lambda, trial_.lambda);

  // The only iteration.
  dynamics.set_time(t + h, t + 0.5 * h, scratch);
  dynamics.residual(trial_, c, 0, scratch, residual_);
  lu_.set_zero();
  dynamics.tangent(trial_, c, scratch, lu_);
  dynamics.tangent_written(scratch);
  if (!lu_.factorise()) {
    report.newton = {.iterations = 1,
                     .increment = std::numeric_limits<double>::quiet_NaN(),
                     .worst = lu_.failed_row()};
    return report;
  }
  for (double& r : residual_) r = -r;
  lu_.solve(residual_);
  const std::span<const int> moved = dynamics.moved(scratch);
  const std::size_t nq = dynamics.moved_coordinates();
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    const double d = residual_[i];
    if (!std::isfinite(d)) {
      report.newton = {.iterations = 1, .increment = d, .worst = static_cast<int>(i)};
      return report;
    }
    const std::size_t at = i < nq ? (moved.empty() ? i : moved[i]) : i - nq;
    if (i < nq)
      trial_.q[at] += d, trial_.v[at] += c.v * d, trial_.a[at] = c.a * d;
    else
      trial_.y[at] += d, trial_.ydot[at] = c.y * d;
  }
  dynamics.limit(trial_);
  copy_few(trial_.ydot, rates_);
  report.gaps = dynamics.finish(trial_, c, lu_, scratch);
  dynamics.powers(trial_, scratch, power_);
  for (std::size_t k = 0; k < mean_.size(); ++k) mean_[k] = 0.5 * (p.power[k] + power_[k]);
  dynamics.balance(rates_, scratch, mean_);
  for (std::size_t k = 0; k < p.work.size(); ++k) p.work[k] += h * mean_[k];
  store(p);
  return report;
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::linear_euler>(
    const ImplicitDynamics& dynamics, const IntegratorOptions&) {
  return std::make_unique<LinearEuler>(dynamics);
}

}  // namespace bramah
