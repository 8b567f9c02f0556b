#include "integrators/gen_alpha.h"

#include <gtest/gtest.h>

#include "integrators/swinging_mass_run.h"

namespace bramah {
namespace {

// Within 0.2 of what the table of axes says.
TEST(GenAlpha, HasItsOrder) {
  for (const double rate : {1.0, 20.0})
    EXPECT_NEAR(order_of(IntegratorRule::gen_alpha, SwingingMass(rate), 1.0, 200),
                choice_record(IntegratorRule::gen_alpha).order, 0.2)
        << rate;
}

// rho_inf is what is left of a fast state after a step: 0 damps it at once, 1 keeps it ringing.
TEST(GenAlpha, DampsByRhoInf) {
  const auto left_after = [](double rho_inf, int steps) {
    const SwingingMass m(1e7);
    const auto scratch = m.make_scratch();
    Point p(m, *scratch);
    p.y[0] += 1.0;
    IntegratorOptions options;
    options.rho_inf = rho_inf;
    const auto rule = make_integrator(IntegratorRule::gen_alpha, m, options);
    for (int k = 0; k < steps; ++k)
      EXPECT_TRUE(rule->advance(m, *scratch, k * 1e-3, 1e-3, p.view()).newton.converged);
    return std::abs(p.y[0] - 2.0 * std::sin(p.q[0]) - std::sin(3e-3 * steps));
  };
  EXPECT_LT(left_after(0.0, 12), 1e-3);
  EXPECT_GT(left_after(1.0, 12), left_after(0.9, 12));
  EXPECT_LT(left_after(0.5, 12), left_after(0.9, 12));
}

}  // namespace
}  // namespace bramah
