// What the rules say of their own error, against the error that one step adds.
#include "integrators/step_error.h"

#include <gtest/gtest.h>

#include "integrators/swinging_mass_run.h"

namespace bramah {
namespace {

struct Before {
  std::vector<double> a{0.0}, y{0.0, 0.0, 0.0}, h{0.0}, bend_a = a, bend_y = y;
};

StatePoint whole_view(Point& p, Before& before) {
  StatePoint point = p.view();
  point.before_a = before.a, point.before_y = before.y, point.before_h = before.h;
  point.bend_a = before.bend_a, point.bend_y = before.bend_y;
  return point;
}

ErrorBounds unit_bounds() {
  ErrorBounds bounds;
  bounds.q = bounds.v = {1.0};
  bounds.y = {1.0, INFINITY, 1.0};  // the second is algebraic, and no step adds to its error
  bounds.of_y = {0.0, 0.0, 0.0};
  return bounds;
}

struct Seen {
  double said, was;
};

// Error of the fourth of four steps of h, all from the solution.
Seen last_error(IntegratorRule which, const SwingingMass& m, double h) {
  const ErrorBounds bounds = unit_bounds();
  const auto scratch = m.make_scratch();
  const auto rule = make_integrator(which, m, {});
  rule->set_bounds(&bounds);
  Point p(m, *scratch);
  Before before;
  Seen seen{};
  for (int k = 0; k < 4; ++k) {
    const Solution start{{p.q[0], p.v[0], p.y[0], p.y[2]}, p.work[0]};
    const AdvanceReport report = rule->advance(m, *scratch, k * h, h, whole_view(p, before));
    EXPECT_TRUE(report.newton.converged);
    Solution s = start;
    for (int i = 0; i < 1000; ++i) s = classical_step(m, k * h + i * h * 1e-3, h * 1e-3, false, s);
    seen = {report.error, std::max({std::abs(p.q[0] - s.x[0]), std::abs(p.v[0] - s.x[1]),
                                    std::abs(p.y[0] - s.x[2]), std::abs(p.y[2] - s.x[3])})};
  }
  return seen;
}

constexpr IntegratorRule kEstimating[] = {IntegratorRule::sdirk2, IntegratorRule::trapezoidal,
                                          IntegratorRule::gen_alpha};

TEST(StepError, IsOfTheSizeOfWhatAStepAdds) {
  const SwingingMass m(2.0);
  for (const IntegratorRule rule : kEstimating)
    for (const double h : {0.05, 0.02, 0.01}) {
      const Seen seen = last_error(rule, m, h);
      EXPECT_GT(seen.said, 0.3 * seen.was) << choice_name(rule) << " " << h;
      EXPECT_LT(seen.said, 5.0 * seen.was) << choice_name(rule) << " " << h;
    }
}

// Half the step, an eighth of the error.
TEST(StepError, FallsWithTheCubeOfTheStep) {
  const SwingingMass m(2.0);
  for (const IntegratorRule rule : kEstimating)
    EXPECT_NEAR(std::log2(last_error(rule, m, 0.02).said / last_error(rule, m, 0.01).said), 3.0,
                0.3)
        << choice_name(rule);
}

TEST(StepError, NamesTheWorstAndKnowsWhatIsNotANumber) {
  const SwingingMass m(1.0);
  StepError error(m);
  const ErrorBounds bounds = unit_bounds();
  const std::vector<double> y{0.0, 0.0, 0.0};
  error.q[0] = 0.5, error.v[0] = -0.2, error.y[1] = 9.0, error.y[2] = -3.0;
  EXPECT_EQ(error.largest(bounds, y).size, 3.0);
  EXPECT_EQ(error.largest(bounds, y).unknown, 3);
  error.y[2] = NAN;
  EXPECT_EQ(error.largest(bounds, y).size, INFINITY);
}

}  // namespace
}  // namespace bramah
