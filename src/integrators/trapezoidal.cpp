#include "integrators/trapezoidal.h"

#include <algorithm>

#include "core/copy_few.h"

namespace bramah {

namespace {

constexpr double kTrapezoidalError = 1.0 / 12.0;  // of h³ x'''

}  // namespace

AdvanceReport Trapezoidal::advance(const ImplicitDynamics& dynamics,
                                   ImplicitDynamics::Scratch& scratch, double t, double h,
                                   StatePoint p) noexcept {
  const double b = 0.5 * h, steps = steps_back(p, h);
  const StepCoefficients c{1.0, 1.0 / b, 1.0 / (b * b), 1.0 / b};
  AdvanceReport report;
  predict(h, steps, p);
  bool solved = solve(dynamics, scratch, c, t + h, t + b, report);
  if (!solved && steps > 0.0 && !bounds_) {  // without substeps there is one more guess
    predict(h, 0.0, p);
    solved = solve(dynamics, scratch, c, t + h, t + b, report);
  }
  if (!solved) return report;
  if (bounds_) {
    look_back(p, h, kTrapezoidalError);
    judge(c, report);
  }
  for (std::size_t k = 0; k < p.work.size(); ++k) p.work[k] += b * p.power[k];
  add_work(p, b);
  remember(p, h);
  store(p);
  return report;
}

// With constant acceleration; it satisfies the rule's formulas.
void Trapezoidal::predict(double h, double steps, const StatePoint& p) noexcept {
  const double b = 0.5 * h;
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    trial_.q[i] = p.q[i] + h * (p.v[i] + b * p.a[i]);
    trial_.v[i] = p.v[i] + h * p.a[i];
    trial_.a[i] = p.a[i];
  }
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    trial_.ydot[i] = p.ydot[i];
    if (steps > 0.0) trial_.ydot[i] += predictor_.bend(i, p.ydot[i], p.before_y[i], steps, b);
    trial_.y[i] = p.y[i] + b * (p.ydot[i] + trial_.ydot[i]);
  }
  copy_few(p.lambda, trial_.lambda);
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::trapezoidal>(const ImplicitDynamics& dynamics,
                                                                   const IntegratorOptions& o) {
  return std::make_unique<Trapezoidal>(dynamics, o.newton);
}

}  // namespace bramah
