#include "hydraulics/parts/cylinder_part.h"

#include <gtest/gtest.h>

#include <random>

#include "hydraulics/parts/cushion.h"
#include "part_checks.h"

namespace bramah {
namespace {

Cylinder lift() {
  Cylinder c;
  c.area_A = 5.0265e-3, c.area_B = 4.0644e-3;
  c.closed = 0.45, c.stroke = 0.3;
  c.viscous = 1e4;
  c.damper_length = 8e-3, c.damper_stiffness = 1e7, c.damper_damping = 5e3;
  return c;
}

Cylinder with_bristles() {
  Cylinder c = lift();
  c.bristles = true, c.bristle_stiffness = 1e7, c.bristle_damping = 3e3;
  c.coulomb = 800.0, c.breakaway = 1200.0, c.stribeck_speed = 0.02, c.seal = 1e-5;
  return c;
}

TEST(CylinderFriction, StribeckAndSealsByHand) {
  Cylinder c = lift();
  c.viscous = 0.0, c.coulomb = 500.0, c.breakaway = 900.0, c.stribeck_speed = 0.02, c.seal = 2e-5;
  const double v = 0.015, seals = 2e-5 * (4e6 + 3e6);
  EXPECT_NEAR(c.force(4e6, 3e6, 0.6, v, EndContact::none).friction,
              (500 + 400 * std::exp(-0.75 * 0.75) + seals) * std::tanh(1.5), 1e-3);
  // Without pressure, or below, the seals grip no more.
  c.coulomb = 0.0, c.breakaway = 0.0;
  EXPECT_NEAR(c.force(-1e8, -1e8, 0.6, v, EndContact::none).friction, 0.0, 1e-4);
}

TEST(CylinderFriction, BristlesSettleOnTheStribeckCurve) {
  const Cylinder c = with_bristles();
  for (const double v : {-0.05, -0.01, 0.003, 0.04}) {
    double z = 0.0;
    const double h = 1e-5;
    for (int k = 0; k < 100000; ++k) z += h * c.force(4e6, 3e6, 0.6, v, EndContact::none, z).z_rate;
    const double level = 800 + 400 * std::exp(-v * v / 4e-4) + 1e-5 * 7e6;
    EXPECT_NEAR(c.force(4e6, 3e6, 0.6, v, EndContact::none, z).friction,
                std::copysign(level, v) + 1e4 * v, 1e-3);
  }
}

TEST(CylinderFriction, PublishedBristlesNeverSlip) {
  Cylinder c = lift();  // [Malysheva2021, Table 2.4]
  c.bristles = true, c.bristle_stiffness = 320.0, c.bristle_damping = 6.3, c.viscous = 1280.0;
  c.coulomb = 2.15e6, c.breakaway = 1.13e10, c.stribeck_speed = 347.0;
  const CylinderForce f = c.force(4e6, 3e6, 0.6, 0.3, EndContact::none, 0.2);
  EXPECT_NEAR(f.z_rate, 0.3, 1e-8);
  EXPECT_NEAR(f.friction, 320 * 0.2 + 6.3 * 0.3 + 1280 * 0.3, 1e-6);
}

TEST(CylinderPart, FlowsForceAndModes) {
  const CylinderPart part(lift());
  const std::vector<double> x = {4e6, 3e6, 0.6, 0.02};
  const auto f = evaluate(part, x);
  EXPECT_NEAR(f[0], -5.0265e-3 * 0.02, 1e-18);
  EXPECT_NEAR(f[1], 4.0644e-3 * 0.02, 1e-18);
  EXPECT_NEAR(f[2], 4e6 * 5.0265e-3 - 3e6 * 4.0644e-3 - 200.0, 1e-9);
  EXPECT_EQ(part.mode(x.data()), 0);
  EXPECT_EQ(part.mode(std::vector<double>{0, 0, 0.455, 0}.data()), 1);
  EXPECT_EQ(part.mode(std::vector<double>{0, 0, 0.745, 0}.data()), 2);
}

TEST(CylinderPart, SingleActingFeelsTheVentAtB) {
  Cylinder c = lift();
  const CylinderPart part(c, false, 1.2e5);
  const auto f = evaluate(part, {4e6, 9e9, 0.6, 0.02});
  EXPECT_EQ(f[1], 0.0);
  EXPECT_NEAR(f[2], 4e6 * 5.0265e-3 - 1.2e5 * 4.0644e-3 - 200.0, 1e-9);
}

// Bristles store what bends them and lose the rest of the friction's power.
TEST(CylinderPart, BristlesStore) {
  const double rate = 0.03, z = 2e-5;
  const CylinderPart bristles(with_bristles()), plain(lift());
  const std::vector<double> x = {4e6, 3e6, z, 0.6, rate}, y = {4e6, 3e6, 0.6, rate};
  const CylinderForce force = bristles.breakdown(x.data(), 0);
  const PartPower power = bristles.power(x.data(), 0, nullptr);
  EXPECT_NEAR(power.stored, 1e7 * z * force.z_rate, 1e-9);
  EXPECT_NEAR(power.lost, force.friction * rate - 1e7 * z * force.z_rate, 1e-9);
  EXPECT_NEAR(power.work, force.value * rate, 1e-9);
  const PartPower without = plain.power(y.data(), 0, nullptr);
  EXPECT_EQ(without.stored, 0.0);
  EXPECT_NEAR(without.lost, plain.breakdown(y.data(), 0).friction * rate, 1e-12);
}

// The ends, the push of a damper, and the load that seals feel.
TEST(CylinderPart, BendsAreWhereItsEquationsDo) {
  Cylinder c = lift();
  c.lost_share = 0.05;
  const CylinderPart part(c);
  const double s = 0.455, rate = 0.02;
  const std::vector<double> x = {4e6, 3e6, s, rate}, inside = {4e6, 3e6, 0.6, rate};
  ASSERT_EQ(part.kinks(), 4);
  EXPECT_EQ(part.kink(0, x.data()), c.length_A(s));
  EXPECT_EQ(part.kink(1, x.data()), c.length_B(s));
  EXPECT_EQ(part.kink(2, x.data()), c.push(EndContact::bottom, s, rate));
  EXPECT_NE(c.push(EndContact::bottom, s, rate), c.push(EndContact::bottom, s, 2.0 * rate));
  EXPECT_EQ(part.kink(2, inside.data()), 1.0);  // it touches nothing
  EXPECT_EQ(part.kink(3, x.data()), 4e6 * c.area_A - 3e6 * c.area_B);
}

TEST(CylinderPart, SlopesAndPowerAtRandomStates) {
  Cylinder all = lift(), plain = lift();
  plain.coulomb = 300.0, plain.lost_share = 0.1, plain.breakaway = 700.0, plain.seal = 1e-5;
  all = with_bristles(), all.lost_share = 0.05;
  std::mt19937 random(11);
  std::uniform_real_distribution<double> pressure(-1e5, 2e7), rate(-0.05, 0.05), z(-1e-4, 1e-4);
  for (const Cylinder& c : {lift(), plain, all})
    for (const bool double_acting : {true, false}) {
      const CylinderPart part(c, double_acting, 1e5);
      for (int k = 0; k < 30; ++k)
        for (const double s : {0.455, 0.6, 0.745}) {
          std::vector<double> x = {pressure(random), pressure(random)};
          std::vector<double> scales = {1e5, 1e5, 1.0, 0.01};
          if (c.bristles) x.push_back(z(random)), scales.insert(scales.begin() + 2, 1e-4);
          x.push_back(s), x.push_back(k == 0 ? 0.0 : rate(random));
          check_slopes(part, x, {.scales = scales});
          check_power(part, x, !c.bristles);
        }
    }
}

TEST(Cushion, ShrinksTowardsTheEndAndLetsOilIn) {
  const Cushion bottom{.coefficient = 1e-6, .length = 0.02, .least = 0.05, .end = 0.45};
  const PartOf<Cushion> part(bottom);
  const auto out = [&](double s, double dp) { return evaluate(part, {5e6 + dp, 5e6, s, 0.0})[1]; };
  EXPECT_NEAR(out(0.6, 4e6), 1e-6 * 2000.0, 2e-8);  // O((δ/dp)²)
  EXPECT_NEAR(out(0.45, 4e6), 0.05 * out(0.6, 4e6), 1e-15);
  EXPECT_NEAR(out(0.46, 4e6), 0.525 * out(0.6, 4e6), 1e-15);
  EXPECT_NEAR(out(0.45, -4e6), -out(0.6, 4e6), 1e-15);  // the check valve
  Cushion top = bottom;
  top.end = 0.75, top.direction = -1.0;
  const PartOf<Cushion> other(top);
  for (const double s : {0.44, 0.4499, 0.453, 0.4699, 0.6, 0.745})
    for (const double dp : {-1e9, -3e6, -1e4, 0.0, 1e3, 2e6})
      for (const Part* cushion :
           {static_cast<const Part*>(&part), static_cast<const Part*>(&other)}) {
        check_slopes(*cushion, {1e6 + dp, 1e6, s, 0.1}, {.scales = {1e4, 1e4, 0.01, 1}});
        check_power(*cushion, {1e6 + dp, 1e6, s, 0.1});
        check_conservation(*cushion, {1e6 + dp, 1e6, s, 0.1});
      }
}

}  // namespace
}  // namespace bramah
