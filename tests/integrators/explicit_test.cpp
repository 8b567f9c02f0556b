#include "integrators/explicit.h"

#include <gtest/gtest.h>

#include "integrators/swinging_mass_run.h"

namespace bramah {
namespace {

using Rule = IntegratorRule;

TEST(Explicit, RulesHaveTheirOrders) {
  for (const Rule rule : {Rule::euler, Rule::semi_euler, Rule::heun, Rule::rk4}) {
    // The algebraic state and the work follow with the rule's own quadrature: of order 2 at best
    // where the rule is not rk4.
    EXPECT_NEAR(order_of(rule, SwingingMass(2.0), 1.0, rule == Rule::rk4 ? 20 : 400),
                choice_record(rule).order, 0.2)
        << choice_name(rule);
  }
}

// The guard refuses a step past the limit of the record and takes one below it. The fastest rate of
// the mass is that of its fast state.
TEST(Explicit, KnowsWhatItCannotFollow) {
  constexpr double kRate = 1e4;
  const SwingingMass m(kRate);
  const auto scratch = m.make_scratch();
  for (const Rule rule : {Rule::euler, Rule::heun, Rule::rk4}) {
    Point p(m, *scratch);
    const auto integrator = make_integrator(rule, m, {});
    const double longest = choice_record(rule).stability / kRate;
    EXPECT_TRUE(integrator->stable(m, *scratch, 0.95 * longest, p.view()).stable);
    const Stability refused = integrator->stable(m, *scratch, 1.05 * longest, p.view());
    EXPECT_FALSE(refused.stable) << choice_name(rule);
    EXPECT_NEAR(refused.radius, kRate, 0.01 * kRate);
    EXPECT_EQ(refused.unknown, 1);  // y0, behind the one coordinate
  }
}

}  // namespace
}  // namespace bramah
