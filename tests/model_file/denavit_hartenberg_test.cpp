// Chains written as Denavit-Hartenberg tables, against products of 4x4 matrices.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "bramah/model.h"
#include "model_file/machine_text.h"

namespace bramah {
namespace {

using Eigen::Matrix4d, Eigen::Vector3d;

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kRoundOff = 1e-13;  // of a product of seven matrices, lengths of a few metres
const std::string kSpatial = "mechanism: spatial\ngravity: \"[0, 0, -9.81] m/s2\"\n";

// [Malysheva2021, eq. 2.4], as printed.
Matrix4d standard(double theta, double d, double a, double alpha) {
  const double c = std::cos(theta), s = std::sin(theta), ca = std::cos(alpha), sa = std::sin(alpha);
  Matrix4d T;
  T << c, -ca * s, sa * s, a * c,  //
      s, ca * c, -sa * c, a * s,   //
      0, sa, ca, d,                //
      0, 0, 0, 1;
  return T;
}

// Craig, Introduction to Robotics, eq. 3.6; a and alpha are those of the link before.
Matrix4d modified(double theta, double d, double a, double alpha) {
  const double c = std::cos(theta), s = std::sin(theta), ca = std::cos(alpha), sa = std::sin(alpha);
  Matrix4d T;
  T << c, -s, 0, a,                  //
      s * ca, c * ca, -sa, -sa * d,  //
      s * sa, c * sa, ca, ca * d,    //
      0, 0, 0, 1;
  return T;
}

// Where a drawing's point is at the start.
Vector3d place(const Model& model, const std::string& point) {
  Workspace work(model);
  const auto& points = model.drawing().points;
  std::vector<double> xyz(3 * points.size());
  model.pose(model.initial_state(), work, xyz);
  const auto k =
      static_cast<std::size_t>(std::find(points.begin(), points.end(), point) - points.begin());
  if (k == points.size()) return Vector3d::Constant(NAN);
  return {xyz[3 * k], xyz[3 * k + 1], xyz[3 * k + 2]};
}

// Four points tell a frame.
void expect_frame(const Model& model, const std::string& body, const Matrix4d& T) {
  const char* names[] = {"o", "x", "y", "z"};
  const Vector3d local[] = {Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitY(),
                            Vector3d::UnitZ()};
  for (int i = 0; i < 4; ++i) {
    const Vector3d expected = (T * local[i].homogeneous()).head<3>();
    const Vector3d found = place(model, body + "." + names[i]);
    EXPECT_LE((found - expected).norm(), kRoundOff)
        << body << "." << names[i] << ": " << found.transpose() << ", not " << expected.transpose();
  }
}

std::string bodies(const std::vector<std::string>& names) {
  std::string text = "bodies:\n";
  for (const auto& name : names)
    text += "  " + name +
            ": {mass: 1 kg, shape: {sphere: 0.1 m}, points: {o: \"[0, 0, 0] m\", x: \"[1, 0, 0] "
            "m\", y: \"[0, 1, 0] m\", z: \"[0, 0, 1] m\"}}\n";
  return text;
}

struct Row {
  double theta, d, a, alpha, q;  // degrees and metres
  bool slides;
};
// An arm in no special position: each number matters.
const std::vector<Row> kArm{{20, 0.7, 0.1, -90, 35, false},   {-40, 0.2, 0.6, 15, 50, false},
                            {90, -0.1, 0.05, 90, 0.3, true},  {10, 0.5, -0.2, -70, -25, false},
                            {-5, 0.04, 0.03, 85, 115, false}, {60, 0.1, 0.3, 130, -80, false}};

std::string arm(const std::string& convention, const std::string& base) {
  std::ostringstream text;
  text << "bramah: 1\n"
       << kSpatial
       << "ground: {points: {foot: {at: \"[1, 2, 3] m\", rotate: \"[90, 0, -90] deg\"}}}\n"
       << bodies({"b0", "b1", "b2", "b3", "b4", "b5"}) << "denavit_hartenberg:\n  arm:\n"
       << "    convention: " << convention << "\n    base: " << base << "\n    rows:\n";
  for (std::size_t i = 0; i < kArm.size(); ++i) {
    const Row& r = kArm[i];
    text << "      - {joint: j" << i << ", body: b" << i
         << ", type: " << (r.slides ? "prismatic" : "revolute") << ", theta: " << r.theta
         << " deg, d: " << r.d << " m, a: " << r.a << " m, alpha: " << r.alpha
         << " deg, start: " << r.q << (r.slides ? " m" : " deg") << "}\n";
  }
  return text.str();
}

void expect_arm(const Model& model, Matrix4d T, Matrix4d (*link)(double, double, double, double)) {
  for (std::size_t i = 0; i < kArm.size(); ++i) {
    const Row& r = kArm[i];
    const double theta = r.theta + (r.slides ? 0.0 : r.q), d = r.d + (r.slides ? r.q : 0.0);
    T = T * link(theta * kDegree, d, r.a, r.alpha * kDegree);
    expect_frame(model, "b" + std::to_string(i), T);
  }
}

TEST(DenavitHartenberg, SixJointArmStandsWhereTheMatricesSay) {
  const Matrix4d origin = Matrix4d::Identity();
  expect_arm(load_text(arm("standard", "ground"), "arm"), origin, standard);
  expect_arm(load_text(arm("modified", "ground"), "arm"), origin, modified);
}

TEST(DenavitHartenberg, BaseMayBeTurned) {
  // With the -90 deg of the first row's alpha this is a turn about y by 90 deg, but for round-off:
  // there the angles about x and z of the joint's frame cannot be told apart.
  Eigen::Isometry3d foot(Eigen::Translation3d(1, 2, 3));
  foot.rotate(Eigen::AngleAxisd(90 * kDegree, Vector3d::UnitX()));
  foot.rotate(Eigen::AngleAxisd(-90 * kDegree, Vector3d::UnitZ()));
  expect_arm(load_text(arm("standard", "ground.foot"), "arm"), foot.matrix(), standard);
  expect_arm(load_text(arm("modified", "ground.foot"), "arm"), foot.matrix(), modified);
}

// [Malysheva2021, Table 2.1]. Eqs. 2.6-2.7 have a2, a3 where the table has -a2, -a3; the table is
// the one that stretches outwards, so a2, a3 of the equations are its entries, signs included.
TEST(DenavitHartenberg, CraneOfTheThesis) {
  const double t1 = 20 * kDegree, t2 = 140 * kDegree, t3 = 60 * kDegree, d4 = 0.6;
  const double d1 = 1.8, a1 = 0.2, a2 = 2.5, a3 = 0.25, L = 1.9;
  const Model model = load_text("bramah: 1\n" + kSpatial +
                                    bodies({"pillar", "lifting_boom", "outer_boom", "telescope"}) +
                                    R"(
denavit_hartenberg:
  crane:
    convention: standard
    rows:
      - {joint: slew, body: pillar, type: revolute, d: 1.8 m, a: 0.2 m, alpha: -90 deg,
         start: 20 deg}
      - {joint: lift, body: lifting_boom, type: revolute, a: -2.5 m, start: 140 deg}
      - {joint: bend, body: outer_boom, type: revolute, theta: 90 deg, a: -0.25 m, alpha: -90 deg,
         start: 60 deg}
      - {joint: extend, body: telescope, type: prismatic, d: 1.9 m, start: 0.6 m}
)",
                                "crane");
  // In the vertical plane of the booms, r outwards and h upwards; the lifting boom rises by
  // 180 deg - t2, the telescope by 180 deg - t2 - t3.
  const double up2 = std::numbers::pi - t2, up3 = up2 - t3;
  const double r = a1 + a2 * std::cos(up2) + a3 * std::sin(up3) + (d4 + L) * std::cos(up3);
  const double h = d1 + a2 * std::sin(up2) - a3 * std::cos(up3) + (d4 + L) * std::sin(up3);
  const Vector3d tip(r * std::cos(t1), r * std::sin(t1), h);
  EXPECT_LE((place(model, "telescope.o") - tip).norm(), kRoundOff) << tip.transpose();
  // The joint's own point on both its bodies.
  const Vector3d pin(a1 * std::cos(t1), a1 * std::sin(t1), d1);
  EXPECT_LE((place(model, "pillar.lift") - pin).norm(), kRoundOff);
  EXPECT_LE((place(model, "lifting_boom.lift") - pin).norm(), kRoundOff);
}

const std::string kPlanar = R"(bramah: 1
bodies:
  upper: {mass: 3 kg, com: [-0.6 m, 0 m], shape: {rod: 1.2 m}}
  lower: {mass: 2 kg, com: [-0.4 m, 0 m], shape: {rod: 0.8 m}, points: {tip: [0 m, 0 m]}}
)";

