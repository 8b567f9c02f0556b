#include "integrators/integrator.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/copy_few.h"

namespace bramah {

Integrator::Integrator(const ImplicitDynamics& dynamics, const NewtonOptions& options)
    : error_(dynamics),
      newton_(dynamics, options),
      trial_(dynamics.coordinates(), dynamics.states(), dynamics.constraints()),
      power_(dynamics.audits()) {}

bool Integrator::solve(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                       StepCoefficients c, double t, double anchor, const StatePoint& point,
                       AdvanceReport& report, int which, bool warm) noexcept {
  dynamics.set_time(t, anchor, scratch);
  // Where multipliers want a second iteration, or others read forces, nothing is relied on. Elsewhere a second
  // increment costs no more than to evaluate the equations at the solution, and tells what a first one leaves.
  const bool relies = near_ && dynamics.follows() && !point.newton.empty();
  double* const bend = relies ? &point.newton[which] : nullptr;
  if (bend && point.before_h[0] == 0.0) *bend = 0.0;
  report.newton = newton_.solve(dynamics, c, trial_, scratch, warm, bend, relies);
  report.solves += 1;
  report.iterations += report.newton.iterations;
  report.max_iterations = std::max(report.max_iterations, report.newton.iterations);
  if (!report.newton.converged) return false;
  const bool near = near_ && newton_.near(report.newton) &&
                    (Newton::still(report.newton) || dynamics.follow(trial_, scratch));
  report.gaps = near ? dynamics.finish_near(trial_, c, newton_.factorisation(), scratch)
                     : dynamics.finish(trial_, c, newton_.factorisation(), scratch);
  dynamics.powers(trial_, scratch, power_);
  return true;
}

void Integrator::store(StatePoint point) const noexcept {
  copy_few(trial_.q, point.q);
  copy_few(trial_.v, point.v);
  copy_few(trial_.a, point.a);
  copy_few(trial_.y, point.y);
  copy_few(trial_.ydot, point.ydot);
  copy_few(trial_.lambda, point.lambda);
  copy_few(power_, point.power);
}

void Integrator::add_work(StatePoint point, double weight) const noexcept {
  for (std::size_t k = 0; k < power_.size(); ++k) point.work[k] += weight * power_[k];
}

void Integrator::judge(StepCoefficients c, AdvanceReport& report) noexcept {
  StepError::Largest largest = error_.largest(*bounds_, trial_.y);
  if (largest.size > 1.0) {
    error_.filter(newton_.factorisation(), c.y);
    largest = error_.largest(*bounds_, trial_.y);
  }
  report.error = largest.size;
  report.worst_error = largest.unknown;
}

// x''' from the rates k before, at and behind the step's start:
//   2 ((k1 - k0)/h - (k0 - k_)/h_)/(h + h_)
// Behind a jump there is no rate before, and the change of the rate itself is taken for the error.
void Integrator::look_back(StatePoint p, double h, double constant) noexcept {
  const double before = p.before_h[0];
  const double scale = before > 0.0 ? 2.0 * constant * h * h / (h + before) : constant * h;
  const double ratio = before > 0.0 ? h / before : 0.0;
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    error_.q[i] = constant * h * h * (trial_.a[i] - p.a[i]);
    error_.v[i] = scale * (trial_.a[i] - p.a[i] - ratio * (p.a[i] - p.before_a[i]));
  }
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    error_.y[i] = scale * (trial_.ydot[i] - p.ydot[i] - ratio * (p.ydot[i] - p.before_y[i]));
  }
}

namespace {

using Maker = std::unique_ptr<Integrator> (*)(const ImplicitDynamics&, const IntegratorOptions&);
constexpr std::size_t kRules = Axis<IntegratorRule>::choices.size();

template <std::size_t rule>
constexpr Maker maker() {
  constexpr auto value = static_cast<IntegratorRule>(rule);
  if constexpr (is_reference(value))
    return make_rule<IntegratorRule::sdirk2>;
  else
    return make_rule<value>;
}

template <std::size_t... rule>
constexpr std::array<Maker, kRules> all_makers(std::index_sequence<rule...>) {
  return {maker<rule>()...};
}

}  // namespace

std::unique_ptr<Integrator> make_integrator(IntegratorRule rule, const ImplicitDynamics& dynamics,
                                            const IntegratorOptions& options) {
  static constexpr auto kMakers = all_makers(std::make_index_sequence<kRules>());
  return kMakers[static_cast<std::size_t>(rule)](dynamics, options);
}

}  // namespace bramah
