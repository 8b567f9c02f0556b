#include "integrators/explicit.h"

#include <algorithm>
#include <cmath>

#include "core/copy_few.h"

namespace bramah {

namespace {

constexpr std::size_t kLargest = 64;

}  // namespace

Explicit::Explicit(const ImplicitDynamics& dynamics, IntegratorRule rule)
    : Integrator(dynamics, {}),
      rule_(rule),
      radius_(dynamics),
      v_(dynamics.coordinates()),
      a_(dynamics.coordinates()),
      ydot_(dynamics.states()),
      modes_(dynamics.modes()) {
  for (Stage& stage : stages_) {
    stage.v.resize(v_.size()), stage.a.resize(a_.size());
    stage.ydot.resize(ydot_.size()), stage.power.resize(power_.size());
  }
}

// Rates and powers at the trial; dependent coordinates are found on the way.
bool Explicit::rate(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch, double t,
                    double anchor, AdvanceReport& report) noexcept {
  if (varies_) dynamics.set_time(t, anchor, scratch);
  report.newton.converged = dynamics.rates(trial_, scratch);
  for (std::size_t i = 0; report.newton.converged && i < trial_.a.size(); ++i)
    if (!std::isfinite(trial_.a[i])) report.newton.converged = false;
  for (std::size_t k = 0; report.newton.converged && k < trial_.ydot.size(); ++k)
    if (!std::isfinite(trial_.ydot[k])) {
      report.newton.converged = false;
      report.newton.worst = dynamics.moved_coordinates() + static_cast<int>(k);
    }
  if (!report.newton.converged) return false;
  dynamics.powers(trial_, scratch, power_);
  return true;
}

void Explicit::move(const StatePoint& p, double h, std::span<const double> v,
                    std::span<const double> a, std::span<const double> ydot) noexcept {
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    trial_.q[i] = p.q[i] + h * v[i];
    trial_.v[i] = p.v[i] + h * a[i];
  }
  for (std::size_t k = 0; k < p.y.size(); ++k) trial_.y[k] = p.y[k] + h * ydot[k];
}

void Explicit::keep(Stage& stage) const noexcept {
  copy_few(trial_.v, stage.v);
  copy_few(trial_.a, stage.a);
  copy_few(trial_.ydot, stage.ydot);
  copy_few(power_, stage.power);
}

// The inner loop, and the rates that it leads to.
bool Explicit::begin(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch, double t,
                     double h, StatePoint p, AdvanceReport& report) noexcept {
  const double anchor = t + 0.5 * h;
  move(p, 0.0, p.v, p.a, p.ydot);
  copy_few(p.a, trial_.a);
  copy_few(p.lambda, trial_.lambda);
  if (varies_) dynamics.set_time(t, anchor, scratch);
  const int iterations = dynamics.inner_loop(trial_, scratch);
  report.newton.converged = iterations >= 0;
  if (iterations < 0) return false;
  report.solves = 1;
  report.iterations = report.max_iterations = iterations;
  if (!rate(dynamics, scratch, t, anchor, report)) return false;
  store(p);
  return true;
}

bool Explicit::heun(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch, double t,
                    double h, StatePoint p, AdvanceReport& report) noexcept {
  move(p, h, p.v, p.a, p.ydot);
  if (!rate(dynamics, scratch, t + h, t + 0.5 * h, report)) return false;
  for (std::size_t i = 0; i < v_.size(); ++i) {
    v_[i] = 0.5 * (p.v[i] + trial_.v[i]);
    a_[i] = 0.5 * (p.a[i] + trial_.a[i]);
  }
  for (std::size_t k = 0; k < ydot_.size(); ++k) ydot_[k] = 0.5 * (p.ydot[k] + trial_.ydot[k]);
  move(p, h, v_, a_, ydot_);
  return true;
}

bool Explicit::rk4(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch, double t,
                   double h, StatePoint p, AdvanceReport& report) noexcept {
  const double anchor = t + 0.5 * h;
  Stage &k2 = stages_[0], &k3 = stages_[1], &k4 = stages_[2];
  move(p, 0.5 * h, p.v, p.a, p.ydot);
  if (!rate(dynamics, scratch, t + 0.5 * h, anchor, report)) return false;
  keep(k2);
  move(p, 0.5 * h, k2.v, k2.a, k2.ydot);
  if (!rate(dynamics, scratch, t + 0.5 * h, anchor, report)) return false;
  keep(k3);
  move(p, h, k3.v, k3.a, k3.ydot);
  if (!rate(dynamics, scratch, t + h, anchor, report)) return false;
  keep(k4);
  const auto mean = [](double x1, double x2, double x3, double x4) {
    return (x1 + 2.0 * (x2 + x3) + x4) / 6.0;
  };
  for (std::size_t i = 0; i < v_.size(); ++i) {
    v_[i] = mean(p.v[i], k2.v[i], k3.v[i], k4.v[i]);
    a_[i] = mean(p.a[i], k2.a[i], k3.a[i], k4.a[i]);
  }
  for (std::size_t k = 0; k < ydot_.size(); ++k)
    ydot_[k] = mean(p.ydot[k], k2.ydot[k], k3.ydot[k], k4.ydot[k]);
  for (std::size_t k = 0; k < p.work.size(); ++k)
    p.work[k] += h * mean(p.power[k], k2.power[k], k3.power[k], k4.power[k]);
  move(p, h, v_, a_, ydot_);
  return true;
}

