// The numbers of the shipped models, against the papers' tables.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "build/sizes.h"
#include "model_file/machine_text.h"

namespace bramah {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

MachineDescription shipped(const std::string& name) { return read_machine_file(model_path(name)); }

TEST(ShippedModels, AllCanBeRead) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(BRAMAH_SOURCE_DIR) + "/models"))
    if (entry.path().extension() == ".yaml") {
      EXPECT_NO_THROW((void)read_machine_file(entry.path().string())) << entry.path();
      ++count;
    }
  EXPECT_GE(count, 29);
}

TEST(ShippedModels, NayaRod) {
  const auto m = shipped("naya_rod");
  EXPECT_TRUE(m.planar && m.initial_static);
  EXPECT_NEAR(m.ground[0].at[0], std::sqrt(3.0) / 2.0, 1e-15);
  EXPECT_NEAR(m.bodies[0].inertia[2], 200.0 / 12.0, 1e-12);
  EXPECT_EQ(m.bodies[0].point_masses[0].mass, 250.0);
  EXPECT_NEAR(m.joints[0].coordinates[0].start, 30 * kDegree, 1e-15);
  EXPECT_TRUE(m.fluids[0].polynomial);
  EXPECT_EQ(m.fluids[0].a, 6.53e-10);
  EXPECT_EQ(m.fluids[0].b, -1.19e-18);
  const CylinderSpec& lift = m.cylinders[0];
  EXPECT_EQ(lift.area_A, 0.0065);
  EXPECT_EQ(lift.area_B, 0.0065);
  EXPECT_NEAR(lift.closed, 0.279, 1e-15);
  EXPECT_EQ(lift.stroke, 0.442);
  EXPECT_TRUE(lift.start_A.statics && lift.start_B.statics);
  EXPECT_EQ(lift.friction.viscous, 1e5);
  const SizedValve valve = sized(m.valves[0], m);
  EXPECT_EQ(valve.design.type, ValveType::complementary);
  EXPECT_EQ(valve.command_unit, "1");
  for (const double c : valve.design.coefficient)
    EXPECT_NEAR(c, 0.67 * 0.0005 * std::sqrt(2.0 / 850.0), 1e-18);
  EXPECT_TRUE(m.valves[0].neutral_statics);
  EXPECT_EQ(valve.design.law, OrificeLaw::sqrt);
  EXPECT_EQ(m.signals[0].x, (std::vector<double>{0, 2, 6}));
  EXPECT_EQ(m.signals[0].y, (std::vector<double>{0, -0.01, 0.01}));
  EXPECT_EQ(m.solver.until, 10.0);
}

TEST(ShippedModels, CraneSingle) {
  const auto m = shipped("crane_single");
  EXPECT_EQ(m.bodies[1].mass, 0.0);
  EXPECT_EQ(m.bodies[1].point_masses[0].mass, 100.0);
  EXPECT_NEAR(m.joints[1].coordinates[0].start, 240 * kDegree, 1e-14);
  const CylinderSpec& lift = m.cylinders[0];
  EXPECT_NEAR(lift.closed, 0.45, 1e-15);
  EXPECT_EQ(lift.stroke, 0.3);
  EXPECT_DOUBLE_EQ(lift.hose_A.volume, 3.14e-5);
  EXPECT_DOUBLE_EQ(lift.hose_B.volume, 7.85e-5);
  EXPECT_EQ(*lift.hose_A.wall, 1.5e8);
  EXPECT_EQ(lift.end_damper->stiffness, 1e7);
  EXPECT_EQ(lift.end_damper->damping, 5e3);
  EXPECT_DOUBLE_EQ(m.volumes[0].hose.volume, 7.85e-7);
  EXPECT_DOUBLE_EQ(sized(m.orifices[0], m), 0.8 * 2.83e-5 * std::sqrt(2.0 / 850.0));
  EXPECT_EQ(m.orifices[0].from, "lift_hose");
  EXPECT_EQ(m.valves[0].A, "lift_hose");
  const SizedValve valve = sized(m.valves[0], m);
  EXPECT_EQ(valve.design.coefficient[0], 1.0690e-8);
  EXPECT_EQ(valve.command_unit, "V");
  EXPECT_NEAR(valve.spool.tau, 1.0 / (2 * std::numbers::pi * 35.0), 1e-18);
  EXPECT_EQ(valve.design.transition, 2e5);
  EXPECT_EQ(m.signals[0].x, (std::vector<double>{0, 1, 8.5, 10, 18}));
  EXPECT_EQ(m.signals[0].y, (std::vector<double>{0, 10, 0, -10, 0}));
  EXPECT_EQ(m.solver.until, 20.0);
}

