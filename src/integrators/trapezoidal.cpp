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
  const double b = 0.5 * h;
  const Ahead ahead = bends_ ? look_ahead(p, h) : Ahead{};
  const StepCoefficients c{1.0, 1.0 / b, 1.0 / (b * b), 1.0 / b};
  AdvanceReport report;
  predict(h, ahead, p);
  bool solved = solve(dynamics, scratch, c, t + h, t + b, p, report);
  if (!solved && ahead.known() && !bounds_) {  // without substeps there is one more guess
    predict(h, {}, p);
    solved = solve(dynamics, scratch, c, t + h, t + b, p, report);
  }
  if (!solved) return report;
  if (bounds_) {
    look_back(p, h, kTrapezoidalError);
    judge(c, report);
  }
  for (std::size_t k = 0; k < p.work.size(); ++k) p.work[k] += b * p.power[k];
  add_work(p, b);
  remember(p, h, trial_);
  store(p);
  return report;
}

// It satisfies the rule's formulas.
void Trapezoidal::predict(double h, const Ahead& ahead, const StatePoint& p) noexcept {
  const double b = 0.5 * h;
  const bool known = ahead.known();
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    trial_.a[i] = p.a[i];
    if (known)
      trial_.a[i] += Predictor::bend_acceleration(ahead.change(p.a[i], p.before_a[i], p.bend_a[i]),
                                                  p.a[i], p.before_a[i], b * b);
    trial_.v[i] = p.v[i] + b * (p.a[i] + trial_.a[i]);
    trial_.q[i] = p.q[i] + b * (p.v[i] + trial_.v[i]);
  }
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    trial_.ydot[i] = p.ydot[i];
    if (known)
      trial_.ydot[i] += predictor_.bend(i, ahead.change(p.ydot[i], p.before_y[i], p.bend_y[i]),
                                        p.ydot[i], p.before_y[i], b);
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
