#include "hydraulics/parts/flow_law.h"

#include <gtest/gtest.h>

#include "derivative.h"

namespace bramah {
namespace {

TEST(FlowLaw, CarriesTheSlopesOfTheOrifice) {
  for (const OrificeLaw law :
       {OrificeLaw::sqrt, OrificeLaw::linear_below, OrificeLaw::two_regime, OrificeLaw::smooth})
    for (const double dp : {-1e9, -3e4, 0.0, 1e4, 2e7}) {
      const OrificeFlow expected = flow_shape(law, 2e4, dp);
      const Dual<2> q = flow_law(law, 2e4, Dual<2>::variable(dp, 1));
      EXPECT_EQ(q.v, expected.q);
      EXPECT_EQ(q.d[0], 0.0);
      EXPECT_EQ(q.d[1], expected.by_dp);
      EXPECT_EQ(flow_law(law, 2e4, dp), expected.q);
    }
}

TEST(FlowLaw, NominalFlowIsMetAtTheNominalDrop) {
  for (const OrificeLaw law : {OrificeLaw::sqrt, OrificeLaw::two_regime, OrificeLaw::smooth}) {
    const Passage passage = Passage::nominal(1e-3, 1e5, 2e5, law);  // inside the transition
    EXPECT_DOUBLE_EQ(passage.flow(1.0, 1e5), 1e-3);
    EXPECT_DOUBLE_EQ(passage.flow(0.25, -1e5), -0.25e-3);
  }
}

TEST(FlowLaw, SmoothStep) {
  EXPECT_EQ(rounded_step(-0.1), 0.0);
  EXPECT_EQ(rounded_step(1.1), 1.0);
  EXPECT_DOUBLE_EQ(rounded_step(0.5), 0.5);
  EXPECT_DOUBLE_EQ(rounded_step(0.25), 3.0 / 16 - 2.0 / 64);
  EXPECT_DOUBLE_EQ(rounded_step(Dual<1>::variable(0.5, 0)).d[0], 1.5);
  for (const double end : {0.0, 1.0})
    EXPECT_NEAR(rounded_step(Dual<1>::variable(std::abs(end - 1e-9), 0)).d[0], 0.0, 1e-8);
}

TEST(FlowLaw, SmoothPositive) {
  EXPECT_EQ(smooth_positive(-1.0, 2.0), 0.0);
  EXPECT_DOUBLE_EQ(smooth_positive(1.0, 2.0), 0.25);
  EXPECT_DOUBLE_EQ(smooth_positive(5.0, 2.0), 4.0);
  EXPECT_DOUBLE_EQ(smooth_positive(Dual<1>::variable(2.0 - 1e-12, 0), 2.0).d[0], 1.0 - 5e-13);
  EXPECT_DOUBLE_EQ(smooth_positive(Dual<1>::variable(2.0, 0), 2.0).v, 1.0);
}

// At dp0 the Reynolds number of a round hole, Q D/(A nu), is the one asked for.
TEST(FlowLaw, TransitionDropGivesTheReynoldsNumber) {
  const double reynolds = 1500, nu = 32e-6, rho = 870, discharge = 0.62, area = 3e-6;
  const double k = sharp_edge_coefficient(discharge, area, rho);
  const double dp0 = transition_drop(reynolds, nu, rho, discharge, k);
  const double diameter = std::sqrt(4 * area / std::numbers::pi);
  EXPECT_NEAR(k * std::sqrt(dp0) * diameter / (area * nu), reynolds, 1e-9);
  // The printed constant is 5.657.
  EXPECT_NEAR(
      dp0,
      reynolds * reynolds * nu * nu * std::numbers::pi * std::sqrt(rho) / (5.657 * discharge * k),
      1e-4 * dp0);
}

}  // namespace
}  // namespace bramah