// The same two links written with joints: bodies' frames at their far ends in both.
TEST(DenavitHartenberg, PlanarArmMovesAsTheSameArmOfJoints) {
  const Model table = load_text(kPlanar + R"(
denavit_hartenberg:
  arm:
    convention: standard
    rows:
      - {joint: shoulder, body: upper, type: revolute, theta: -90 deg, a: 1.2 m, start: 30 deg}
      - {joint: elbow, body: lower, type: revolute, a: 0.8 m, start: -45 deg, damping: 1 N m s/rad}
)",
                                "table");
  const Model joints = load_text(R"(bramah: 1
ground: {points: {down: {at: [0 m, 0 m], rotate: -90 deg}}}
bodies:
  upper: {mass: 3 kg, com: [-0.6 m, 0 m], shape: {rod: 1.2 m}, points: {near: [-1.2 m, 0 m]}}
  lower: {mass: 2 kg, com: [-0.4 m, 0 m], shape: {rod: 0.8 m},
          points: {near: [-0.8 m, 0 m], tip: [0 m, 0 m]}}
joints:
  shoulder: {type: revolute, between: [ground.down, upper.near], start: 30 deg}
  elbow: {type: revolute, between: [upper, lower.near], start: -45 deg, damping: 1 N m s/rad}
)",
                                 "joints");
  State a = table.initial_state(), b = joints.initial_state();
  Workspace work_a(table), work_b(joints);
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(step(table, a, work_a, {}).converged);
    ASSERT_TRUE(step(joints, b, work_b, {}).converged);
  }
  std::vector<double> at_a(table.channels().size()), at_b(joints.channels().size());
  table.observe(a, work_a, at_a);
  joints.observe(b, work_b, at_b);
  for (const char* name : {"shoulder.angle", "elbow.angle", "elbow.rate", "lower.tip.x"}) {
    const int i = table.find_channel(name), j = joints.find_channel(name);
    ASSERT_GE(i, 0) << name;
    ASSERT_GE(j, 0) << name;
    EXPECT_NEAR(at_a[static_cast<std::size_t>(i)], at_b[static_cast<std::size_t>(j)], 1e-12)
        << name;
  }
}

