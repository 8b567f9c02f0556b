#include "integrators/sdirk2.h"

#include <algorithm>
#include <cmath>

#include "core/copy_few.h"

namespace bramah {

namespace {

constexpr double kFar = 0.3;    // of a state's scale
constexpr double kHold = -1.0;  // in the place of steps: states stay where they are
const double kSdirkGamma = 1.0 - 1.0 / std::sqrt(2.0);
// e = d h (k1 - (1 - gamma) k0 - gamma k2) is -d gamma (1 - gamma)/2 h³ x''', and the rule's own error
// 0.0404 h³ x''' for x' = lambda x.
const double kSdirkError = 0.0404 * 2.0 / (kSdirkGamma * (1.0 - kSdirkGamma));

}  // namespace

Sdirk2::Sdirk2(const ImplicitDynamics& dynamics, const NewtonOptions& options)
    : Integrator(dynamics, options),
      predictor_(dynamics),
      stage1_(dynamics.coordinates(), dynamics.states(), dynamics.constraints()) {}

AdvanceReport Sdirk2::advance(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                              double t, double h, StatePoint p) noexcept {
  const double b = kSdirkGamma * h, rest = h - b, anchor = t + 0.5 * h;
  const StepCoefficients c{1.0, 1.0 / b, 1.0 / (b * b), 1.0 / b};
  AdvanceReport report;

  const double steps = steps_back(p, b);
  predict_stage1(dynamics, b, steps, p);
  const bool loops = dynamics.constraints() > 0;
  bool solved = solve(dynamics, scratch, c, t + b, anchor, report);
  if (!solved && steps > 0.0 && !bounds_) {  // without substeps there is one more guess
    predict_stage1(dynamics, b, 0.0, p);
    solved = solve(dynamics, scratch, c, t + b, anchor, report);
  }
  if (!solved && !bounds_) {  // and a last one: states as they are
    predict_stage1(dynamics, b, kHold, p);
    solved = solve(dynamics, scratch, c, t + b, anchor, report);
  }
  if (!solved) return report;
  add_work(p, rest);
  // Stage 1 is an Euler step: with loops its velocities leave their constraints by O(h), its
  // accelerations by O(1). Projected, the former still leave O(h) in the accelerations through
  // forces that depend on velocity, the latter through a metric that is not the mass matrix: the
  // step would be of first order. The accelerations of stage 2's history are solved for instead.
  if (!dynamics.improve_accelerations(trial_, scratch)) {
    report.newton.converged = false;
    return report;
  }
  copy_few(trial_.v, stage1_.v);
  copy_few(trial_.a, stage1_.a);
  copy_few(trial_.ydot, stage1_.ydot);

  // Both stages have the same coefficients: the tangent of the first serves the second, and where
  // it does not, the second is solved as if alone. With constraints the tangent also projects, and
  // must be that of the end.
  predict_stage2(b, rest, rest / b, p);
  solved = solve(dynamics, scratch, c, t + h, anchor, report, !loops);
  if (!solved && !loops) {
    predict_stage2(b, rest, rest / b, p);
    solved = solve(dynamics, scratch, c, t + h, anchor, report);
  }
  if (!solved && !bounds_) {  // likewise: as stage 1 was
    predict_stage2(b, rest, 0.0, p);
    solved = solve(dynamics, scratch, c, t + h, anchor, report);
  }
  if (!solved) return report;
  if (bounds_) {
    estimate(h, p);
    judge(c, report);
  }
  add_work(p, b);
  remember(p, h);
  store(p);
  return report;
}

// How far the rates of stage 1 are from the straight line between those of the step's ends.
void Sdirk2::estimate(double h, const StatePoint& p) noexcept {
  const double d = kSdirkError * h, g = kSdirkGamma;
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    error_.q[i] = d * (stage1_.v[i] - (1.0 - g) * p.v[i] - g * trial_.v[i]);
    error_.v[i] = d * (stage1_.a[i] - (1.0 - g) * p.a[i] - g * trial_.a[i]);
  }
  for (std::size_t i = 0; i < p.y.size(); ++i)
    error_.y[i] = d * (stage1_.ydot[i] - (1.0 - g) * p.ydot[i] - g * trial_.ydot[i]);
}

// With the acceleration at the start.
void Sdirk2::predict_stage1(const ImplicitDynamics& dynamics, double b, double steps,
                            const StatePoint& p) noexcept {
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    trial_.a[i] = p.a[i];
    trial_.v[i] = p.v[i] + b * trial_.a[i];
    trial_.q[i] = p.q[i] + b * trial_.v[i];
  }
  // Where the rate would carry a state far beyond its size, it is stiff: where it is, is a better
  // guess.
  const int first = dynamics.moved_coordinates();
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    const bool far = steps == kHold ||
                     b * std::abs(p.ydot[i]) > kFar * dynamics.scale(first + static_cast<int>(i));
    trial_.ydot[i] = far ? 0.0 : p.ydot[i];
    if (!far && steps > 0.0)
      trial_.ydot[i] += predictor_.bend(i, p.ydot[i], p.before_y[i], steps, b);
    trial_.y[i] = p.y[i] + b * trial_.ydot[i];
  }
  copy_few(p.lambda, trial_.lambda);
}

// History from the projected stage 1; accelerations and rates extrapolated by `reach` of its ways, stiff
// rates kept.
void Sdirk2::predict_stage2(double b, double rest, double reach, const StatePoint& p) noexcept {
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    trial_.a[i] = stage1_.a[i] + reach * (stage1_.a[i] - p.a[i]);
    trial_.v[i] = p.v[i] + rest * stage1_.a[i] + b * trial_.a[i];
    trial_.q[i] = p.q[i] + rest * stage1_.v[i] + b * trial_.v[i];
  }
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    trial_.ydot[i] = stage1_.ydot[i] + predictor_.bend(i, stage1_.ydot[i], p.ydot[i], reach, b);
    trial_.y[i] = p.y[i] + rest * stage1_.ydot[i] + b * trial_.ydot[i];
  }
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::sdirk2>(const ImplicitDynamics& dynamics,
                                                              const IntegratorOptions& o) {
  return std::make_unique<Sdirk2>(dynamics, o.newton);
}

}  // namespace bramah
