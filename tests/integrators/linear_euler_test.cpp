#include "integrators/linear_euler.h"

#include <gtest/gtest.h>

#include "integrators/swinging_mass_run.h"

namespace bramah {
namespace {

// Within 0.2 of what the table of axes says.
TEST(LinearEuler, HasItsOrder) {
  for (const double rate : {1.0, 20.0})
    EXPECT_NEAR(order_of(IntegratorRule::linear_euler, SwingingMass(rate), 1.0, 200),
                choice_record(IntegratorRule::linear_euler).order, 0.2)
        << rate;
}

// One tangent a step, whatever happens.
TEST(LinearEuler, SolvesOnce) {
  const SwingingMass m(100.0);
  const auto scratch = m.make_scratch();
  Point p(m, *scratch);
  const auto rule = make_integrator(IntegratorRule::linear_euler, m, {});
  for (int k = 0; k < 10; ++k)
    ASSERT_TRUE(rule->advance(m, *scratch, k * 1e-3, 1e-3, p.view()).newton.converged);
  EXPECT_EQ(static_cast<SwingingMass::Now&>(*scratch).tangents, 10);
}

}  // namespace
}  // namespace bramah
