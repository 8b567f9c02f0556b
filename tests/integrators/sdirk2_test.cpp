#include "integrators/sdirk2.h"

#include <gtest/gtest.h>

#include "integrators/swinging_mass_run.h"

namespace bramah {
namespace {

// Within 0.2 of what the table of axes says.
TEST(Sdirk2, HasItsOrder) {
  for (const double rate : {1.0, 20.0})
    EXPECT_NEAR(order_of(IntegratorRule::sdirk2, SwingingMass(rate), 1.0, 200),
                choice_record(IntegratorRule::sdirk2).order, 0.2)
        << rate;
}

// L-stable: a fast state that starts off its course is on it after a step.
TEST(Sdirk2, DampsAFastStateAtOnce) {
  const SwingingMass m(1e6);
  const auto scratch = m.make_scratch();
  Point p(m, *scratch);
  p.y[0] += 1.0;
  const auto rule = make_integrator(IntegratorRule::sdirk2, m, {});
  for (int k = 0; k < 2; ++k)
    ASSERT_TRUE(rule->advance(m, *scratch, k * 1e-3, 1e-3, p.view()).newton.converged);
  EXPECT_NEAR(p.y[0], 2.0 * std::sin(p.q[0]) + std::sin(3.0 * 2e-3), 1e-4);  // of a kick of 1
}

TEST(Sdirk2, TakesTwoSolvesAndSaysSo) {
  const SwingingMass m(10.0);
  const auto scratch = m.make_scratch();
  Point p(m, *scratch);
  const auto rule = make_integrator(IntegratorRule::sdirk2, m, {});
  const AdvanceReport report = rule->advance(m, *scratch, 0.0, 1e-2, p.view());
  EXPECT_EQ(report.solves, 2);
  EXPECT_GE(report.iterations, 2);
}

}  // namespace
}  // namespace bramah
