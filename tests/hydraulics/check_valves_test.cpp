#include "hydraulics/parts/check_valves.h"

#include <gtest/gtest.h>

#include "hydraulics/part_checks.h"

namespace bramah {
namespace {

const Passage kPassage = Passage::nominal(1e-3, 4e5);  // 1e-3 m³/s at 4 bar, fully open

TEST(CheckValve, ShutOpenAndBetween) {
  const PartOf<CheckValve> valve({.cracking = 1e5, .range = 2e5, .passage = kPassage});
  for (const double back : {0.0, 1e5, 3e7, 1e9})
    EXPECT_EQ(evaluate(valve, {1e5, 1e5 + back})[1], 0.0);
  EXPECT_EQ(evaluate(valve, {2e5, 1e5})[1], 0.0);          // at cracking
  EXPECT_DOUBLE_EQ(evaluate(valve, {5e5, 1e5})[1], 1e-3);  // nominal, fully open
  EXPECT_DOUBLE_EQ(evaluate(valve, {3e5, 1e5})[1], 0.5 * kPassage.flow(1.0, 2e5));  // half way
  EXPECT_DOUBLE_EQ(evaluate(valve, {5e5, 1e5})[0], -1e-3);
}

TEST(PilotCheckValve, ThePilotOpensIt) {
  const PartOf<PilotCheckValve> valve(
      {.cracking = 1e5, .range = 2e5, .ratio = 4.0, .passage = kPassage});
  const auto flow = [&](double A, double B, double X) { return evaluate(valve, {A, B, X})[1]; };
  EXPECT_DOUBLE_EQ(flow(5e5, 1e5, 0.0), 1e-3);  // free from A to B
  EXPECT_EQ(flow(1e5, 100e5, 1e5), 0.0);        // holds the load
  // Opens when 4 (p_X - p_A - range/2) passes p_B - p_A + cracking = 100 bar: at p_X = 27 bar.
  EXPECT_EQ(flow(1e5, 100e5, 26.99e5), 0.0);
  EXPECT_LT(flow(1e5, 100e5, 27.01e5), 0.0);
  // 2 bar more on the poppet, 0.5 bar on the pilot: fully open.
  EXPECT_DOUBLE_EQ(flow(1e5, 100e5, 27.5e5), -kPassage.flow(1.0, 99e5));
  EXPECT_DOUBLE_EQ(flow(1e5, 100e5, 300e5), -kPassage.flow(1.0, 99e5));
  EXPECT_EQ(evaluate(valve, {1e5, 100e5, 300e5})[2], 0.0);  // the pilot takes no oil
  EXPECT_DOUBLE_EQ(flow(200e5, 196e5, 0.0), 1e-3);          // no pilot does not pull it shut
}

TEST(ShuttleValve, TheHigherSideFeedsTheOutlet) {
  const PartOf<ShuttleValve> valve({.range = 1e5, .passage = kPassage});
  const auto left = evaluate(valve, {1e7, 5e6, 9.6e6});
  EXPECT_DOUBLE_EQ(left[2], 1e-3);
  EXPECT_EQ(left[1], 0.0);
  const auto right = evaluate(valve, {5e6, 1e7, 9.6e6});
  EXPECT_DOUBLE_EQ(right[2], 1e-3);
  EXPECT_EQ(right[0], 0.0);
  // In the middle each seat is half open.
  const auto middle = evaluate(valve, {1e7, 1e7, 9.6e6});
  EXPECT_DOUBLE_EQ(middle[0], -0.5e-3);
  EXPECT_DOUBLE_EQ(middle[1], -0.5e-3);
  EXPECT_LT(evaluate(valve, {1e7, 5e6, 1.2e7})[2], 0.0);  // the outlet flows back to the higher
}

}  // namespace
}  // namespace bramah
