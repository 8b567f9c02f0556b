// rosenbrock and linear_euler on a small machine with a mass that depends on its coordinate, a fast
// state and an algebraic one, against the classical Runge-Kutta rule with tiny steps.
#include "integrators/rosenbrock.h"
#include "integrators/plain_dynamics.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <utility>

#include "integrators/linear_euler.h"
#include "integrators/swinging_mass_run.h"

namespace bramah {
namespace {

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

// Three states without a mechanism: y0' = 1, but held at 0.3 while 0.3 < y1 < 0.6; y1' = 1;
// y2' = -y2². Rows times `row`, tangent times `tangent`, the rates' share in a row `mass`.
struct PlainStates final : PlainDynamics {
  std::array<double, 3> row{1.0, 1.0, 1.0}, tangents{1.0, 1.0, 1.0}, mass{1.0, 1.0, 1.0};
  struct Now final : Scratch {
    bool held = false;
  };
  static Now& now(Scratch& s) { return static_cast<Now&>(s); }

  int coordinates() const override { return 0; }
  int states() const override { return 3; }
  std::unique_ptr<Scratch> make_scratch() const override { return std::make_unique<Now>(); }
  int modes() const override { return 1; }
  void save_modes(const Scratch& s, std::span<int> to) const override {
    to[0] = static_cast<const Now&>(s).held;
  }
  void restore_modes(std::span<const int> from, Scratch& s) const override {
    now(s).held = from[0] != 0;
  }
  bool residual(Trial& x, StepCoefficients, int iteration, Scratch& s,
                std::span<double> r) const override {
    const bool held = iteration >= 0 ? x.y[1] > 0.3 && x.y[1] < 0.6 : now(s).held;
    const bool changed = std::exchange(now(s).held, held) != held;
    r[0] = row[0] * (held ? x.y[0] - 0.3 : mass[0] * x.ydot[0] - 1.0);
    r[1] = row[1] * (mass[1] * x.ydot[1] - 1.0);
    r[2] = row[2] * (mass[2] * x.ydot[2] + x.y[2] * x.y[2]);
    return changed;
  }
  void tangent(const Trial& x, StepCoefficients c, Scratch& s, SquareMatrix& j) const override {
    j.row(0)[0] += tangents[0] * (now(s).held ? 1.0 : c.y);
    j.row(1)[1] += tangents[1] * c.y;
    j.row(2)[2] += tangents[2] * (c.y + 2.0 * x.y[2]);
  }
  bool rates(Trial& x, Scratch& s) const override {
    now(s).held = x.y[1] > 0.3 && x.y[1] < 0.6;
    x.ydot = {now(s).held ? 0.0 : 1.0, 1.0, -x.y[2] * x.y[2]};
    return true;
  }
  void powers(const Trial&, Scratch&, std::span<double>) const override {}
};

struct PlainPoint {
  std::vector<double> none, y{0.0, 0.0, 2.0}, ydot{1.0, 1.0, -4.0}, memory{0.0, 0.0, 0.0},
      control{0.0, 0.0};
  StatePoint view() { return {none, none, none, y, ydot, {}, none, memory, none, none, control}; }
};

// A row that is a rate before a stop and none at it: what is known of the one is forgotten at the
// other, and back.
TEST(Rosenbrock, KnowsAStopFromARateBothWays) {
  const PlainStates m;
  Rosenbrock rule(m, {1e-6});
  const auto scratch = m.make_scratch();
  PlainPoint p;
  ASSERT_TRUE(rule.advance(m, *scratch, 0.0, 1.0, p.view()).newton.converged);
  EXPECT_NEAR(p.y[0], 0.3 + 0.4, 1e-6);
  EXPECT_NEAR(p.y[1], 1.0, 1e-12);
  EXPECT_NEAR(p.y[2], 2.0 / 3.0, 1e-5);  // 2/(1 + 2 t)
}

// A rate that comes in with another factor than one is no rate that the rule knows; a tangent may
// be singular.
TEST(Rosenbrock, NamesTheEquationThatFails) {
  for (const int k : {0, 1, 2}) {
    PlainStates halves, singular;
    halves.mass[k] = 0.4;
    singular.tangents[k] = 0.0;
    for (const PlainStates* m : {&halves, &singular}) {
      Rosenbrock rule(*m, {1e-4});
      const auto scratch = m->make_scratch();
      PlainPoint p;
      const AdvanceReport report = rule.advance(*m, *scratch, 0.0, 0.1, p.view());
      EXPECT_FALSE(report.newton.converged);
      EXPECT_EQ(report.newton.worst, k) << (m == &halves ? "mass" : "tangent");
    }
  }
}

// What was left of a failed attempt has no part in the next.
TEST(Rosenbrock, BeginsAnewAfterAFailure) {
  PlainStates m;
  Rosenbrock used(m, {1e-5}), fresh(m, {1e-5});
  const auto scratch = m.make_scratch();
  PlainPoint failed, second, first;
  m.row[2] = NAN;
  EXPECT_FALSE(used.advance(m, *scratch, 0.0, 0.2, failed.view()).newton.converged);
  m.row[2] = 1.0;
  EXPECT_TRUE(used.advance(m, *scratch, 0.0, 0.2, second.view()).newton.converged);
  EXPECT_TRUE(fresh.advance(m, *scratch, 0.0, 0.2, first.view()).newton.converged);
  EXPECT_EQ(second.y, first.y);
  EXPECT_EQ(second.control, first.control);
}

}  // namespace
}  // namespace bramah
