// Bodies, joints, springs and forces.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model_file/machine_text.h"

namespace bramah {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
const std::string kSpatial = "mechanism: spatial\ngravity: \"[0, 0, -9.81] m/s2\"\n";

TEST(BodyTable, ShapesGiveInertia) {
  const auto m = machine(kSpatial + R"(
bodies:
  rod: {mass: 12 kg, shape: {rod: 2 m}}
  box: {mass: 12 kg, shape: {box: [1 m, 2 m, 3 m]}}
  bar: {mass: 12 kg, shape: {cylinder: {radius: 1 m, length: 2 m}}}
  ball: {mass: 10 kg, shape: {sphere: 0.5 m}}
)");
  EXPECT_EQ(m.bodies[0].inertia, (std::array<double, 6>{0, 4, 4, 0, 0, 0}));    // m L²/12
  EXPECT_EQ(m.bodies[1].inertia, (std::array<double, 6>{13, 10, 5, 0, 0, 0}));  // m (y² + z²)/12
  EXPECT_EQ(m.bodies[2].inertia, (std::array<double, 6>{6, 7, 7, 0, 0, 0}));  // m (3 r² + L²)/12
  EXPECT_EQ(m.bodies[3].inertia, (std::array<double, 6>{1, 1, 1, 0, 0, 0}));  // 2/5 m r²
}

TEST(BodyTable, InertiaCanBeGiven) {
  EXPECT_EQ(machine("bodies: {b: {mass: 1 kg, inertia: 3 kg m2}}").bodies[0].inertia[2], 3.0);
  const auto m =
      machine(kSpatial + "bodies: {b: {mass: 1 kg, inertia: [1 kg m2, 2 kg m2, 3 kg m2]}}");
  EXPECT_EQ(m.bodies[0].inertia, (std::array<double, 6>{1, 2, 3, 0, 0, 0}));
  EXPECT_EQ(problems_of("bodies: {b: {mass: 1 kg, inertia: 3 kg m2, shape: {rod: 1 m}}}"),
            "m.yaml:2: body \"b\": has both a shape and an inertia; keep one");
}

TEST(BodyTable, PointsHaveTwoForms) {
  const auto m = machine(R"(
bodies:
  b:
    mass: 0 kg
    points: {a: "[1, 2] mm", c: {at: [3 m, 4 m], rotate: 90 deg}}
    point_masses: {c: 5 kg}
)");
  EXPECT_EQ(m.bodies[0].points[0].at, (Triple{1e-3, 2e-3, 0}));
  EXPECT_EQ(m.bodies[0].points[1].at, (Triple{3, 4, 0}));
  EXPECT_NEAR(m.bodies[0].points[1].rotate[2], 90 * kDegree, 1e-15);
  EXPECT_EQ(m.bodies[0].point_masses[0].mass, 5.0);
  EXPECT_EQ(problems_of("bodies: {b: {mass: 0 kg, point_masses: {d: 5 kg}}}"),
            "m.yaml:2: body \"b\": point_masses: the body has no point \"d\"; it has origin");
}

const std::string kTwo = "bodies: {a: {mass: 1 kg, inertia: 1 kg m2}}\n";

TEST(JointTable, OneCoordinateStandsBesideTheJoint) {
  const auto m = machine(kTwo + R"(
joints:
  pin:
    type: revolute
    between: [ground, a]
    start: 30 deg
    rate: 6 rpm
    spring: {stiffness: 5 N m/rad, rest: 10 deg}
    damping: 2 N m s/rad
    limits: {lower: -20 deg, upper: 60 deg, stiffness: 1e6 N m/rad, damping: 3 N m s}
    effort: 7 N m
)");
  const JointSpec& joint = m.joints[0];
  ASSERT_EQ(joint.coordinates.size(), 1u);
  const CoordinateSpec& z = joint.coordinates[0];
  EXPECT_EQ(joint.a.body, "ground");
  EXPECT_EQ(joint.b.point, "origin");
  EXPECT_EQ(z.start_kind, CoordinateSpec::Start::given);
  EXPECT_NEAR(z.start, 30 * kDegree, 1e-15);
  EXPECT_NEAR(z.rate, 0.2 * std::numbers::pi, 1e-15);
  EXPECT_EQ(z.stiffness, 5.0);
  EXPECT_NEAR(z.rest, 10 * kDegree, 1e-15);
  EXPECT_EQ(z.damping, 2.0);
  EXPECT_NEAR(z.limit->lower, -20 * kDegree, 1e-15);
  EXPECT_EQ(z.limit->damping, 3.0);
  EXPECT_EQ(z.effort, "pin.effort");
  ASSERT_EQ(m.signals.size(), 1u);  // the value became a constant signal
  EXPECT_EQ(m.signals[0].value, 7.0);
}

TEST(JointTable, SlidingCoordinatesHaveLengths) {
  const auto m =
      machine(kTwo + "joints: {s: {type: prismatic, between: [ground, a], guess: 3 mm}}");
  EXPECT_EQ(m.joints[0].coordinates[0].start_kind, CoordinateSpec::Start::guess);
  EXPECT_EQ(m.joints[0].coordinates[0].start, 3e-3);
  EXPECT_EQ(m.joints[0].axis, (Triple{1, 0, 0}));
  EXPECT_EQ(
      problems_of(kTwo + "joints: {s: {type: prismatic, between: [ground, a], start: 3 deg}}"),
      "m.yaml:3: joint \"s\": start: expected a length, e.g. 1 m, or \"static\"; found 3 deg "
      "(an angle)");
}

TEST(JointTable, SeveralCoordinatesAreListed) {
  const auto m = machine(kSpatial + "bodies: {a: {mass: 0 kg}}\n" + R"(
joints:
  c: {type: cylindrical, between: [ground, a], axis: [0, 2, 0],
      coordinates: [{start: 0.1 m}, {start: static}]}
  f: {type: free, between: [ground, a]}
)");
  EXPECT_EQ(m.joints[0].axis, (Triple{0, 1, 0}));
  EXPECT_EQ(m.joints[0].coordinates[0].start, 0.1);
  EXPECT_EQ(m.joints[0].coordinates[1].start_kind, CoordinateSpec::Start::statics);
  EXPECT_EQ(m.joints[1].coordinates.size(), 6u);
  EXPECT_EQ(problems_of(kSpatial + "bodies: {a: {mass: 0 kg}}\njoints: {c: {type: cylindrical, "
                                   "between: [ground, a], start: 3 m}}"),
            "m.yaml:5: joint \"c\": start: this joint has 2 coordinates; write them in "
            "`coordinates`");
}

TEST(JointTable, RefusesContradictions) {
  const auto joint = [](const std::string& keys) {
    return problems_of(kTwo + "joints: {z: {type: revolute, between: [ground, a], " + keys + "}}");
  };
  EXPECT_EQ(joint("start: 3 deg, guess: 4 deg"),
            "m.yaml:3: joint \"z\": guess: stands beside start; a coordinate is kept (start) or "
            "solved from a guess, not both");
  EXPECT_EQ(joint("limits: {lower: 3 deg, upper: 2 deg, stiffness: 1 N m}"),
            "m.yaml:3: joint \"z\": limits: lower must be less than upper");
  EXPECT_EQ(joint("axis: [1, 0]"),
            "m.yaml:3: joint \"z\": axis: a revolute joint of a planar mechanism turns about z; "
            "remove the axis");
  EXPECT_EQ(problems_of(kTwo + "joints: {z: {type: revolute, between: [a, a]}}"),
            "m.yaml:3: joint \"z\": joins \"a\" to itself; expected two bodies");
}

TEST(ForceTable, ReadsSpringsAndForces) {
  const auto m = machine(kTwo + R"(
springs: {s: {from: ground, to: a, stiffness: 2 N/mm, rest: 10 cm}}
forces:
  push: {at: a, force: 3 kN, direction: [0, -2]}
  twist: {at: a, torque: 5 N m}
)");
  EXPECT_EQ(m.springs[0].stiffness, 2000.0);
  EXPECT_EQ(m.springs[0].rest, 0.1);
  EXPECT_EQ(m.forces[0].direction, (Triple{0, -1, 0}));
  EXPECT_TRUE(m.forces[1].torque);
  EXPECT_EQ(m.forces[1].direction, (Triple{0, 0, 1}));
  EXPECT_EQ(problems_of(kTwo + "forces: {f: {at: a}}"),
            "m.yaml:3: force \"f\": expected one of force and torque");
}

TEST(Vectors, HaveTwoForms) {
  EXPECT_EQ(machine("gravity: \"[0, -2*4.905] m/s2\"").gravity, (Triple{0, -9.81, 0}));
  EXPECT_EQ(machine("gravity: [0 m/s2, -9.8 m/s2]").gravity, (Triple{0, -9.8, 0}));
  EXPECT_EQ(problems_of("gravity: 9.81 m/s2"),
            "m.yaml:2: gravity: expected 2 values (the mechanism is planar), e.g. "
            "\"[0, -9.81] m/s2\"; found \"9.81 m/s2\"");
  EXPECT_EQ(
      problems_of("mechanism: spatial"),
      "m.yaml:1: a spatial mechanism needs its gravity, e.g. gravity: \"[0, 0, -9.81] m/s2\"");
}

}  // namespace
}  // namespace bramah