AdvanceReport Explicit::advance(const ImplicitDynamics& dynamics,
                                ImplicitDynamics::Scratch& scratch, double t, double h,
                                StatePoint p) noexcept {
  AdvanceReport report;
  dynamics.set_time(t + h, t + 0.5 * h, scratch);
  varies_ = dynamics.varies(t + 0.5 * h, scratch);
  if (dynamics.has_loop() && !begin(dynamics, scratch, t, h, p, report)) return report;
  copy_few(p.a, trial_.a);  // where iterations for a and lambda begin
  copy_few(p.lambda, trial_.lambda);
  if (rule_ == IntegratorRule::heun && !heun(dynamics, scratch, t, h, p, report)) return report;
  if (rule_ == IntegratorRule::rk4 && !rk4(dynamics, scratch, t, h, p, report)) return report;
  if (rule_ == IntegratorRule::euler || rule_ == IntegratorRule::semi_euler)
    move(p, h, p.v, p.a, p.ydot);
  if (rule_ == IntegratorRule::semi_euler)
    for (std::size_t i = 0; i < p.q.size(); ++i) trial_.q[i] = p.q[i] + h * trial_.v[i];
  if (!rate(dynamics, scratch, t + h, t + 0.5 * h, report)) return report;
  report.gaps = dynamics.gaps(trial_, scratch);
  if (rule_ == IntegratorRule::euler) {
    for (std::size_t k = 0; k < p.work.size(); ++k) p.work[k] += h * p.power[k];
  } else if (rule_ != IntegratorRule::rk4) {
    for (std::size_t k = 0; k < p.work.size(); ++k) p.work[k] += 0.5 * h * (p.power[k] + power_[k]);
  }
  store(p);
  return report;
}

Stability Explicit::stable(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                           double h, StatePoint p) noexcept {
  if (p.y.empty() && p.q.size() > kLargest)
    return {};  // a long chain: a check costs more than steps
  const double limit = choice_record(rule_).stability;
  const auto judge = [&](SpectralRadius::Estimate e) -> Stability {
    return {!(h * e.radius > limit), e.radius, limit / e.radius, e.unknown};
  };
  move(p, 0.0, p.v, p.a, p.ydot);
  copy_few(p.a, trial_.a);
  copy_few(p.ydot, trial_.ydot);
  copy_few(p.lambda, trial_.lambda);
  const Stability here = judge(radius_.estimate(dynamics, trial_, scratch));
  if (!here.stable || p.y.empty()) return here;
  // Torn oil is soft and full oil stiff: what is stable here need not be half a step further on, and
  // rules have fixed points of their own where no flows balance, from which their stages leap.
  dynamics.save_modes(scratch, modes_);
  move(p, 0.5 * h, p.v, p.a, p.ydot);
  Stability ahead = here;
  if (dynamics.rates(trial_, scratch)) {
    ahead = judge(radius_.secant(dynamics, 0.5 * h, p.ydot, trial_));
    if (ahead.stable) ahead = judge(radius_.estimate(dynamics, trial_, scratch));
  }
  dynamics.restore_modes(modes_, scratch);
  return ahead.stable ? here : ahead;
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::euler>(const ImplicitDynamics& dynamics,
                                                             const IntegratorOptions&) {
  return std::make_unique<Explicit>(dynamics, IntegratorRule::euler);
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::semi_euler>(const ImplicitDynamics& dynamics,
                                                                  const IntegratorOptions&) {
  return std::make_unique<Explicit>(dynamics, IntegratorRule::semi_euler);
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::heun>(const ImplicitDynamics& dynamics,
                                                            const IntegratorOptions&) {
  return std::make_unique<Explicit>(dynamics, IntegratorRule::heun);
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::rk4>(const ImplicitDynamics& dynamics,
                                                           const IntegratorOptions&) {
  return std::make_unique<Explicit>(dynamics, IntegratorRule::rk4);
}

}  // namespace bramah
