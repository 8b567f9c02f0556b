// Spatial benchmark mechanisms: Bricard, flyball governor, heavy tops, slider-crank.
#include <Eigen/Geometry>
#include <cstdio>
#include <numbers>

#include "machine/mechanism_run.h"

namespace bramah {
namespace {

using Eigen::Vector3d;

Vector3d point(const MechanismRun& r, const std::string& name, std::size_t row) {
  return {r(name + ".x", row), r(name + ".y", row), r(name + ".z", row)};
}

// Largest distance of a point from where another run has it.
double distance(const MechanismRun& a, const MechanismRun& b, const std::string& name) {
  EXPECT_EQ(a.rows(), b.rows());
  double size = 0.0;
  for (std::size_t k = 0; k < std::min(a.rows(), b.rows()); ++k)
    size = std::max(size, (point(a, name, k) - point(b, name, k)).norm());
  return size;
}

class SpatialMechanisms : public testing::TestWithParam<Solver> {};
INSTANTIATE_TEST_SUITE_P(Solvers, SpatialMechanisms, testing::ValuesIn(kSolvers), solver_name);

// --------------------------------------------------------------------------------------- Bricard
TEST_P(SpatialMechanisms, BricardKeepsItsEnergy) {
  const MechanismRun exact("bricard", kReference, 0.05, 10.0);
  const MechanismRun r("bricard", GetParam(), 2e-3, 10.0, 0.05);
  const double error = distance(r, exact, "rod3.P3");
  std::printf("bricard at 2 ms, %s: energy %.1e J, P3 %.1e m, gap %.1e m\n", GetParam().integrator,
              r.summary.energy_residual_max, error, r.summary.constraint_max);
  EXPECT_GT(r.largest("energy.kinetic"), 4.0);  // [J]: it moves
  EXPECT_LT(r.summary.energy_residual_max, 1e-3);
  EXPECT_LT(error, 1e-4);  // O(h²), h = 2 ms
  EXPECT_LT(r.summary.constraint_max, 1e-9);
}

TEST(Bricard, OneOfFiveEquationsIsRedundant) {
  const CheckReport report = check(load(mechanism_path("bricard")));
  EXPECT_EQ(report.coordinates, 5);
  EXPECT_EQ(report.constraints, 5);
  EXPECT_EQ(report.redundant, 1);
  EXPECT_EQ(report.degrees_of_freedom, 1);
  ASSERT_FALSE(report.notes.empty());
  EXPECT_EQ(report.notes.back(),
            "1 constraint is redundant: the motion is determined, the reactions they share are not "
            "unique");
}

// ------------------------------------------------------------------------------ flyball governor
// Angular momentum about the shaft: nothing turns the governor from outside.
double governor_momentum(const MechanismRun& r, std::size_t row) {
  const double a = 0.1, w = 0.01, L = 1.0, rod = 0.3, ball = 5.0, slider = 3.0;
  const double shaft = rod * 2 * w * w / 12, block = slider * 2 * a * a / 12;
  double inertia = shaft + block;
  for (const char* joint : {"alpha_A.angle", "alpha_B.angle"}) {
    const double c = std::cos(r(joint, row)), s = std::sin(r(joint, row));
    inertia += ball * std::pow(a / 2 + L * c, 2) + rod * std::pow(a / 2 + L / 2 * c, 2) +
               rod / 12 * ((L * L + w * w) * c * c + 2 * w * w * s * s);
  }
  return inertia * r("spin.rate", row);
}

TEST_P(SpatialMechanisms, GovernorFollowsTheReference) {
  const MechanismRun exact("flyball_governor", kReference, 0.05, 5.0);
  const MechanismRun r("flyball_governor", GetParam(), 2e-3, 5.0, 0.05);
  const double error = r.away_from(exact, "slide.position"), start = governor_momentum(r, 0);
  double lost = 0.0;
  for (std::size_t k = 0; k < r.rows(); ++k)
    lost = std::max(lost, std::abs(governor_momentum(r, k) / start - 1.0));
  std::printf("flyball_governor at 2 ms, %s: slider %.1e m, momentum %.1e, energy %.1e J\n",
              GetParam().integrator, error, lost, r.summary.energy_residual_max);
  EXPECT_LT(error, 2e-4);  // O(h²); the slider travels 0.24 m
  EXPECT_LT(lost, 1e-5);
  EXPECT_LT(r.summary.energy_residual_max, 2e-3 * GetParam().slack);  // dampers counted
}

// Without friction of the shaft it comes to no rest, but it starts as the figure shows.
TEST(Governor, StartsWithRelaxedSprings) {
  const MechanismRun r("flyball_governor", kReference, 0.01, 0.01);
  EXPECT_NEAR((point(r, "rod_A.middle", 0) - point(r, "slider.E", 0)).norm(), 0.5, 1e-12);
  EXPECT_NEAR((point(r, "rod_B.middle", 0) - point(r, "slider.F", 0)).norm(), 0.5, 1e-12);
  EXPECT_NEAR(point(r, "rod_A.ball", 0).z(), 0.5, 1e-12);
}

// ------------------------------------------------------------------------------------ heavy tops
// A W² cos(theta) - C w3 W + m g l = 0, the slow root.
void expect_steady_precession(const std::string& file, const Solver& solver) {
  const double m = 1.5, l = 0.4, A = 0.02 + m * l * l, C = 0.03, w3 = 60.0, g = 9.81;
  const double theta = std::numbers::pi / 3, b = C * w3, c = A * std::cos(theta);
  const double W = (b - std::sqrt(b * b - 4 * c * m * g * l)) / (2 * c);
  // Unit vectors on a body that spins at 60 rad/s want smaller steps than its angles.
  const MechanismRun r(file, solver, solver.slack > 1.0 ? 0.1e-3 : 1e-3, 5.0, 0.01);
  double tilt = 0.0, angle = 0.0;
  for (std::size_t k = 0; k < r.rows(); ++k) {
    const Vector3d tip = point(r, "top.tip", k);
    const double turned = std::atan2(tip.y(), tip.x()) - W * r.time(k);
    tilt = std::max(tilt, std::abs(std::acos(tip.z()) - theta));
    angle = std::max(angle, std::abs(std::remainder(turned, 2 * std::numbers::pi)));
  }
  std::printf("%s, %s: tilt %.1e rad, precession %.1e of %.2f rad, gap %.1e m\n", file.c_str(),
              solver.integrator, tilt, angle, 5 * W, r.summary.constraint_max);
  EXPECT_GT(5 * W, 6 * std::numbers::pi);  // three revolutions
  EXPECT_LT(tilt, 1e-5 * solver.slack);    // O(h²): spin 60 rad/s, h = 1 ms
  EXPECT_LT(angle, 1e-4 * solver.slack);
  EXPECT_LT(r.summary.constraint_max, 1e-9);
}
TEST_P(SpatialMechanisms, TopPrecessesSteadily) {
  expect_steady_precession("heavy_top", GetParam());
}
TEST_P(SpatialMechanisms, FreeTopPrecessesSteadily) {
  expect_steady_precession("heavy_top_free", GetParam());
}

// ---------------------------------------------------------------------------------- slider-crank
TEST_P(SpatialMechanisms, SliderCrankFollowsTheReference) {
  const MechanismRun exact("slider_crank", kReference, 0.01, 5.0);
  const MechanismRun r("slider_crank", GetParam(), 0.5e-3, 5.0, 0.01);
  const double error = r.away_from(exact, "travel.position");
  std::printf("slider_crank at 0.5 ms, %s: slider %.1e m, energy %.1e J, gap %.1e m\n",
              GetParam().integrator, error, r.summary.energy_residual_max,
              r.summary.constraint_max);
  EXPECT_LT(error, 5e-4);                          // O(h²) over 8 turns
  EXPECT_LT(r.summary.energy_residual_max, 2e-4);  // of 0.6 J
  EXPECT_LT(r.summary.constraint_max, 1e-9);
}

// By hand: B moves with (0, -0.48, 0) m/s; along the rod (2, -1, -2)/3 both ends are equally fast.
TEST(SliderCrank, StartsWithTheRatesOfItsLoop) {
  const MechanismRun r("slider_crank", kReference, 0.01, 0.01);
  EXPECT_NEAR(r("travel.position", 0), 0.2, 1e-9);
  EXPECT_NEAR(r("travel.rate", 0), 0.24, 1e-9);
  EXPECT_NEAR((point(r, "rod.B", 0) - Vector3d(0, 0.1, 0.2)).norm(), 0.0, 1e-9);
  EXPECT_NEAR(r("cardan.first.rate", 0), 1.92, 1e-9);  // w = (1.92, -0.96, 0.48) rad/s
  EXPECT_NEAR(std::abs(r("cardan.second.rate", 0)), std::hypot(0.96, 0.48), 1e-9);
}

}  // namespace
}  // namespace bramah