TEST(ShippedModels, CraneDouble) {
  const auto m = shipped("crane_double");
  ASSERT_EQ(m.cylinders.size(), 2u);
  EXPECT_NEAR(m.cylinders[1].closed, std::sqrt(3.0) / 4.0 - 0.05, 1e-15);
  EXPECT_EQ(m.cylinders[1].from.body, "link1");
  EXPECT_EQ(m.cylinders[1].to.point, "S");
  EXPECT_EQ(m.signals[0].x, (std::vector<double>{0, 1, 5, 6, 9}));
  EXPECT_EQ(m.signals[1].x, (std::vector<double>{0, 1.5, 4, 5, 9}));
  EXPECT_EQ(m.solver.until, 10.0);
  EXPECT_EQ(m.solver.step, 1e-3);
}

TEST(ShippedModels, FourBar) {
  const auto m = shipped("four_bar");
  EXPECT_NEAR(m.bodies[0].inertia[2], 225.0 * 81.0 / 12.0, 1e-9);
  EXPECT_NEAR(m.bodies[0].points[1].at[0], 3.0, 1e-15);
  EXPECT_NEAR(m.bodies[1].com[0], std::sqrt(2.0) / 2.0, 1e-15);
  EXPECT_EQ(m.joints[0].coordinates[0].start_kind, CoordinateSpec::Start::given);
  EXPECT_EQ(m.joints[1].coordinates[0].start_kind, CoordinateSpec::Start::guess);
  EXPECT_NEAR(m.joints[1].coordinates[0].start, -135 * kDegree, 1e-15);
  EXPECT_TRUE(m.joints[3].cut);
  EXPECT_EQ(m.cylinders[0].closed, 1.1);
  EXPECT_EQ(m.cylinders[0].start_B.value, 3.5e6);
  EXPECT_EQ(*m.cylinders[0].friction.efficiency, 0.88);
  EXPECT_EQ(m.cylinders[0].friction.viscous, 0.0);
  EXPECT_EQ(sized(m.valves[0], m).design.coefficient[2], 2.138e-8);
  EXPECT_DOUBLE_EQ(m.volumes[0].hose.volume, 4.71e-5);
  EXPECT_EQ(m.signals[0].x, (std::vector<double>{0, 1, 2.5, 5, 8}));
}

TEST(ShippedModels, SmoothVariantsDifferInFrictionOnly) {
  for (const std::string name : {"four_bar", "quick_return"}) {
    const auto m = shipped(name + "_smooth");
    EXPECT_EQ(m.cylinders[0].friction.viscous, 1.944e5);
    EXPECT_EQ(*m.cylinders[0].friction.efficiency, 1.0);
    EXPECT_EQ(m.cylinders[0].bore, shipped(name).cylinders[0].bore);
    EXPECT_EQ(m.joints.size(), shipped(name).joints.size());
  }
}

TEST(ShippedModels, QuickReturn) {
  const auto m = shipped("quick_return");
  EXPECT_NEAR(m.bodies[4].inertia[2], 30.0 * 0.09 / 6.0, 1e-15);  // cuboid: m L²/6
  EXPECT_NEAR(m.bodies[3].inertia[2], 100.0 / 12.0, 1e-12);
  EXPECT_NEAR(m.bodies[2].points[1].rotate[2], std::numbers::pi, 1e-15);
  EXPECT_EQ(m.joints[3].coordinates[0].start_kind, CoordinateSpec::Start::given);
  EXPECT_NEAR(m.joints[3].coordinates[0].start, 30.59 * kDegree, 1e-15);
  EXPECT_EQ(m.joints[5].type, JointType::prismatic);
  EXPECT_EQ(m.joints[6].axis, (Triple{1, 0, 0}));
  EXPECT_EQ(m.signals[0].y, (std::vector<double>{0, -10, 0, 10, 0}));
}

