#include "integrators/trapezoidal.h"

#include <gtest/gtest.h>

#include "integrators/swinging_mass_run.h"

namespace bramah {
namespace {

// Within 0.2 of what the table of axes says.
TEST(Trapezoidal, HasItsOrder) {
  for (const double rate : {1.0, 20.0})
    EXPECT_NEAR(order_of(IntegratorRule::trapezoidal, SwingingMass(rate), 1.0, 200),
                choice_record(IntegratorRule::trapezoidal).order, 0.2)
        << rate;
}

// A-stable, not L-stable: a fast state that starts off its course keeps ringing.
TEST(Trapezoidal, RingsWhereAFastStateIsOffItsCourse) {
  const SwingingMass m(1e6);
  const auto scratch = m.make_scratch();
  Point p(m, *scratch);
  p.y[0] += 1.0;  // with the old rate: as after a jump that nobody told of
  p.ydot[0] = -1e6;
  const auto rule = make_integrator(IntegratorRule::trapezoidal, m, {});
  double last = p.y[0] - 2.0 * std::sin(p.q[0]);
  for (int k = 0; k < 6; ++k) {
    ASSERT_TRUE(rule->advance(m, *scratch, k * 1e-3, 1e-3, p.view()).newton.converged);
    const double off = p.y[0] - 2.0 * std::sin(p.q[0]) - std::sin(3e-3 * (k + 1));
    EXPECT_LT(off * last, 0.0) << k;                      // changes its sign
    EXPECT_GT(std::abs(off), 0.5 * std::abs(last)) << k;  // and hardly its size
    last = off;
  }
}

}  // namespace
}  // namespace bramah
