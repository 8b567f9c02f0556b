#include "hydraulics/parts/compensators.h"

#include <gtest/gtest.h>

#include "hydraulics/part_checks.h"

namespace bramah {
namespace {

const Passage kSpoolPassage = Passage::nominal(1e-3, 1e6);

TEST(Compensator, KeepsItsMargin) {
  const PartOf<Compensator<false>> valve({.margin = 7e5, .range = 2e5, .passage = kSpoolPassage});
  const auto flow = [&](double A, double LS, double LS2 = 0.0) {
    return evaluate(valve, {1e7, A, LS, LS2})[1];
  };
  EXPECT_DOUBLE_EQ(flow(9e6, 8.5e6), 1e-3);                            // 5 bar: wide open
  EXPECT_DOUBLE_EQ(flow(5.7e6, 5e6), kSpoolPassage.flow(0.5, 4.3e6));  // 7 bar: half
  EXPECT_EQ(flow(5.8e6, 5e6), 0.0);                                    // 8 bar: shut
  EXPECT_DOUBLE_EQ(flow(5.7e6, 1e6, 5e6),
                   kSpoolPassage.flow(0.5, 4.3e6));  // the higher load counts
}

TEST(PostCompensator, OpensAboveTheHighestLoad) {
  const PartOf<PostCompensator<false>> valve(
      {.spring = 2e5, .range = 4e5, .passage = kSpoolPassage});
  EXPECT_EQ(evaluate(valve, {5.2e6, 1e6, 1e6, 5e6})[1], 0.0);
  EXPECT_DOUBLE_EQ(evaluate(valve, {5.4e6, 1e6, 1e6, 5e6})[1], kSpoolPassage.flow(0.5, 4.4e6));
  EXPECT_DOUBLE_EQ(evaluate(valve, {6e6, 5e6, 5e6, 0.0})[1], 1e-3);
}

TEST(Compensator, TheSpoolLags) {
  const PartOf<Compensator<true>> pre({7e5, 2e5, kSpoolPassage, {0.005}});
  const PartOf<PostCompensator<true>> post({2e5, 4e5, kSpoolPassage, {0.005}});
  EXPECT_DOUBLE_EQ(evaluate(pre, {1e7, 5.7e6, 5e6, 0.0, 0.3})[4], 0.2 / 0.005);
  EXPECT_DOUBLE_EQ(evaluate(pre, {6.7e6, 5.7e6, 5e6, 0.0, 0.3})[1], 0.3e-3);
  EXPECT_DOUBLE_EQ(evaluate(post, {5.4e6, 1e6, 1e6, 5e6, 0.3})[4], 0.2 / 0.005);
}

// [Malysheva2021, Eqs. 2.44-2.45] with Table 2.5.
TEST(SemiEmpiricalCompensator, Equations) {
  const PartOf<SemiEmpiricalCompensator> valve(
      {.C1 = 4.65e7, .C2 = -1.79e4, .C3 = 4e11, .C5 = 8e5});
  const auto f = evaluate(valve, {1.4e7, 5e6, 4.5e6, 2e6, 3e-7});
  EXPECT_DOUBLE_EQ(f[1], 3e-7 * 3000);
  EXPECT_DOUBLE_EQ(f[4], (8e5 - 5e6 + 4.5e6 - (4.65e7 - 1.79e4 * 9e6) * 3e-7) / 4e11);
  EXPECT_EQ(evaluate(valve, {1.4e7, 5e6, 2e6, 4.5e6, 3e-7})[4], f[4]);  // max(p1, p2)
  EXPECT_EQ(valve.limits(0).lower, 5e-11);
  EXPECT_EQ(valve.limits(0).upper, 1e-6);
}

}  // namespace
}  // namespace bramah
