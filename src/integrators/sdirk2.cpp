#include "integrators/sdirk2.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/copy_few.h"

namespace bramah {

namespace {

constexpr double kFar = 0.3;  // of a state's scale
constexpr double kSdirkGamma = 1.0 - 1.0 / std::numbers::sqrt2;
// e = d h (k1 - (1 - gamma) k0 - gamma k2) is -d gamma (1 - gamma)/2 h³ x''', and the rule's own error
// 0.0404 h³ x''' for x' = lambda x.
const double kSdirkError = 0.0404 * 2.0 / (kSdirkGamma * (1.0 - kSdirkGamma));

// How far stage 1 of the step before was from the straight line between the rates of its ends.
double off_line(double stage, double rate, double before) noexcept {
  return stage - rate + (1.0 - kSdirkGamma) * (rate - before);
}

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

  const double steps = steps_back(p, h);
  predict_stage1(dynamics, b, Guess::bent, p);
  bool solved = solve(dynamics, scratch, c, t + b, anchor, p, report);
  if (!solved && steps > 0.0 && !bounds_) {  // without substeps there is one more guess
    predict_stage1(dynamics, b, Guess::straight, p);
    solved = solve(dynamics, scratch, c, t + b, anchor, p, report);
  }
  if (!solved && !bounds_) {  // and a last one: states as they are
    predict_stage1(dynamics, b, Guess::held, p);
    solved = solve(dynamics, scratch, c, t + b, anchor, p, report);
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

  // Both stages have the same coefficients: the tangent of the first serves the second, and where it does not,
  // the second is solved as if alone. With loops the tangent also projects and judges errors: in long
  // substeps it has to be that of the end.
  const bool borrow = dynamics.constraints() == 0;
  predict_stage2(b, rest, Guess::bent, p);
  solved = solve(dynamics, scratch, c, t + h, anchor, p, report, 1, borrow);
  if (!solved && borrow) {
    predict_stage2(b, rest, Guess::bent, p);
    solved = solve(dynamics, scratch, c, t + h, anchor, p, report, 1);
  }
  if (!solved && !bounds_) {  // likewise: as stage 1 was
    predict_stage2(b, rest, Guess::held, p);
    solved = solve(dynamics, scratch, c, t + h, anchor, p, report, 1);
  }
  if (!solved) return report;
  if (bounds_) {
    estimate(h, p);
    judge(c, report);
  }
  add_work(p, b);
  remember(p, h, trial_);
  if (!p.before_h.empty()) {
    copy_few(stage1_.a, p.memory_a);
    copy_few(stage1_.ydot, p.memory_y);
  }
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

// The rates of stage 1 are those at its instant, k(b), and what an Euler step is wrong by, which goes with
// h² and is known from the step before.
void Sdirk2::predict_stage1(const ImplicitDynamics& dynamics, double b, Guess guess,
                            const StatePoint& p) noexcept {
  constexpr double g = kSdirkGamma;
  const Ahead ahead = bends_ && guess == Guess::bent ? look_ahead(p, b) : Ahead{};
  const double last = ahead.known() ? p.before_h[0] : 0.0, s = ahead.line / g;
  const auto change = [&](double rate, double before, double bend, double stage) {
    return ahead.change(rate, before, bend) +
           s * s * (off_line(stage, rate, before) + g * (1.0 - g) * last * last * bend);
  };
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    trial_.a[i] = p.a[i];
    if (ahead.known())
      trial_.a[i] += Predictor::bend_acceleration(
          change(p.a[i], p.before_a[i], p.bend_a[i], p.memory_a[i]), p.a[i], p.before_a[i], b * b);
    trial_.v[i] = p.v[i] + b * trial_.a[i];
    trial_.q[i] = p.q[i] + b * trial_.v[i];
  }
  // Where the rate would carry a state far beyond its size, it is stiff: where it is, is a better
  // guess.
  const int first = dynamics.moved_coordinates();
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    const bool far = guess == Guess::held ||
                     b * std::abs(p.ydot[i]) > kFar * dynamics.scale(first + static_cast<int>(i));
    trial_.ydot[i] = far ? 0.0 : p.ydot[i];
    if (!far && ahead.known())
      trial_.ydot[i] +=
          predictor_.bend(i, change(p.ydot[i], p.before_y[i], p.bend_y[i], p.memory_y[i]),
                          p.ydot[i], p.before_y[i], b);
    trial_.y[i] = p.y[i] + b * trial_.ydot[i];
  }
  copy_few(p.lambda, trial_.lambda);
}

// History from the projected stage 1. Rates bend as stage 1 tells, less what that is wrong by; without a
// step before, they go on from the start through stage 1.
void Sdirk2::predict_stage2(double b, double rest, Guess guess, const StatePoint& p) noexcept {
  constexpr double g = kSdirkGamma;
  const double s = steps_back(p, b + rest), reach = guess == Guess::bent ? rest / b : 0.0;
  const bool known = bends_ && guess == Guess::bent && s > 0.0;
  const auto change = [&](double stage, double rate, double before, double last_stage) {
    const double line = s * (rate - before), moved = stage - rate;
    return line - moved + (moved - g * line - s * s * off_line(last_stage, rate, before)) / g;
  };
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    const double a = stage1_.a[i];
    trial_.a[i] =
        a + (known ? Predictor::bend_acceleration(change(a, p.a[i], p.before_a[i], p.memory_a[i]),
                                                  a, p.a[i], b * b)
                   : reach * (a - p.a[i]));
    trial_.v[i] = p.v[i] + rest * a + b * trial_.a[i];
    trial_.q[i] = p.q[i] + rest * stage1_.v[i] + b * trial_.v[i];
  }
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    const double rate = stage1_.ydot[i];
    const double by =
        known ? change(rate, p.ydot[i], p.before_y[i], p.memory_y[i]) : reach * (rate - p.ydot[i]);
    trial_.ydot[i] = rate + predictor_.bend(i, by, rate, p.ydot[i], b);
    trial_.y[i] = p.y[i] + rest * rate + b * trial_.ydot[i];
  }
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::sdirk2>(const ImplicitDynamics& dynamics,
                                                              const IntegratorOptions& o) {
  return std::make_unique<Sdirk2>(dynamics, o.newton);
}

}  // namespace bramah
