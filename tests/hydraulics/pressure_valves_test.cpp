#include "hydraulics/parts/pressure_valves.h"

#include <gtest/gtest.h>

#include "hydraulics/families.h"
#include "hydraulics/part_checks.h"

namespace bramah {
namespace {

const PartInfo& info(const std::string& type) {
  for (const PartInfo* part : valve_parts())
    if (part->type == type) return *part;
  throw std::runtime_error(type);
}
const Passage kPassage = Passage::nominal(1e-3, 5e5);

TEST(ReliefValve, RatedFlowAtTheOverride) {
  const auto valve =
      make_part(info("relief_valve"), {{"cracking", 1.8e7}, {"flow", 1e-3}, {"override", 2e6}});
  EXPECT_EQ(valve->shape().states, 0);
  EXPECT_EQ(evaluate(*valve, {1.81e7, 1e5})[1], 0.0);
  EXPECT_DOUBLE_EQ(evaluate(*valve, {2.01e7, 1e5})[1], 1e-3);
  // Half way up: half the opening at 19 of 20 MPa.
  EXPECT_NEAR(evaluate(*valve, {1.91e7, 1e5})[1], 0.5e-3 * std::sqrt(19.0 / 20.0), 1e-9);
  EXPECT_NEAR(evaluate(*valve, {8.01e7, 1e5})[1], 2e-3, 1e-9);  // full lift: a fixed orifice
  EXPECT_EQ(evaluate(*valve, {1e5, 5e7})[1], 0.0);
}

TEST(ReliefValve, ThePoppetLags) {
  const auto valve =
      make_part(info("relief_valve"),
                {{"cracking", 1.8e7}, {"flow", 1e-3}, {"override", 2e6}, {"lag", 0.02}});
  ASSERT_EQ(valve->shape().states, 1);
  const auto f = evaluate(*valve, {1.91e7, 1e5, 0.2});
  EXPECT_DOUBLE_EQ(f[2], (0.5 - 0.2) / 0.02);
  EXPECT_NEAR(f[1], 0.2e-3 * std::sqrt(19.0 / 20.0), 1e-9);
  EXPECT_EQ(valve->limits(0).lower, 0.0);
  EXPECT_EQ(valve->limits(0).upper, 1.0);
}

TEST(SequenceValve, OpensByItsInletAlone) {
  const auto valve = make_part(info("sequence_valve"),
                               {{"setting", 8e6}, {"flow", 1e-3}, {"drop", 5e5}, {"range", 1e6}});
  EXPECT_EQ(evaluate(*valve, {8.1e6, 1e5, 1e5})[1], 0.0);
  EXPECT_DOUBLE_EQ(evaluate(*valve, {9.1e6, 8.6e6, 1e5})[1], 1e-3);
  EXPECT_DOUBLE_EQ(evaluate(*valve, {8.6e6, 8.1e6, 1e5})[1], 0.5e-3);
  EXPECT_EQ(evaluate(*valve, {9.1e6, 8.6e6, 2e6})[1], 0.0);  // the drain's pressure adds
  EXPECT_EQ(evaluate(*valve, {9.1e6, 8.6e6, 1e5})[2], 0.0);
}

TEST(ReducingValve, OpenShutAndRelieving) {
  const auto valve = make_part(info("pressure_reducing_valve"), {{"setting", 3e6},
                                                                 {"flow", 1e-3},
                                                                 {"drop", 5e5},
                                                                 {"range", 4e5},
                                                                 {"gap", 2e5},
                                                                 {"relieving", 0.5}});
  const auto at = [&](double P, double A) { return evaluate(*valve, {P, A, 0.0}); };
  EXPECT_DOUBLE_EQ(at(3e6, 2.5e6)[1], 1e-3);  // wide open
  EXPECT_EQ(at(3e6, 2.5e6)[2], 0.0);
  for (const double held : {3e6, 3.1e6, 3.2e6}) EXPECT_EQ(at(2e7, held)[1], 0.0);
  EXPECT_DOUBLE_EQ(at(2e7, 3.7e6)[2], 0.5 * kPassage.flow(1.0, 3.7e6));  // relieves
  EXPECT_EQ(at(2e7, 3.7e6)[0], 0.0);
  // Half way: z = 1/2, (z - w/2)/(1 - w/2) with w = 0.2.
  EXPECT_NEAR(at(2e7, 2.8e6)[1], kPassage.flow(0.4 / 0.9, 1.72e7), 1e-15);
}

TEST(CounterbalanceValve, LoadPilotAndBackPressure) {
  const PartValues given = {
      {"setting", 2e7}, {"ratio", 3.0}, {"flow", 1e-3}, {"drop", 5e5}, {"range", 2e6}};
  const auto valve = make_part(info("counterbalance_valve"), given);
  const auto flow = [](const Part& part, double C, double V, double X) {
    return evaluate(part, {C, V, X})[1];
  };
  EXPECT_EQ(flow(*valve, 1.99e7, 0.0, 0.0), 0.0);                              // holds
  EXPECT_DOUBLE_EQ(flow(*valve, 2.1e7, 0.0, 0.0), kPassage.flow(0.5, 2.1e7));  // relieves
  // 15 MPa of load and 2 MPa of pilot: 15 + 3·2 = 21 MPa, half open.
  EXPECT_DOUBLE_EQ(flow(*valve, 1.5e7, 0.0, 2e6), kPassage.flow(0.5, 1.5e7));
  // 0.25 MPa behind it shuts it with 4 times its pressure.
  EXPECT_EQ(flow(*valve, 1.5e7, 2.5e5, 2e6), 0.0);
  EXPECT_DOUBLE_EQ(flow(*valve, 1.5e7, 1e5, 2e6), kPassage.flow(rounded_step(0.3), 1.49e7));
  // Free from V to C beyond the check valve.
  EXPECT_DOUBLE_EQ(flow(*valve, 1e6, 1.5e6, 0.0), -1e-3);
  EXPECT_EQ(flow(*valve, 1e6, 1.05e6, 0.0), 0.0);
  EXPECT_EQ(evaluate(*valve, {1.5e7, 1e5, 2e6})[2], 0.0);

  PartValues free = given;
  free["vented"] = 1.0;
  EXPECT_DOUBLE_EQ(flow(*make_part(info("counterbalance_valve"), free), 1.5e7, 2.5e5, 2e6),
                   kPassage.flow(0.5, 1.475e7));
}

TEST(CounterbalanceValve, ThePoppetLags) {
  const auto valve =
      make_part(info("counterbalance_valve"),
                {{"setting", 2e7}, {"flow", 1e-3}, {"drop", 5e5}, {"range", 2e6}, {"lag", 0.01}});
  const auto f = evaluate(*valve, {2.1e7, 0.0, 0.0, 0.1});
  EXPECT_DOUBLE_EQ(f[3], 40.0);  // (0.5 - 0.1)/0.01
  EXPECT_DOUBLE_EQ(f[1], kPassage.flow(0.1, 2.1e7));
}

}  // namespace
}  // namespace bramah
