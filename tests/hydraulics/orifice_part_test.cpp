#include "hydraulics/parts/orifice_part.h"

#include <gtest/gtest.h>

#include "part_checks.h"

namespace bramah {
namespace {

TEST(OrificePart, SlopesPowerAndConservation) {
  const OrificePart fixed(Orifice{OrificeLaw::smooth, 1e-7, 2e4}, false);
  const OrificePart opened(Orifice{OrificeLaw::smooth, 1e-7, 2e4}, true);
  for (const double dp : {-5e6, -1e4, 3e3, 2e6}) {
    check_all(fixed, {3e6 + dp, 3e6});
    for (const double opening : {-0.2, 0.3, 1.0}) check_all(opened, {3e6 + dp, 3e6, opening});
  }
}

TEST(LaminarPart, SlopesPowerAndConservation) {
  const LaminarPart leak(2e-12);
  for (const double dp : {-5e6, 0.0, 2e6}) check_all(leak, {3e6 + dp, 3e6});
  EXPECT_DOUBLE_EQ(evaluate(leak, {4e6, 3e6})[1], 2e-6);
  EXPECT_DOUBLE_EQ(leak.edge_flow(0, std::vector<double>{4e6, 3e6}.data()), 2e-6);
}

}  // namespace
}  // namespace bramah
