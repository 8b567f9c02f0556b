#include "hydraulics/parts/brake.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.h"
#include "part_checks.h"

namespace bramah {
namespace {

const Brake kBrake{.torque = 160.0, .release = 2e6, .range = 8e5, .yield = 0.01, .damping = 1.0};

// x = [omega, p | z]
TEST(Brake, HoldsSlipsAndIsReleased) {
  const PartOf<Brake> brake(kBrake);
  const auto held = evaluate(brake, {0.0, 1e5, 0.004});
  EXPECT_NEAR(held[0], -160.0 * 0.4, 1e-12);  // at rest it stays: z' = 0
  EXPECT_EQ(held[1], 0.0);
  EXPECT_EQ(held[2], 0.0);
  const auto slips = evaluate(brake, {50.0, 1e5, 0.01});
  EXPECT_NEAR(slips[0], -160.0, 1e-9);
  EXPECT_NEAR(slips[2], 0.0, 1e-12);                                  // bent as far as it goes
  EXPECT_NEAR(evaluate(brake, {-50.0, 1e5, 0.01})[2], -50.0, 1e-12);  // turned back it unbends
  EXPECT_EQ(evaluate(brake, {50.0, 3e6, 0.01})[0], 0.0);
  EXPECT_NEAR(evaluate(brake, {0.0, 2.4e6, 0.01})[0], -80.0, 1e-9);  // half open
}

TEST(Brake, SlopesAndPower) {
  const PartOf<Brake> brake(kBrake);
  for (unsigned k = 0; k < 100; ++k) {
    const auto random = [&](unsigned i) { return 2.0 * random_fraction(k, i) - 1.0; };
    const std::vector<double> x = {5.0 * random(0), 2e6 + 1.5e6 * random(1), 0.009 * random(2)};
    check_slopes(brake, x, {.scales = {1.0, 1e5, 1e-3}});
    check_power(brake, x, false);  // what bends it comes back
  }
}

}  // namespace
}  // namespace bramah
