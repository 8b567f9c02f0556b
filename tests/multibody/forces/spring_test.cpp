#include "multibody/forces/spring.h"

#include "derivative.h"

namespace bramah {
namespace {

TEST(Spring, PushesBackAndDamps) {
  const Spring s{400.0, 0.3, 5.0};
  EXPECT_DOUBLE_EQ(s.force(0.5, 2.0).value, -400.0 * 0.2 - 5.0 * 2.0);
  EXPECT_GT(s.force(0.2, 0.0).value, 0.0);  // shorter than at rest: the ends are pushed apart
  expect_slope_near([&](double x) { return s.force(x, 2.0).value; }, 0.5,
                    s.force(0.5, 2.0).by_length);
  expect_slope_near([&](double x) { return s.force(0.5, x).value; }, 2.0,
                    s.force(0.5, 2.0).by_rate);
}

}  // namespace
}  // namespace bramah
