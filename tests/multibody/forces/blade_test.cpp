// The passive wedge against closed forms, searches and differences; the blade in the ground.
#include "multibody/forces/blade.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "derivative.h"
#include "machine/recorded_run.h"
#include "multibody/joint/random_tree.h"

namespace bramah {
namespace {

using std::numbers::pi;
constexpr double kDegree = pi / 180.0;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Wedge<double> wedge(double rake, double friction, double wall) {
  return {SoilAngles::of(friction, wall), std::sin(rake), std::cos(rake)};
}
// N_gamma, N_c, N_q, N_ca as McKyes writes them, for any beta.
struct Factors {
  double gamma, c, q, ca;
};
Factors factors(double rake, double friction, double wall, double beta) {
  const auto cot = [](double x) { return 1.0 / std::tan(x); };
  const double below = std::cos(rake + wall) + std::sin(rake + wall) * cot(beta + friction);
  return {0.5 * (cot(rake) + cot(beta)) / below, (1.0 + cot(beta) * cot(beta + friction)) / below,
          (cot(rake) + cot(beta)) / below, (1.0 - cot(rake) * cot(beta + friction)) / below};
}

// Rankine: beta = 45° - phi/2, N_gamma = K_p/2, N_q = K_p, N_c = 2 √K_p, K_p = tan²(45° + phi/2).
TEST(Wedge, IsRankinesBeforeAnUprightSmoothBlade) {
  for (const double friction : {5.0, 20.0, 32.0, 45.0, 60.0}) {
    const double phi = friction * kDegree, root = std::tan(0.25 * pi + 0.5 * phi);
    const Wedge<double> n = wedge(0.5 * pi, phi, 0.0);
    EXPECT_NEAR(std::atan(1.0 / n.cot_beta), 0.25 * pi - 0.5 * phi, 1e-12);
    EXPECT_NEAR(n.gamma, 0.5 * root * root, 1e-11 * root * root);
    EXPECT_NEAR(n.q, root * root, 1e-11 * root * root);
    EXPECT_NEAR(n.c, 2.0 * root, 1e-11 * root);
  }
}

// Coulomb's passive earth pressure on a rough upright wall.
TEST(Wedge, IsCoulombsBeforeAnUprightRoughBlade) {
  for (const double wall : {5.0, 15.0, 25.0}) {
    const double phi = 32.0 * kDegree, delta = wall * kDegree;
    const double root = std::sqrt(std::sin(phi + delta) * std::sin(phi) / std::cos(delta));
    const double K = std::pow(std::cos(phi), 2) / (std::cos(delta) * std::pow(1.0 - root, 2));
    EXPECT_NEAR(wedge(0.5 * pi, phi, delta).gamma, 0.5 * K, 1e-10 * K);
  }
}

TEST(Wedge, FailsWhereASearchFindsTheLeast) {
  for (const double rake : {20.0, 40.0, 60.0, 90.0})
    for (const double friction : {10.0, 25.0, 40.0})
      for (const double share : {0.0, 0.5, 1.0}) {
        SCOPED_TRACE(testing::Message() << rake << " " << friction << " " << share);
        const double r = rake * kDegree, phi = friction * kDegree, delta = share * phi;
        if (r + delta + phi > 160.0 * kDegree) continue;
        double least = 1e300, at = 0.0;
        for (double beta = 0.005; beta < 0.5 * pi; beta += 1e-5) {
          const double value = factors(r, phi, delta, beta).gamma;
          if (value > 0.0 && value < least) least = value, at = beta;
        }
        const Wedge<double> n = wedge(r, phi, delta);
        const double beta = std::atan(1.0 / n.cot_beta);
        EXPECT_NEAR(beta, at, 2e-4);
        EXPECT_NEAR(n.gamma, least, 1e-8 * least);
        const Factors f = factors(r, phi, delta, beta);
        EXPECT_NEAR(n.gamma, f.gamma, 1e-12 * f.gamma);
        EXPECT_NEAR(n.c, f.c, 1e-12 * std::abs(f.c));
        EXPECT_NEAR(n.q, f.q, 1e-12 * f.q);
        EXPECT_NEAR(n.ca, f.ca, 1e-11 * (1.0 + std::abs(f.ca)));
      }
}

TEST(Wedge, SlopesByTheRakeMatchDifferences) {
  using D = Dual<1>;
  for (double rake = 0.3; rake < 1.6; rake += 0.1) {
    D s(std::sin(rake)), c(std::cos(rake));
    s.d[0] = std::cos(rake), c.d[0] = -std::sin(rake);
    const Wedge<D> n(SoilAngles::of(0.5, 0.3), s, c);
    expect_slope_near([](double x) { return wedge(x, 0.5, 0.3).gamma; }, rake, n.gamma.d[0]);
    expect_slope_near([](double x) { return wedge(x, 0.5, 0.3).c; }, rake, n.c.d[0]);
    expect_slope_near([](double x) { return wedge(x, 0.5, 0.3).ca; }, rake, n.ca.d[0]);
  }
}

std::shared_ptr<HeightField> hills() {
  auto field = std::make_shared<HeightField>();
  field->cell = 0.4, field->x0 = -2.0, field->y0 = -2.0, field->columns = 11, field->rows = 11;
  for (int j = 0; j < 11; ++j)
    for (int i = 0; i < 11; ++i)
      field->heights.push_back(0.1 * std::sin(1.1 * i) * std::cos(0.8 * j));
  return field;
}
const SoilProperties kSoil{.adhesion = 1e3, .surcharge = 2e3};
// The edge's x-z plane is the world's; the blade leans back by a rake of 50 deg and cuts along -x.
std::unique_ptr<const ForceElement> blade(std::shared_ptr<const HeightField> field = nullptr,
                                          double way = 2e-4) {
  const std::vector<double> p{1.2, 50.0 * kDegree, 0.03, 5e6, way, 0.0, 0.0, 0.0};
  return blade_info().made(p, {.up = {0, 0, 1}, .terrain = std::move(field), .soil = kSoil});
}
Eigen::VectorXd pose(const Eigen::Vector3d& p, const Eigen::Matrix3d& R, const Eigen::Vector3d& v,
                     const Eigen::Vector3d& w, double pushed, double pressed) {
  Eigen::VectorXd x(20);
  x << p, R.col(0), R.col(1), v, w.cross(R.col(0)), w.cross(R.col(1)), pushed, pressed;
  return x;
}

TEST(Blade, SlopesMatchDifferences) {
  Random random(5);
  const auto vector = [&](double size) {
    return Eigen::Vector3d(random(-size, size), random(-size, size), random(-size, size));
  };
  for (const bool on_hills : {false, true}) {
    const auto element = blade(on_hills ? hills() : nullptr);
    int deep = 0;
    for (int n = 0; n < 100; ++n) {
      const Eigen::Matrix3d R =
          Eigen::AngleAxisd(random(-0.6, 0.6), vector(1.0).normalized()).toRotationMatrix();
      Eigen::Vector3d p = vector(1.0);
      p[2] = random(-0.6, 0.02);
      const Eigen::VectorXd x =
          pose(p, R, vector(0.5), vector(0.3), random(-2e-4, 0.02), random(-2e-4, 4e-3));
      Eigen::VectorXd f(11);
      Rows slopes(11, 20);
      element->linearise(x.data(), 0, f.data(), slopes.data());
      deep += element->output(0, x.data(), f.data()) > 0.0 ? 1 : 0;
      Eigen::VectorXd scales = Eigen::VectorXd::Constant(20, 1e-2);
      scales.tail(2).setConstant(1e-5);
      expect_jacobian_near(
          [&](const Eigen::VectorXd& at) {
            Eigen::VectorXd r(11);
            element->evaluate(at.data(), 0, r.data());
            return r;
          },
          x, slopes, scales, {.tolerance = 1e-6});
    }
    EXPECT_GT(deep, 60);
  }
}

// F.v + d(stored)/dt is never positive, whatever the edge does.
TEST(Blade, NeverGivesMoreThanItKept) {
  Random random(6);
  const auto vector = [&](double size) {
    return Eigen::Vector3d(random(-size, size), random(-size, size), random(-size, size));
  };
  const auto element = blade(hills());
  for (int n = 0; n < 2000; ++n) {
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(random(-3.0, 3.0), vector(1.0).normalized()).toRotationMatrix();
    const Eigen::VectorXd x =
        pose({random(-2.0, 2.0), random(-2.0, 2.0), random(-0.8, 0.3)}, R, vector(1.0), vector(1.0),
             random(-1e-3, 0.03), random(-1e-3, 0.01));
    Eigen::VectorXd f(11);
    element->evaluate(x.data(), 0, f.data());
    const double power = f.head(9).dot(x.segment(9, 9)) + element->stored_rate(x.data(), f.data());
    EXPECT_LE(power, 1e-9 * f.head(9).norm());
    if (element->output(0, x.data(), f.data()) <= 0.0) {
      EXPECT_EQ(f.head(9).norm(), 0.0);
    }
  }
}

// Drawn through level ground it meets the force of the equation; let go it holds what it may and
// does not creep.
constexpr const char* kPull = R"(bramah: 1
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies: {tool: {mass: 2000 kg, inertia: [20 kg m2, 20 kg m2, 20 kg m2]}}
joints:
  rail: {type: prismatic, between: [ground, tool], axis: [-1, 0, 0], start: 0 m, effort: pull}
soil: {cohesion: 8 kPa, friction: 30 deg, wall_friction: 20 deg, adhesion: 1 kPa, surcharge: 500 Pa, density: 1700 kg/m3}
elements:
  edge: {type: blade, at: tool.origin, width: 0.8 m, angle: 60 deg, height: 0.25 m}
signals: {pull: {PULL}}
solver: {step: 1 ms, until: 2 s, integrator: sdirk2}
)";
std::string pull(const std::string& signal) {
  std::string text = kPull;
  return text.replace(text.find("{PULL}"), 6, "{" + signal + "}");
}
double by_hand() {
  const double d = 0.25, w = 0.8, rake = 60.0 * kDegree, delta = 20.0 * kDegree;
  double least = 1e300, beta = 0.0;
  for (double b = 0.01; b < 1.5; b += 1e-5)
    if (const double g = factors(rake, 30.0 * kDegree, delta, b).gamma; g > 0.0 && g < least)
      least = g, beta = b;
  const Factors n = factors(rake, 30.0 * kDegree, delta, beta);
  const double P =
      w * (1700.0 * 9.81 * d * d * n.gamma + 8e3 * d * n.c + 500.0 * d * n.q + 1e3 * d * n.ca);
  return P * std::sin(rake + delta) + w * 1e3 * d / std::tan(rake);
}

TEST(Blade, IsDrawnAgainstTheForceOfTheEquation) {
  const RecordedRun run(pull("ramps: [[0 s, 0 N], [0.5 s, 20 kN]]"), "sdirk2", 1e-3, 2.0);
  const double draft = by_hand();
  EXPECT_GT(draft, 5e3);
  EXPECT_NEAR(run("edge.fx", run.last()), draft, 1e-3 * draft);
  EXPECT_NEAR(run("edge.depth", run.last()), 0.25, 1e-12);
  const double gain = run("rail.rate", run.last()) - run("rail.rate", run.last() - 500);
  EXPECT_NEAR(gain, 0.5 * (20e3 - draft) / 2000.0, 2e-3);  // less by k way (1 - √(u_1/v))
  for (std::size_t k = 0; k <= run.last(); k += 100)
    EXPECT_NEAR(run("energy.books", k), 0.0, 1e-3 * (1.0 + run("energy.loss.joints", k)));
}

TEST(Blade, HoldsWithoutCreepWhatIsLessThanThat) {
  const RecordedRun run(
      pull("ramps: [[0 s, 0 N], [0.5 s, " + std::to_string(0.8 * by_hand()) + " N]]"), "sdirk2",
      1e-3, 4.0);
  EXPECT_NEAR(run("edge.fx", run.last()), 0.8 * by_hand(), 1.0);
  EXPECT_NEAR(run("rail.position", run.last()), run("rail.position", run.last() - 1000),
              1e-7);  // vibration that dies out
  EXPECT_LT(run("rail.position", run.last()), 0.01);
}

// Through hills that stay as they are, from full resistance on: nothing switches. A soft soil, so that
// steps of milliseconds follow how it yields.
std::string over_hills(const std::string& solver) {
  return R"(bramah: 1
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies: {tool: {mass: 800 kg, inertia: [20 kg m2, 20 kg m2, 20 kg m2]}}
joints:
  rail: {type: prismatic, between: [ground, tool], axis: [-1, 0, 0], start: 0 m, rate: 1 m/s, effort: pull}
terrain: {cell: 0.5 m, columns: 9, rows: 3, x: -3 m, y: -0.5 m, heights: "[0.2, 0.25, 0.3, 0.22, 0.2, 0.3, 0.25, 0.2, 0.2, 0.2, 0.25, 0.3, 0.22, 0.2, 0.3, 0.25, 0.2, 0.2, 0.2, 0.25, 0.3, 0.22, 0.2, 0.3, 0.25, 0.2, 0.2] m"}
elements:
  edge: {type: blade, at: tool.origin, width: 0.8 m, angle: 60 deg, stiffness: 1e6 N/m, way: 20 mm, start_pushed: 30 mm}
signals: {pull: {constant: 4 kN}}
solver: {step: 1 ms, until: 0.5 s, )" +
         solver + "}\n";
}

TEST(Blade, OrderTwoAgainstTheReference) {
  const RecordedRun truth(over_hills("relative_tolerance: 1e-10"), "sundials", 1e-3, 0.5);
  const double wanted = truth("rail.position", truth.last());
  double before = 0.0;
  for (const double step : {4e-3, 2e-3, 1e-3, 0.5e-3}) {
    const RecordedRun run(over_hills("tolerance: 1e-10"), "sdirk2", step, 0.5);
    const double error = std::abs(run("rail.position", run.last()) - wanted);
    if (before > 0.0) {
      EXPECT_NEAR(std::log2(before / error), 2.0, 0.2);
    }
    before = error;
  }
  EXPECT_LT(before, 1e-6);
}

TEST(Blade, IsTheSameInNaturalCoordinates) {
  const RecordedRun joint(over_hills("tolerance: 1e-9"), "sdirk2", 1e-3, 0.5);
  const RecordedRun natural(over_hills("tolerance: 1e-9, method: ali3p"), "sdirk2", 1e-3, 0.5);
  for (std::size_t k = 0; k <= joint.last(); k += 50) {
    EXPECT_NEAR(joint("rail.position", k), natural("rail.position", k), 1e-6);
    EXPECT_NEAR(joint("edge.fx", k), natural("edge.fx", k), 1.0);
  }
}

}  // namespace
}  // namespace bramah
