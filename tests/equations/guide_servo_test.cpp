#include "equations/guide_servo.h"

#include <gtest/gtest.h>

#include "derivative.h"

namespace bramah {
namespace {

const GuideServo kServo{5e4, 0.1, 5e-5};
const DriverValue kReference{0.5, 0.03, 0.0};

TEST(GuideServo, SlopesMatchDifferences) {
  for (const double lag :
       {-0.02, -3e-3, -1e-6, 0.0, 4e-7, 1e-3, 0.02})  // [m]; past the speed at 20 mm
    for (const double missing : {-2.0, -1.2, -0.3, 0.0, 0.4, 0.8, 1.4, 3.0}) {
      const double s = kReference.value - lag;
      const double aim = std::clamp(kReference.rate + lag / GuideServo::kTime, -0.1, 0.1);
      const double rate = aim - missing * kServo.missing;
      const GaugeForce f = kServo.force(kReference, s, rate);
      EXPECT_LE(std::abs(f.value), kServo.force_limit);
      expect_slope_near([&](double x) { return kServo.force(kReference, x, rate).value; }, s,
                        f.by_length, {.scale = 1e-3, .tolerance = 1e-6, .terms = 5e4});
      expect_slope_near([&](double x) { return kServo.force(kReference, s, x).value; }, rate,
                        f.by_rate, {.scale = 1e-4, .tolerance = 1e-6, .terms = 5e4});
    }
}

TEST(GuideServo, ClipIsOddAndBounded) {
  EXPECT_EQ(GuideServo::clip(0.3).value, 0.3);
  EXPECT_NEAR(GuideServo::clip(1.0).value, 0.875, 1e-15);
  EXPECT_EQ(GuideServo::clip(-1.0).value, -GuideServo::clip(1.0).value);
  EXPECT_EQ(GuideServo::clip(7.0).value, 1.0);
  EXPECT_EQ(GuideServo::clip(7.0).slope, 0.0);
}

// Newton comes from one limit and would land at the other: it stops where the force is none.
TEST(GuideServo, SharesStopAtTheZero) {
  const double s = kReference.value;
  EXPECT_NEAR(kServo.share(kReference, s, 0.02, 0.0, 0.04), 0.25, 1e-12);
  EXPECT_EQ(kServo.share(kReference, s, 0.02, 0.0, 0.01), 1.0);          // on this side
  EXPECT_EQ(kServo.share(kReference, s, 0.03 + 1e-6, 0.0, -0.01), 1.0);  // from the slope
}

}  // namespace
}  // namespace bramah
