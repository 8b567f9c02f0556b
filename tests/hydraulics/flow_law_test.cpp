#include "hydraulics/parts/flow_law.h"

#include <gtest/gtest.h>

#include "derivative.h"
#include "hydraulics/parts/check_valves.h"
#include "hydraulics/parts/pressure_valves.h"

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

// A valve that is shut is not asked for its flow; one that is about to open has a slope already.
TEST(FlowLaw, ShutIsShut) {
  const Passage passage = Passage::nominal(1e-3, 1e5);
  using Number = Dual<2>;
  const Number dp = Number::variable(3e6, 1), shut(0.0), opens = Number::variable(0.0, 0);
  EXPECT_TRUE(stays_shut(shut) && stays_shut(0.0));
  EXPECT_FALSE(stays_shut(opens) || stays_shut(1e-300));
  for (const Number& q : {passage.flow(shut, dp), passage.forward(shut, dp)}) {
    EXPECT_EQ(q.v, 0.0);
    EXPECT_EQ(q.d[0], 0.0);
    EXPECT_EQ(q.d[1], 0.0);
  }
  EXPECT_EQ(passage.flow(opens, dp).d[0], passage.flow(1.0, 3e6));
  EXPECT_EQ(passage.forward(opens, dp).d[0], passage.forward(1.0, 3e6));
}

// What goes in through the ports and stays is what is lost along the edges.
template <class Valve>
void check_losses(const Valve& valve, std::initializer_list<double> at) {
  const std::vector<double> x(at);
  std::vector<double> f(static_cast<std::size_t>(Valve::kShape.out()));
  valve.equations(x.data(), f.data());
  double lost = 0.0, size = 0.0;
  for (const auto& edge : valve.edges(x.data())) {
    lost += edge.q * (x[edge.from] - x[edge.to]);
    size += std::abs(edge.q) * (x[edge.from] + x[edge.to]);
  }
  EXPECT_GT(lost, 0.0);
  EXPECT_NEAR(PartOf<Valve>(valve).power(x.data(), 0, f.data()).lost, lost, 1e-15 * size);
}

TEST(FlowLaw, LossesOfValvesAreThoseOfTheirEdges) {
  const Passage wide = Passage::nominal(1e-3, 1e5);
  check_losses(ReliefValve<false>{.cracking = 1e7, .passage = wide}, {2e7, 1e6});
  check_losses(ReducingValve<true>{.setting = 5e6, .passage = wide, .relieving = wide},
               {2e7, 9e6, 1e5, 0.3});
  check_losses(CounterbalanceValve<false>{.setting = 1e7, .passage = wide, .check = wide},
               {9e6, 1e6, 2e6});
  check_losses(CheckValve{.cracking = 1e5, .passage = wide}, {3e6, 1e6});
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
