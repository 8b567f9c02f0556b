// Bodies that turn freely in space, over many charts.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "machine/recorded_run.h"

namespace bramah {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kDegree = M_PI / 180.0;

// ----------------------------------------------------------------------------- torque-free
// rotation
constexpr double kA = 0.3, kB = 0.5, kC = 0.7;  // principal moments [kg m2]

std::string tumbling(const std::string& type) {
  const std::string slides =
      type == "free" ? "{rate: 0.5 m/s}, {rate: -0.2 m/s}, {rate: 0.1 m/s}, " : "";
  return R"(
bramah: 1
name: Tumbling body
mechanism: spatial
gravity: "[0, 0, 0] m/s2"
bodies:
  b: {mass: 2 kg, inertia: [0.3 kg m2, 0.5 kg m2, 0.7 kg m2], points: {p: [1 m, 0 m, 0 m], r: [0 m, 1 m, 0 m]}}
joints:
  j: {type: )" +
         type + ", between: [ground, b], coordinates: [" + slides +
         "{rate: 0.3 rad/s}, {rate: 9 rad/s}, {rate: 0.2 rad/s}]}\n";
}

Vector3d angular_velocity(const RecordedRun& r, std::size_t row) {
  return {r("j.rx.rate", row), r("j.ry.rate", row), r("j.rz.rate", row)};
}
Vector3d angular_momentum(const RecordedRun& r, std::size_t row) {
  const Quaterniond R(r("j.qw", row), r("j.qx", row), r("j.qy", row), r("j.qz", row));
  return R * Vector3d(kA, kB, kC).cwiseProduct(angular_velocity(r, row));
}

class Tumbling : public testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  RecordedRun run_at(double step) const {
    return {tumbling(std::get<1>(GetParam())), std::get<0>(GetParam()), step, 3.0};
  }
};

// About the middle axis the rotation is unstable: the body turns over, through all orientations.
TEST_P(Tumbling, ConservesEnergyAndMomentum) {
  const RecordedRun r = run_at(1e-3);
  const Vector3d start = angular_momentum(r, 0);
  const double energy = r("energy.kinetic", 0);
  double turned_over = 0.0;
  for (std::size_t k = 0; k <= r.last(); k += 50) {
    EXPECT_LT((angular_momentum(r, k) - start).norm(), 1e-3 * start.norm()) << k;  // O(h²) over 3 s
    EXPECT_NEAR(r("energy.kinetic", k), energy, 1e-3 * energy) << k;
    turned_over = std::min(turned_over, angular_velocity(r, k).y());
  }
  EXPECT_LT(turned_over, -8.0);  // [rad/s], from +9: charts went everywhere
  EXPECT_LT(r.summary.energy_residual_max, 1e-3 * energy);
}

// Angular velocity and orientation after 1 s with h, h/2, h/4, h/8: their differences shrink
// fourfold.
TEST_P(Tumbling, IsSecondOrder) {
  std::array<double, 3> change{};
  Vector3d before = Vector3d::Zero();
  double h = 4e-3;
  for (int k = 0; k < 4; ++k, h *= 0.5) {
    const RecordedRun r(tumbling(std::get<1>(GetParam())), std::get<0>(GetParam()), h, 1.0);
    const Vector3d now = r.point("b.p", r.last()) + angular_velocity(r, r.last());
    if (k > 0) change[static_cast<std::size_t>(k - 1)] = (now - before).norm();
    before = now;
  }
  EXPECT_NEAR(std::log2(change[0] / change[1]), 2.0, 0.2);
  EXPECT_NEAR(std::log2(change[1] / change[2]), 2.0, 0.2);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Tumbling,
                         testing::Combine(testing::Values("sdirk2", "trapezoidal", "gen_alpha"),
                                          testing::Values("spherical", "free")),
                         [](const auto& p) {
                           return std::string(std::get<0>(p.param)) + "_" + std::get<1>(p.param);
                         });

