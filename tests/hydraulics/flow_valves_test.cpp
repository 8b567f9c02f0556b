#include "hydraulics/parts/flow_valves.h"

#include <gtest/gtest.h>

#include "hydraulics/part_checks.h"

namespace bramah {
namespace {

const Passage kPassage = Passage::nominal(1e-3, 1e6);

TEST(Throttle, OpeningScalesTheFlow) {
  const PartOf<Throttle> throttle({kPassage});
  EXPECT_DOUBLE_EQ(evaluate(throttle, {2e6, 1e6, 1.0})[1], 1e-3);
  EXPECT_DOUBLE_EQ(evaluate(throttle, {1e6, 2e6, 0.3})[1], -0.3e-3);
  EXPECT_DOUBLE_EQ(evaluate(throttle, {2e6, 1e6, 1.7})[1], 1e-3);
  EXPECT_EQ(evaluate(throttle, {2e6, 1e6, -0.1})[1], 0.0);
}

TEST(ThrottleCheckValve, FreeOneWay) {
  const PartOf<ThrottleCheckValve> valve(
      {.passage = kPassage, .cracking = 1e5, .range = 1e5, .check = Passage::nominal(5e-3, 1e6)});
  EXPECT_DOUBLE_EQ(evaluate(valve, {2e6, 1e6, 0.5})[1], 5.5e-3);
  EXPECT_DOUBLE_EQ(evaluate(valve, {1e6, 2e6, 0.5})[1], -0.5e-3);
  EXPECT_EQ(evaluate(valve, {1e6, 2e6, 0.0})[1], 0.0);
}

TEST(FlowControlValve, HoldsTheFlow) {
  const PartOf<FlowControlValve> valve({.regulating = 8e5});
  for (const double dp : {8e5, 1e6, 5e6, 3e7})
    EXPECT_NEAR(evaluate(valve, {1e6 + dp, 1e6, 2e-4})[1], 2e-4, 1e-18) << dp;
  // Below half the regulating drop a throttle of the same opening: sqrt(4/6) of the flow.
  EXPECT_NEAR(evaluate(valve, {1.4e6, 1e6, 2e-4})[1], 2e-4 * std::sqrt(4.0 / 6.0), 1e-7);
  // At 6 bar m = 6 - 2²/8 = 5.5 bar.
  EXPECT_NEAR(evaluate(valve, {1.6e6, 1e6, 2e-4})[1], 2e-4 * std::sqrt(5.5 / 6.0), 1e-7);
  EXPECT_LT(evaluate(valve, {1e6, 2e6, 2e-4})[1], 0.0);
  EXPECT_EQ(evaluate(valve, {2e6, 1e6, 0.0})[1], 0.0);
}

// [Malysheva2021, Eq. 2.27] with Table 2.2.
TEST(ControlThrottle, DynamicsAndFloor) {
  const PartOf<ControlThrottle> throttle({.C6 = 5.26e-7, .C7 = 200, .C8 = 0.45, .C9 = 1.2});
  const auto f = evaluate(throttle, {2e6, 1e6, 3e-7, 1e-5, 6.0});
  EXPECT_DOUBLE_EQ(f[1], 3e-7 * 1e3);
  EXPECT_EQ(f[2], 1e-5);
  EXPECT_DOUBLE_EQ(f[3], (6.0 - 1.2) * 5.26e-7 * 4e4 - 2 * 1e-5 * 0.45 * 200 - 3e-7 * 4e4);
  EXPECT_DOUBLE_EQ(evaluate(throttle, {2e6, 1e6, -3e-7, 0.0, 0.0})[1], 1e-8 * 1e3);  // k_min
}

}  // namespace
}  // namespace bramah
