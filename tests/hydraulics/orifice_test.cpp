#include "hydraulics/parts/orifice.h"

#include <gtest/gtest.h>

#include "derivative.h"

namespace bramah {
namespace {

constexpr double kC = 2.138e-8;

Orifice make(OrificeLaw law) { return {law, kC, 2e5}; }

TEST(Orifice, AllLawsAreTheSquareRootFarFromZero) {
  const double dp = 4e6;
  EXPECT_DOUBLE_EQ(flow(make(OrificeLaw::sqrt), dp).q, kC * 2e3);
  EXPECT_DOUBLE_EQ(flow(make(OrificeLaw::linear_below), -dp).q, -kC * 2e3);
  EXPECT_DOUBLE_EQ(flow(make(OrificeLaw::two_regime), dp).q, kC * 2e3);
  // Q = C dp / (dp² + delta²)^(1/4), delta/dp = 1/20: (1 + 1/400)^(-1/4) of the square root.
  EXPECT_NEAR(flow(make(OrificeLaw::smooth), dp).q, kC * 2e3 * std::pow(1.0025, -0.25), 1e-18);
}

TEST(Orifice, BelowTheTransition) {
  const double dp = 5e4;  // a quarter of the transition of 2 bar
  EXPECT_DOUBLE_EQ(flow(make(OrificeLaw::linear_below), dp).q, kC * dp / std::sqrt(2e5));
  // a1 dp + a3 dp³ with a1 = 5 C/(4 sqrt dp0), a3 = -C/(4 dp0^(5/2))  [Malysheva2021, Eq. 4.16]
  const double a1 = 5 * kC / (4 * std::sqrt(2e5)), a3 = -kC / (4 * std::pow(2e5, 2.5));
  EXPECT_NEAR(flow(make(OrificeLaw::two_regime), dp).q, a1 * dp + a3 * dp * dp * dp, 1e-20);
  EXPECT_NEAR(flow(make(OrificeLaw::smooth), dp).q, kC * dp / std::pow(dp * dp + 4e10, 0.25),
              1e-20);
}

TEST(Orifice, TwoRegimeIsC1AtTheTransition) {
  const Orifice o = make(OrificeLaw::two_regime);
  const OrificeFlow below = flow(o, 2e5 * (1 - 1e-12)), above = flow(o, 2e5 * (1 + 1e-12));
  EXPECT_NEAR(below.q / above.q, 1.0, 1e-11);
  EXPECT_NEAR(below.by_dp / above.by_dp, 1.0, 1e-11);
}

TEST(Orifice, SlopesMatchCentralDifferences) {
  for (const OrificeLaw law :
       {OrificeLaw::sqrt, OrificeLaw::linear_below, OrificeLaw::two_regime, OrificeLaw::smooth})
    for (const double dp : {-2e7, -3e5, -1e5, 0.0, 3e3, 1e6, 3e7}) {
      if (law == OrificeLaw::sqrt && std::abs(dp) < 1e4) continue;  // the corner itself is below
      SCOPED_TRACE(dp);
      expect_slope_near([&](double x) { return flow(make(law), x).q; }, dp,
                        flow(make(law), dp).by_dp);
    }
}

TEST(Orifice, PureSquareRootHasAFiniteSlopeAtZero) {
  const OrificeFlow zero = flow(make(OrificeLaw::sqrt), 0.0);
  EXPECT_EQ(zero.q, 0.0);
  EXPECT_DOUBLE_EQ(zero.by_dp, kC);  // C/sqrt(1 Pa)
}

TEST(Orifice, SharpEdgeCoefficient) {
  EXPECT_NEAR(sharp_edge_coefficient(0.8, 2.83e-5, 850.0), 1.09820e-6, 1e-11);
}

TEST(Orifice, FlowIsOddAndDissipates) {
  for (const OrificeLaw law :
       {OrificeLaw::sqrt, OrificeLaw::linear_below, OrificeLaw::two_regime, OrificeLaw::smooth})
    for (const double dp : {0.3, 1e3, 1.9e5, 2.1e5, 1e7}) {
      EXPECT_DOUBLE_EQ(flow(make(law), dp).q, -flow(make(law), -dp).q);
      EXPECT_GT(flow(make(law), dp).q, 0.0);
    }
}

}  // namespace
}  // namespace bramah