TEST(DenavitHartenberg, CommandLineFindsItsJoints) {
  const std::string rows = R"(
bodies: {upper: {mass: 0 kg}}
denavit_hartenberg:
  arm:
    convention: standard
    rows: [{joint: shoulder, body: upper, type: revolute, a: 1.2 m}]
)";
  LoadOptions options;
  options.set = {"shoulder.start=30deg", "arm.rows.0.theta=0.5 rad"};
  const auto m = machine(rows, options);
  EXPECT_NEAR(m.joints[0].coordinates[0].start, 30 * kDegree, 1e-15);
  EXPECT_NEAR(m.ground[0].rotate[2], 0.5, 1e-15);
  options.set = {"sholder.start=30deg"};
  EXPECT_EQ(problems_of(rows, options),
            "--set sholder.start=30deg: nothing is called \"sholder\" here; did you mean "
            "\"shoulder.start\"?");
}

TEST(DenavitHartenberg, DocumentsExampleStandsWhereItsTextSays) {
  std::ifstream stream(std::string(BRAMAH_SOURCE_DIR) + "/docs/model-file.md");
  std::stringstream all;
  all << stream.rdbuf();
  const std::string text = all.str();
  const auto name = text.find("name: Crane from a table");
  ASSERT_NE(name, std::string::npos);
  const auto start = text.rfind("bramah: 1", name), end = text.find("```", name);
  const Model model = load_text(text.substr(start, end - start), "model-file.md");
  // "The tip starts 4.38 m from the slewing axis and 2.32 m above the ground."
  const Vector3d tip = place(model, "telescope.tip");
  EXPECT_NEAR(tip[0], 4.38 * std::cos(20 * kDegree), 0.005);
  EXPECT_NEAR(tip[1], 4.38 * std::sin(20 * kDegree), 0.005);
  EXPECT_NEAR(tip[2], 2.32, 0.005);
  EXPECT_NE(text.find("4.38 m from the slewing axis and 2.32 m above"), std::string::npos);
  State state = model.initial_state();
  Workspace work(model);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(step(model, state, work, {}).converged);
}

}  // namespace
}  // namespace bramah