TEST(FreeBody, MovesStraightWhileItTumbles) {
  const RecordedRun r(tumbling("free"), "sdirk2", 1e-3, 2.0);
  for (std::size_t k = 0; k <= r.last(); k += 100) {
    const double t = 1e-3 * static_cast<double>(k);
    EXPECT_NEAR(r("j.x.position", k), 0.5 * t, 1e-9);
    EXPECT_NEAR(r("j.y.position", k), -0.2 * t, 1e-9);
    EXPECT_NEAR(r("j.z.position", k), 0.1 * t, 1e-9);
  }
}

// ------------------------------------------------------------------------- heavy symmetric top
// Steady precession at constant tilt theta with spin w3 and precession W about the vertical:
//   A W² cos(theta) - C w3 W + m g l = 0,   A about the pivot, C about the axis of symmetry.
constexpr double kMass = 1.5, kArm = 0.4, kAcross = 0.02, kAlong = 0.03, kG = 9.81;
constexpr double kTilt = 60 * kDegree, kSpin = 60.0;

double precession() {
  const double A = kAcross + kMass * kArm * kArm, c = A * std::cos(kTilt), b = kAlong * kSpin;
  return 2.0 * kMass * kG * kArm / (b + std::sqrt(b * b - 4.0 * c * kMass * kG * kArm));
}

// The joint's frame on the ground is tilted about y, so that the body starts at zero angles; there
// the body's angular velocity is (-W sin theta, 0, w3).
std::string top(const std::string& joints) {
  std::string text = R"(
bramah: 1
name: Heavy top
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
ground: {points: {pivot: {at: [0 m, 0 m, 0 m], rotate: [0 deg, 60 deg, 0 deg]}}}
bodies:
  top: {mass: 1.5 kg, com: [0 m, 0 m, 0.4 m], inertia: [0.02 kg m2, 0.02 kg m2, 0.03 kg m2], points: {tip: [0 m, 0 m, 1 m]}}
joints:
)" + joints;
  const std::string wx = std::to_string(-precession() * std::sin(kTilt)) + " rad/s";
  for (std::size_t at; (at = text.find("WX")) != std::string::npos;) text.replace(at, 2, wx);
  return text;
}

void expect_steady_precession(const std::string& text, const std::string& integrator,
                              double tolerance) {
  const RecordedRun r(text, integrator, 0.5e-3, 1.0);
  const double rate = precession();
  for (std::size_t k = 0; k <= r.last(); k += 20) {
    const double angle = rate * 0.5e-3 * static_cast<double>(k);
    const Vector3d expected(std::sin(kTilt) * std::cos(angle), std::sin(kTilt) * std::sin(angle),
                            std::cos(kTilt));
    EXPECT_LT((r.point("top.tip", k) - expected).norm(), tolerance) << "row " << k;
  }
  EXPECT_GT(rate, 1.0);  // more than a radian in 1 s
}

const std::string kBall =
    "  j: {type: spherical, between: [ground.pivot, top], coordinates: [{rate: WX}, {}, {rate: 60 "
    "rad/s}]}\n";
const std::string kFreeAndCut =
    "  j: {type: free, between: [ground.pivot, top], coordinates: [{}, {}, {}, {rate: WX}, {}, "
    "{rate: "
    "60 rad/s}]}\n  pin: {type: spherical, between: [ground.pivot, top], cut: true}\n";

class HeavyTop : public testing::TestWithParam<const char*> {};

TEST_P(HeavyTop, PrecessesSteadilyOnASphericalJoint) {
  expect_steady_precession(top(kBall), GetParam(), 1e-4);  // O(h²): spin 60 rad/s, h = 0.5 ms
}
TEST_P(HeavyTop, PrecessesSteadilyOnACutJoint) {
  expect_steady_precession(top(kFreeAndCut), GetParam(), 1e-4);
}
INSTANTIATE_TEST_SUITE_P(Integrators, HeavyTop,
                         testing::Values("sdirk2", "trapezoidal", "gen_alpha"));

}  // namespace
}  // namespace bramah
