#include "hydraulics/parts/cylinder.h"

#include <gtest/gtest.h>

#include <random>

#include "derivative.h"

namespace bramah {
namespace {

Cylinder lifting_cylinder() {
  Cylinder c;
  c.area_A = 5.0265e-3, c.area_B = 4.0644e-3;
  c.closed = 0.45, c.stroke = 0.3;
  c.viscous = 1e5;
  c.damper_length = 8e-3, c.damper_stiffness = 1e7, c.damper_damping = 5e3;
  return c;
}

TEST(Cylinder, ForceByHand) {
  const CylinderForce f = lifting_cylinder().force(4e6, 3e6, 0.6, 0.02, EndContact::none);
  EXPECT_NEAR(f.value, 4e6 * 5.0265e-3 - 3e6 * 4.0644e-3 - 1e5 * 0.02, 1e-9);
  EXPECT_NEAR(f.friction, 2000.0, 1e-12);
}

TEST(Cylinder, ContactAtBothEnds) {
  const Cylinder c = lifting_cylinder();
  EXPECT_EQ(c.contact(0.457), EndContact::bottom);  // l_A = 7 mm
  EXPECT_EQ(c.contact(0.459), EndContact::none);
  EXPECT_EQ(c.contact(0.743), EndContact::top);  // l_B = 7 mm
  Cylinder free = c;
  free.damper_length = 0.0;
  EXPECT_EQ(free.contact(0.3), EndContact::none);
}

TEST(Cylinder, EndDampersPushBackIntoTheStroke) {
  const Cylinder c = lifting_cylinder();
  // 3 mm into the bottom damper, retracting at 1 cm/s: 1e7 * 3e-3 + 5e3 * 0.01, pushing the ends
  // apart.
  EXPECT_NEAR(c.force(0, 0, 0.455, -0.01, EndContact::bottom).damper, 3e4 + 50.0, 1e-9);
  EXPECT_NEAR(c.force(0, 0, 0.745, 0.01, EndContact::top).damper, -3e4 - 50.0, 1e-9);
}

TEST(Cylinder, EfficiencyFriction) {
  Cylinder c = lifting_cylinder();
  c.viscous = 0.0, c.lost_share = 0.12, c.tanh_speed = 0.01;
  const double net = 4e6 * c.area_A - 3e6 * c.area_B;
  EXPECT_NEAR(c.force(4e6, 3e6, 0.6, 0.005, EndContact::none).friction,
              0.12 * std::abs(net) * std::tanh(0.5), 1e-9);
  // It opposes motion also when the cylinder pulls.
  EXPECT_GT(c.force(1e6, 6e6, 0.6, 0.005, EndContact::none).friction, 0.0);
}

TEST(Cylinder, SlopesMatchCentralDifferencesAtRandomStates) {
  Cylinder c = lifting_cylinder();
  c.lost_share = 0.12, c.coulomb = 500.0;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> pressure(1e5, 2e7), rate(-0.03, 0.03);
  for (int k = 0; k < 50; ++k)
    for (const auto& [s, end] : {std::pair{0.6, EndContact::none},
                                 {0.455, EndContact::bottom},
                                 {0.745, EndContact::top}}) {
      const double a = pressure(random), b = pressure(random), v = rate(random);
      const CylinderForce f = c.force(a, b, s, v, end);
      expect_slope_near([&](double x) { return c.force(x, b, s, v, end).value; }, a, f.by_pA);
      expect_slope_near([&](double x) { return c.force(a, x, s, v, end).value; }, b, f.by_pB);
      expect_slope_near([&](double x) { return c.force(a, b, s, x, end).value; }, v, f.by_rate,
                        {.scale = 0.01});
      if (end != EndContact::none)
        expect_slope_near([&](double x) { return c.force(a, b, x, v, end).value; }, s, f.by_s);
      else
        EXPECT_EQ(f.by_s, 0.0);
    }
}

}  // namespace
}  // namespace bramah
