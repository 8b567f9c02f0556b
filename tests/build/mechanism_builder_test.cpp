#include "build/mechanism_builder.h"

#include <gtest/gtest.h>

#include "machine/joint_texts.h"
#include "machine/posed_machine.h"
#include "machine/recorded_run.h"

namespace bramah {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

std::string one_joint(const JointText& joint, const std::string& between, const std::string& key) {
  return kSpatialHead + R"(
bodies:
  b:
    mass: 2 kg
    com: [0.1 m, 0.2 m, 0.3 m]
    inertia: [0.3 kg m2, 0.4 kg m2, 0.5 kg m2, 0.02 kg m2, 0.03 kg m2, -0.01 kg m2]
    points: {o: [0 m, 0 m, 0 m], x: [1 m, 0 m, 0 m], y: [0 m, 1 m, 0 m], z: [0 m, 0 m, 1 m]}
joints:
  j: {type: )" +
         joint.type + ", between: " + between + joint.keys + coordinate_list(joint, key) + "}\n";
}

// The pose of body b in the world as a matrix.
Matrix4d pose_of(PosedMachine& m) {
  Matrix4d T = Matrix4d::Identity();
  const Vector3d o = m.point("b.o");
  T.block<3, 1>(0, 3) = o;
  T.block<3, 1>(0, 0) = m.point("b.x") - o;
  T.block<3, 1>(0, 1) = m.point("b.y") - o;
  T.block<3, 1>(0, 2) = m.point("b.z") - o;
  return T;
}

Matrix4d turned(double degrees, const Vector3d& axis) {
  Matrix4d T = Matrix4d::Identity();
  T.topLeftCorner<3, 3>() =
      Eigen::AngleAxisd(degrees * M_PI / 180.0, axis.normalized()).toRotationMatrix();
  return T;
}
Matrix4d moved(const Vector3d& p) {
  Matrix4d T = Matrix4d::Identity();
  T.block<3, 1>(0, 3) = p;
  return T;
}

// The second frame in the first, written out for the coordinates of joint_texts().
Matrix4d expected_pose(const std::string& type) {
  const Vector3d X = Vector3d::UnitX(), Y = Vector3d::UnitY(), Z = Vector3d::UnitZ();
  if (type == "revolute") return turned(70, {1, 2, 2});
  if (type == "prismatic") return moved(0.4 * Vector3d(2, 1, -2) / 3.0);
  if (type == "cylindrical") return moved(0.3 * Vector3d(2, -1, 2) / 3.0) * turned(-50, {2, -1, 2});
  if (type == "universal") return turned(40, {0, 3, 4}) * turned(-65, {0, 4, -3});
  if (type == "spherical") return turned(50, X) * turned(-70, Y) * turned(110, Z);
  if (type == "free")
    return moved({0.3, -0.2, 0.6}) * turned(-40, X) * turned(60, Y) * turned(80, Z);
  if (type == "planar") {  // x of the plane: the frame's x, laid into it
    const Vector3d n = Vector3d(1, -2, 2) / 3.0, e1 = (X - n * n.dot(X)).normalized();
    return moved(0.2 * e1 - 0.5 * n.cross(e1)) * turned(35, n);
  }
  return Matrix4d::Identity();
}

TEST(MechanismBuilder, StartCoordinatesPlaceTheBody) {
  for (const JointText& joint : joint_texts()) {
    SCOPED_TRACE(joint.type);
    PosedMachine m(one_joint(joint, "[ground, b]", "start"));
    EXPECT_LT((pose_of(m) - expected_pose(joint.type)).norm(), 1e-14);
  }
}

// A joint listed child first has the same coordinates: they place the ground in the body.
TEST(MechanismBuilder, BackwardsJointsHaveTheSameCoordinates) {
  for (const JointText& joint : joint_texts()) {
    SCOPED_TRACE(joint.type);
    PosedMachine m(one_joint(joint, "[b, ground]", "start"));
    EXPECT_LT((pose_of(m) * expected_pose(joint.type) - Matrix4d::Identity()).norm(), 1e-14);
  }
}

// A spherical joint may start anywhere, also where its three angles are singular.
TEST(MechanismBuilder, StartsAtSingularAngles) {
  for (const char* between : {"[ground, b]", "[b, ground]"}) {
    JointText ball{"spherical", 3, "", {"20 deg", "90 deg", "30 deg"}};
    PosedMachine m(one_joint(ball, between, "start"));
    EXPECT_TRUE(m.accelerate());
    EXPECT_LT(m.trial.a[0], 1e4);
  }
}

// A pendulum of two bodies, its joints listed either way; coordinates and rates change sign.
std::string pendulum(const std::string& type, bool backwards, const std::string& axis,
                     const std::string& rates) {
  const std::string first = backwards ? "[a.o, ground]" : "[ground, a.o]";
  const std::string second = backwards ? "[b.o, a.tip]" : "[a.tip, b.o]";
  return kSpatialHead + R"(
bodies:
  a: {mass: 2 kg, com: [0.4 m, 0.1 m, 0 m], inertia: [0.1 kg m2, 0.3 kg m2, 0.2 kg m2], points: {o: [0.1 m, 0 m, 0 m], tip: [1 m, 0 m, 0.2 m]}}
  b: {mass: 1 kg, com: [0.1 m, 0 m, 0.5 m], inertia: [0.2 kg m2, 0.1 kg m2, 0.1 kg m2], points: {o: [0 m, 0 m, 0 m], tip: [0.3 m, 0 m, 1 m]}}
joints:
  first: {type: revolute, axis: [1, 2, 0], between: )" +
         first + R"(}
  second: {type: )" +
         type + axis + ", between: " + second + ", coordinates: [" + rates + "]}\n";
}

// The same machine, listed forwards and backwards, moves alike: to round-off where the coordinates
// are the same but for a sign, to O(h²) where charts differ.
void expect_same_motion(const std::string& one, const std::string& other, double tolerance) {
  const RecordedRun a(one, "sdirk2", 1e-3, 0.5), b(other, "sdirk2", 1e-3, 0.5);
  EXPECT_GT((a.point("b.tip", a.last()) - a.point("b.tip", 0)).norm(), 0.1);
  for (std::size_t k = 0; k <= a.last(); k += 25)
    EXPECT_LT((a.point("b.tip", k) - b.point("b.tip", k)).norm(), tolerance) << "row " << k;
  EXPECT_LT(a.summary.energy_residual_max, 2e-4);  // [J] of 10 J, O(h²)
  EXPECT_LT(b.summary.energy_residual_max, 2e-4);
}

TEST(MechanismBuilder, BackwardsJointsMoveAlike) {
  expect_same_motion(
      pendulum("cylindrical", false, ", axis: [0, 1, 0]", "{rate: 0.1 m/s}, {rate: 1 rad/s}"),
      pendulum("cylindrical", true, ", axis: [0, 1, 0]", "{rate: -0.1 m/s}, {rate: -1 rad/s}"),
      1e-11);
  expect_same_motion(pendulum("universal", false, ", axis: [1, 0, 0], axis2: [0, 1, 0]",
                              "{rate: 1 rad/s}, {rate: 2 rad/s}"),
                     pendulum("universal", true, ", axis: [0, 1, 0], axis2: [1, 0, 0]",
                              "{rate: -2 rad/s}, {rate: -1 rad/s}"),
                     1e-11);
  expect_same_motion(
      pendulum("spherical", false, "", "{rate: 1 rad/s}, {rate: 2 rad/s}, {rate: -3 rad/s}"),
      pendulum("spherical", true, "", "{rate: -1 rad/s}, {rate: -2 rad/s}, {rate: 3 rad/s}"), 1e-5);
}

// Orientation and angular velocity of a sphere belong to the joint, not to the way it is walked.
TEST(MechanismBuilder, SphereChannelsDoNotDependOnTheDirection) {
  const JointText ball{
      "spherical",
      3,
      "",
      {"50 deg, rate: 1 rad/s", "-70 deg, rate: 2 rad/s", "110 deg, rate: 3 rad/s"}};
  const RecordedRun a(one_joint(ball, "[ground, b]", "start"), "sdirk2", 1e-3, 1e-3);
  const RecordedRun b(one_joint(ball, "[b, ground]", "start"), "sdirk2", 1e-3, 1e-3);
  for (const char* channel :
       {"j.qw", "j.qx", "j.qy", "j.qz", "j.rx.rate", "j.ry.rate", "j.rz.rate"})
    EXPECT_NEAR(a(channel, 0), b(channel, 0), 1e-14) << channel;
}

std::string problems_of(const std::string& text) {
  try {
    load_text(text, "m.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(MechanismBuilder, RefusesWhatASphereCannotHave) {
  const auto ball = [](const std::string& coordinate) {
    return problems_of(one_joint({"spherical", 3, "", {coordinate}}, "[ground, b]", "start"));
  };
  const std::string refused =
      "m.yaml:13: joint \"j\": the rotations of a spherical joint have no spring, limits, driver "
      "or "
      "effort of their own; use springs between points, and torques in `forces`";
  EXPECT_EQ(ball("1 deg, spring: {stiffness: 3 N m/rad}"), refused);
  EXPECT_EQ(ball("1 deg, effort: 3 N m"), refused);
  EXPECT_EQ(ball("1 deg, driver: 3 deg"), refused);
  EXPECT_EQ(ball("1 deg, limits: {lower: 0 deg, upper: 3 deg, stiffness: 5 N m/rad}"), refused);
  EXPECT_EQ(
      ball("1 deg, damping: 2 N m s/rad"),
      "m.yaml:13: joint \"j\": the rotations of a spherical joint need one damping for all three");
}

TEST(MechanismBuilder, RefusesUniversalJointsWithoutARightAngle) {
  const JointText skew{"universal", 2, ", axis: [1, 0, 0], axis2: [1, 1, 0]", {}};
  const std::string refused =
      "m.yaml:13: joint \"j\": the axes of a universal joint must be perpendicular";
  EXPECT_EQ(problems_of(one_joint(skew, "[ground, b]", "start")), refused);
  EXPECT_EQ(problems_of(one_joint(skew, "[ground, b], cut: true", "start")),
            refused +
                "\nm.yaml:7: body \"b\" is not connected to the ground by joints that are not cut; "
                "give it a joint (type free, if it moves freely)");
}

}  // namespace
}  // namespace bramah