TEST(ShippedModels, ChronoCrane) {
  const auto m = shipped("chrono_crane");
  EXPECT_FALSE(m.initial_static);
  EXPECT_EQ(m.gravity[1], -9.8);
  EXPECT_EQ(m.bodies[1].com[0], 0.3);
  EXPECT_NEAR(m.cylinders[0].closed, 0.279, 1e-15);
  EXPECT_NEAR(sized(m.valves[0], m).design.coefficient[0], 24e-3 / 60.0 / std::sqrt(35e5), 1e-20);
  EXPECT_DOUBLE_EQ(m.cylinders[0].start_A.value, 4.163e6);
  EXPECT_EQ(m.signals[0].period, 10.0);
  EXPECT_EQ(m.signals[0].y, (std::vector<double>{0, 0, 0.6, 0.6, -1, 0}));
}

TEST(ShippedModels, NFourBar) {
  for (const int n : {1, 5, 20}) {
    const auto m = shipped("n_four_bar_" + std::to_string(n));
    ASSERT_EQ(m.bodies.size(), static_cast<std::size_t>(2 * n + 1));
    ASSERT_EQ(m.joints.size(), static_cast<std::size_t>(3 * n + 1));
    for (const BodySpec& body : m.bodies) {
      EXPECT_EQ(body.mass, 1.0);
      EXPECT_NEAR(body.inertia[2], 1.0 / 12.0, 1e-15);
    }
    EXPECT_EQ(m.joints[0].coordinates[0].rate, -1.0);
    for (int k = 0; k <= n; ++k)
      EXPECT_NEAR(m.joints[static_cast<std::size_t>(k)].coordinates[0].start, 90 * kDegree, 1e-15);
  }
}

// Hairer and Wanner II, section VII.7.
TEST(ShippedModels, Andrews) {
  const auto m = shipped("andrews");
  const std::array<double, 7> mass{.04325, .00365, .02373, .00706, .07050, .00706, .05498};
  const std::array<double, 7> inertia{2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7,
                                      1.169e-5, 5.667e-7, 1.912e-5};
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_EQ(m.bodies[k].mass, mass[k]);
    EXPECT_EQ(m.bodies[k].inertia[2], inertia[k]);
  }
  EXPECT_EQ(m.gravity[1], 0.0);
  EXPECT_EQ(m.springs[0].stiffness, 4530.0);
  EXPECT_EQ(m.springs[0].rest, 0.07785);
}

TEST(ShippedModels, FlyballGovernor) {
  const auto m = shipped("flyball_governor");
  EXPECT_NEAR(m.bodies[0].mass, 0.3, 1e-15);
  EXPECT_NEAR(m.bodies[1].mass, 3.0, 1e-14);
  EXPECT_EQ(m.bodies[2].point_masses[0].mass, 5.0);
  EXPECT_NEAR(m.joints[0].coordinates[0].rate, 2 * std::numbers::pi, 1e-15);
  EXPECT_EQ(m.springs[1].stiffness, 8e5);
  EXPECT_EQ(m.springs[1].damping, 4e4);
  EXPECT_EQ(m.springs[1].rest, 0.5);
}

TEST(ShippedModels, SliderCrank) {
  const auto m = shipped("slider_crank");
  EXPECT_EQ(m.bodies[0].mass, 0.12);
  EXPECT_EQ(m.bodies[1].inertia[0], 4e-3);
  EXPECT_EQ(m.bodies[1].inertia[2], 4e-4);
  EXPECT_EQ(m.bodies[2].mass, 2.0);
  EXPECT_EQ(m.joints[0].coordinates[0].rate, 6.0);
}

}  // namespace
}  // namespace bramah
