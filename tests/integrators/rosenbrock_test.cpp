// rosenbrock and linear_euler on a small machine with a mass that depends on its coordinate, a fast
// state and an algebraic one, against the classical Runge-Kutta rule with tiny steps.
#include "integrators/rosenbrock.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "integrators/linear_euler.h"
#include "integrators/swinging_mass.h"

namespace bramah {
namespace {

using Rates = SwingingMass::Rates;
constexpr Rates kStart{0.4, 0.5, 0.7, 1.0};

struct Point {
  std::vector<double> q{kStart[0]}, v{kStart[1]}, a{0.0}, y{kStart[2], 0.0, kStart[3]},
      ydot{0.0, 0.0, 0.0}, memory_a{0.0}, memory_y{0.0, 0.0, 0.0}, power{0.0}, work{0.0},
      control{0.0, 0.0};
  StatePoint view() { return {q, v, a, y, ydot, {}, memory_a, memory_y, power, work, control}; }
  // With consistent rates and power.
  Point(const SwingingMass& m, ImplicitDynamics::Scratch& s) {
    Trial x(1, 3, 0);
    x.q = q, x.v = v, x.y = y;
    m.set_time(0.0, 0.0, s);
    m.rates(x, s);
    a = x.a, y = x.y, ydot = x.ydot;
    m.powers(x, s, power);
  }
};

// (q, v, y0, y2) and the work.
struct Solution {
  Rates x = kStart;
  double work = 0.0;
};

Solution classical_step(const SwingingMass& m, double t, double h, bool contact, Solution s) {
  const auto moved = [&](double factor, const Rates& k) {
    Rates out = s.x;
    for (int i = 0; i < 4; ++i) out[i] += factor * k[i];
    return out;
  };
  const Rates k1 = m.derivative(t, s.x, contact), x2 = moved(0.5 * h, k1);
  const Rates k2 = m.derivative(t + 0.5 * h, x2, contact), x3 = moved(0.5 * h, k2);
  const Rates k3 = m.derivative(t + 0.5 * h, x3, contact), x4 = moved(h, k3);
  const Rates k4 = m.derivative(t + h, x4, contact);
  s.work += h / 6.0 * (s.x[1] * s.x[2] + 2.0 * (x2[1] * x2[2] + x3[1] * x3[2]) + x4[1] * x4[2]);
  for (int i = 0; i < 4; ++i) s.x[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
  return s;
}

// By the classical rule; where the stop is met, a step ends there.
Solution exact(const SwingingMass& m, double until, int steps) {
  Solution s;
  const double h = until / steps;
  for (double t = 0.0; t < until - 1e-9 * h;) {
    const bool contact = m.touches(s.x);
    const double whole = std::min(h, until - t);
    double before = 0.0, behind = whole;
    if (m.touches(classical_step(m, t, whole, contact, s).x) != contact)
      while (behind - before > 1e-15) {
        const double middle = 0.5 * (before + behind);
        const bool other = m.touches(classical_step(m, t, middle, contact, s).x) != contact;
        (other ? behind : before) = middle;
      }
    s = classical_step(m, t, behind, contact, s);
    t += behind;
  }
  return s;
}

double distance(const Point& p, const Solution& s, double t) {
  const Rates& x = s.x;
  return std::max({std::abs(p.q[0] - x[0]), std::abs(p.v[0] - x[1]), std::abs(p.y[0] - x[2]),
                   std::abs(p.y[1] - SwingingMass::algebraic(x[0], t)), std::abs(p.y[2] - x[3]),
                   std::abs(p.work[0] - s.work)});
}

template <class Rule>
double fixed_error(const SwingingMass& m, Rule& rule, double t, int steps) {
  const auto scratch = m.make_scratch();
  Point p(m, *scratch);
  const double h = t / steps;
  for (int n = 0; n < steps; ++n)
    EXPECT_TRUE(rule.advance(m, *scratch, n * h, h, p.view()).newton.converged);
  return distance(p, exact(m, t, 4000), t);
}

TEST(Rosenbrock, HasOrderThreeWithAVaryingMassAndAnAlgebraicState) {
  const SwingingMass m(8.0);
  Rosenbrock rule(m, {1.0});
  double last = 0.0;
  for (const int steps : {40, 80, 160, 320}) {
    const double error = fixed_error(m, rule, 2.0, steps);
    const double order = std::log2(last / error);
    std::printf("rosenbrock, %3d steps: %.2e, order %.2f\n", steps, error, order);
    if (last > 0.0) {
      EXPECT_NEAR(order, 3.0, 0.25);
    }
    last = error;
  }
}

TEST(LinearEuler, HasOrderOne) {
  const SwingingMass m(8.0);
  LinearEuler rule(m);
  double last = 0.0;
  for (const int steps : {200, 400, 800}) {
    const double error = fixed_error(m, rule, 2.0, steps);
    const double order = std::log2(last / error);
    std::printf("linear_euler, %3d steps: %.2e, order %.2f\n", steps, error, order);
    if (last > 0.0) {
      EXPECT_NEAR(order, 1.0, 0.2);
    }
    last = error;
  }
}

TEST(LinearEuler, TakesOneTangentAndOneResidual) {
  const SwingingMass m(8.0);
  LinearEuler rule(m);
  const auto scratch = m.make_scratch();
  Point p(m, *scratch);
  rule.advance(m, *scratch, 0.0, 1e-3, p.view());
  const auto& now = static_cast<const SwingingMass::Now&>(*scratch);
  EXPECT_EQ(now.tangents, 1);
  EXPECT_EQ(now.residuals, 1);
}

// A fast state costs no steps once it has settled.
TEST(Rosenbrock, ErrorFollowsTheToleranceAndStiffnessCostsLittle) {
  const double t = 2.0;
  std::vector<int> steps;
  for (const double rate : {8.0, 2000.0}) {
    const SwingingMass m(rate);
    const auto solution = exact(m, t, 8000);
    double last = 0.0;
    for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
      Rosenbrock rule(m, {tolerance});
      const auto scratch = m.make_scratch();
      Point p(m, *scratch);
      const AdvanceReport report = rule.advance(m, *scratch, 0.0, t, p.view());
      ASSERT_TRUE(report.newton.converged);
      const double error = distance(p, solution, t);
      std::printf("rate %6.0f, tolerance %.0e: %4d steps, error %.1e\n", rate, tolerance,
                  report.solves / 4, error);
      EXPECT_LT(error, 20.0 * tolerance);
      if (last > 0.0) {
        EXPECT_LT(error, 0.6 * last);  // a fast state makes it less than tenfold
      }
      // At tighter tolerances the fast state's error estimate is of lower order.
      if (tolerance == 1e-4) steps.push_back(report.solves / 4);
      last = error;
    }
  }
  EXPECT_LT(steps[1], 1.5 * steps[0]);
}

TEST(Rosenbrock, IsAccurateInsideItsSteps) {
  const SwingingMass m(8.0);
  const double tolerance = 1e-5;
  Rosenbrock rule(m, {tolerance});
  const auto scratch = m.make_scratch();
  Point p(m, *scratch);
  rule.begin(m, *scratch, 0.0, 2.0, p.view());
  AdvanceReport report;
  double worst = 0.0, longest = 0.0, before = 0.0;
  Trial x(1, 3, 0);
  std::vector<double> work(1);
  while (!rule.done()) {
    ASSERT_TRUE(rule.step(m, *scratch, report));
    for (const double theta : {0.2, 0.5, 0.8}) {
      const double t = before + theta * (rule.time() - before);
      rule.interpolate(t, x, work);
      Point inside(m, *m.make_scratch());
      inside.q = x.q, inside.v = x.v, inside.y = x.y, inside.work = work;
      worst = std::max(worst, distance(inside, exact(m, t, 500), t));
    }
    longest = std::max(longest, rule.time() - before);
    before = rule.time();
    ASSERT_TRUE(rule.proceed(m, *scratch));
  }
  std::printf("inside steps of up to %.3f s: %.1e\n", longest, worst);
  EXPECT_LT(worst, 40.0 * tolerance);
  EXPECT_GT(longest, 0.01);
}

// A stop jumps into the equations at q = 0.6: the step ends there.
TEST(Rosenbrock, FindsTheInstantOfAContact) {
  const SwingingMass m(8.0, 0.6);
  const double t = 1.0;
  const auto solution = exact(m, t, 4000);
  double last = 0.0;
  for (const double tolerance : {1e-4, 1e-6}) {
    Rosenbrock rule(m, {tolerance});
    const auto scratch = m.make_scratch();
    Point p(m, *scratch);
    const AdvanceReport report = rule.advance(m, *scratch, 0.0, t, p.view());
    ASSERT_TRUE(report.newton.converged);
    const double error = distance(p, solution, t);
    std::printf("stop, tolerance %.0e: %d steps, error %.1e\n", tolerance, report.solves / 4,
                error);
    EXPECT_LT(error, 20.0 * tolerance);
    if (last > 0.0) {
      EXPECT_LT(error, 0.1 * last);
    }
    last = error;
  }
}

// Three residuals beside the start's, which is the end's of the step before, and one at the middle.
TEST(Rosenbrock, StepsCostFewEvaluations) {
  const SwingingMass m(8.0);
  Rosenbrock rule(m, {1.0});
  const auto scratch = m.make_scratch();
  Point p(m, *scratch);
  rule.advance(m, *scratch, 0.0, 1e-3, p.view());
  auto& now = static_cast<SwingingMass::Now&>(*scratch);
  now.residuals = now.tangents = 0;
  rule.advance(m, *scratch, 1e-3, 1e-3, p.view());
  EXPECT_EQ(now.residuals, 6);  // start, time derivative, two stages, middle, end
  EXPECT_EQ(now.tangents, 3);   // by v, by a, whole
}

}  // namespace
}  // namespace bramah
