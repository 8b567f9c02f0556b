#include "multibody/forces/joint_force.h"

#include "derivative.h"

namespace bramah {
namespace {

JointForce stops() {
  JointForce f;
  f.stiffness = 40.0, f.rest = 0.1, f.damping = 3.0;
  f.limited = true;
  f.lower = -0.5, f.upper = 0.7, f.limit_stiffness = 1e5, f.limit_damping = 200.0;
  return f;
}

// Inside, at the first touch, in the onset, at its end, deep; both stops.
constexpr double kOnset = JointForce::kOnset;
const double kPlaces[] = {0.2,   -0.5 - 0.3 * kOnset, -0.5 - 0.9 * kOnset,
                          -0.52, 0.7 + 0.5 * kOnset,  0.7 + 0.99 * kOnset,
                          0.75};

TEST(JointForce, SpringAndDamper) {
  const JointForce::Value f = stops().evaluate(0.3, 2.0);
  EXPECT_DOUBLE_EQ(f.force, -40.0 * 0.2 - 3.0 * 2.0);
  EXPECT_DOUBLE_EQ(f.stored, 0.5 * 40.0 * 0.04);
  EXPECT_DOUBLE_EQ(f.dissipated, 3.0 * 4.0);
}

TEST(JointForce, SlopesMatchDifferences) {
  const JointForce f = stops();
  for (const double q : kPlaces)
    for (const double v : {-0.4, 0.0, 1.5}) {
      const JointForce::Value at = f.evaluate(q, v);
      expect_slope_near([&](double x) { return f.evaluate(x, v).force; }, q, at.by_q,
                        {.scale = 0.01 * kOnset, .tolerance = 1e-6});
      expect_slope_near([&](double x) { return f.evaluate(q, x).force; }, v, at.by_v);
    }
}

TEST(JointForce, StoredEnergyGivesTheForceAtRest) {
  const JointForce f = stops();
  for (const double q : kPlaces)
    expect_slope_near([&](double x) { return f.evaluate(x, 0.0).stored; }, q,
                      -f.evaluate(q, 0.0).force, {.scale = 0.1 * kOnset, .tolerance = 1e-6});
}

// The force has no jump where a stop is touched, nor where its onset ends; its slope jumps by the
// stiffness at the touch alone.
TEST(JointForce, StopsAreContinuousAtBothEndsOfTheOnset) {
  const JointForce f = stops();
  constexpr double kNear = 1e-12;  // [rad]
  for (const double q : {-0.5, -0.5 - kOnset, 0.7, 0.7 + kOnset}) {
    const auto before = f.evaluate(q - kNear, 1.5), after = f.evaluate(q + kNear, 1.5);
    EXPECT_NEAR(before.force, after.force, 1e-6) << q;
    const bool touch = q == -0.5 || q == 0.7;
    EXPECT_NEAR(std::abs(before.by_q - after.by_q), touch ? 1e5 : 0.0, 1e-2) << q;
    EXPECT_NEAR(before.by_v, after.by_v, 1e-6) << q;
    EXPECT_NEAR(before.stored, after.stored, 1e-9) << q;
  }
}

TEST(JointForce, DeepInAStopStiffnessAndDampingAreFull) {
  const JointForce f = stops();
  const double depth = 0.05;
  const auto at = f.evaluate(0.7 + depth, -0.2);
  EXPECT_NEAR(at.force, -40.0 * 0.65 + 3.0 * 0.2 - 1e5 * depth + 200.0 * 0.2, 1e-9);
  EXPECT_NEAR(at.by_q, -40.0 - 1e5, 1e-9);
  EXPECT_NEAR(at.by_v, -3.0 - 200.0, 1e-9);
  EXPECT_NEAR(at.dissipated, 203.0 * 0.04, 1e-12);
}

}  // namespace
}  // namespace bramah
