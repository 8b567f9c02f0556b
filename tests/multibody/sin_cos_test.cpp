#include "multibody/sin_cos.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace bramah {
namespace {

constexpr double kUlps = 4.0 * 2.2e-16;

TEST(SinCos, AgreesWithTheStandardLibrary) {
  std::mt19937 random(1);
  for (const double most : {1e-3, 1.0, 10.0, 1e3, 9e5, 1e8}) {
    std::uniform_real_distribution<double> angle(-most, most);
    for (int k = 0; k < 20000; ++k) {
      const int count = 1 + k % 4;
      double x[4];
      for (double& value : x) value = angle(random);
      if (k % 5 == 0) x[0] = M_PI_2 * std::round(x[0]);  // where one of them nearly vanishes
      SinCos y[4];
      sin_cos(x, count, y);
      for (int i = 0; i < count; ++i) {
        ASSERT_NEAR(y[i].sin, std::sin(x[i]), kUlps * std::abs(std::sin(x[i]))) << x[i];
        ASSERT_NEAR(y[i].cos, std::cos(x[i]), kUlps * std::abs(std::cos(x[i]))) << x[i];
      }
    }
  }
}

TEST(SinCos, WrongAnglesGiveWrongNumbersAndLeaveTheOthers) {
  const double x[] = {0.0, NAN, INFINITY, 1.0};
  SinCos y[4];
  sin_cos(x, 4, y);
  EXPECT_EQ(y[0].sin, 0.0);
  EXPECT_EQ(y[0].cos, 1.0);
  EXPECT_TRUE(std::isnan(y[1].sin) && std::isnan(y[2].cos));
  EXPECT_DOUBLE_EQ(y[3].cos, std::cos(1.0));
}

}  // namespace
}  // namespace bramah
