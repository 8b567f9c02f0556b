#include "multibody/forces/contact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bramah/run.h"
#include "constraints/formulation.h"
#include "derivative.h"
#include "machine/recorded_run.h"

namespace bramah {
namespace {

// k = 1e7 N/m under 10 kg, a drop of 0.2 m.
std::string ball(const std::string& more) {
  return R"(bramah: 1
name: Ball
bodies: {ball: {mass: 10 kg, inertia: 1 kg m2}}
joints: {fall: {type: prismatic, between: [ground, ball], axis: [0, 1], start: 0.2 m}}
elements: {floor: {type: contact, at: ball.origin, stiffness: 1e7 N/m, )" +
         more + "}}\nsolver: {step: 1 ms, until: 1 s}\n";
}

// c v (1 + e) = ln((1 + c v)/(1 - e c v)).
TEST(Contact, DampingGivesTheRestitution) {
  for (const double e : {0.05, 0.1, 0.5, 0.9, 0.999})
    for (const double v : {0.1, 2.0}) {
      const double x = Contact::damping_for(e, v) * v;
      EXPECT_GT(x, 0.0);
      EXPECT_NEAR(x * (1.0 + e), std::log((1.0 + x) / (1.0 - e * x)), 1e-6 * (1.0 + x));
    }
  EXPECT_EQ(Contact::damping_for(1.0, 1.0), 0.0);
}

// Without gravity, which would act during the impact too.
TEST(Contact, BallBouncesAsSaid) {
  const double v = 2.0;
  for (const double e : {0.3, 0.7}) {
    std::string text = ball("impact_speed: 2 m/s, restitution: " + std::to_string(e));
    const std::string start = "start: 0.2 m";
    text.replace(text.find(start), start.size(), "start: 1 mm, rate: -2 m/s");
    const RecordedRun run(text + "gravity: \"[0, 0] m/s2\"\n", "sdirk2", 2e-5, 0.01);
    double before = 0.0, after = 0.0;  // [m/s] fastest down, fastest up
    for (std::size_t k = 0; k <= run.last(); ++k) {
      before = std::min(before, run("fall.rate", k));
      after = std::max(after, run("fall.rate", k));
    }
    EXPECT_NEAR(before, -v, 1e-12);
    EXPECT_NEAR(after / v, e, 1e-3);  // O(h²): 150 steps an impact
  }
}

// Steps of 1 ms over an impact of 3 ms: energy does not rise again by more than a share of what was
// there at first, and most of it goes.
TEST(Contact, LongStepsGainNoEnergy) {
  for (const auto& [integrator, share] : {std::pair{"sdirk2", 0.01}, {"gen_alpha", 0.03}}) {
    SCOPED_TRACE(integrator);
    const RecordedRun run(ball("restitution: 0.8"), integrator, 1e-3, 3.0);
    double least = 10.0 * 9.81 * 0.2;  // [J]
    for (std::size_t k = 1; k <= run.last(); ++k) {
      const double now = run("energy.kinetic", k) + run("energy.potential", k);
      EXPECT_LT(now, least + share * 10.0 * 9.81 * 0.2) << k;
      least = std::min(least, now);
    }
    EXPECT_LT(least, 0.1 * 10.0 * 9.81 * 0.2);
  }
}

// At rest the ground yields by d with k (d - w/2) = m g.
TEST(Contact, StandsWhereItsWeightIsCarried) {
  const RecordedRun run(ball("restitution: 0.05, onset: 5 um"), "sdirk2", 1e-3, 3.0);
  const double depth = 10.0 * 9.81 / 1e7 + 2.5e-6;
  EXPECT_NEAR(run("floor.gap", run.last()), -depth, 1e-8);
  EXPECT_NEAR(run("floor.normal", run.last()), 98.1, 1e-2);
  EXPECT_NEAR(run("floor.fy", run.last()), 98.1, 1e-2);
}

// A block on two corners, on a slope; mu = 0.5 holds up to 26.565 deg. The joint slides along the slope
// and square to it.
std::string block(double slope) {
  const std::string angle = std::to_string(slope) + " deg";
  const std::string foot = ", stiffness: 1e7 N/m, friction: 0.5, restitution: 0.05, slope: ";
  return R"(bramah: 1
name: Block
ground: {points: {O: {at: [0 m, 0 m], rotate: )" +
         angle + R"(}}}
bodies:
  block: {mass: 100 kg, com: [0 m, 0.1 m], inertia: 5 kg m2, points: {left: [-0.3 m, 0 m], right: [0.3 m, 0 m]}}
joints: {free: {type: planar, between: [ground.O, block.origin], coordinates: [{start: 0 m}, {start: 0 m}, {start: 0 deg}]}}
elements:
  a: {type: contact, at: block.left)" +
         foot + angle + R"(}
  b: {type: contact, at: block.right)" +
         foot + angle + "}\nsolver: {step: 1 ms, until: 10 s}\n";
}

TEST(Contact, BlockHoldsUpToTheAngleOfFriction) {
  const double angle = std::atan(0.5) * 180.0 / M_PI;
  const RecordedRun holds(block(angle - 0.1), "sdirk2", 1e-3, 10.0);
  // It settles after its drop; then 0.1 mm a minute would be 13 um in 8 s.
  EXPECT_LT(std::abs(holds("free.x.position", holds.last())), 5e-3);
  EXPECT_NEAR(holds("free.x.position", holds.last()), holds("free.x.position", holds.last() / 5),
              13e-6);
  EXPECT_NEAR(holds("free.x.position", holds.last()), holds("free.x.position", holds.last() / 2),
              1e-6);
  const RecordedRun slides(block(angle + 0.1), "sdirk2", 1e-3, 10.0);
  const double tilt = (angle + 0.1) * M_PI / 180.0;
  const double expected = -9.81 * (std::sin(tilt) - 0.5 * std::cos(tilt));  // downhill is -x
  const double found =
      (slides("free.x.rate", slides.last()) - slides("free.x.rate", slides.last() / 2)) / 5.0;
  EXPECT_NEAR(found, expected, 1e-3 * std::abs(expected));
  EXPECT_NEAR(slides("a.slip", slides.last()), -slides("free.x.rate", slides.last()), 1e-6);
}

// Thrown over a level floor it stops after v²/(2 mu g), and what it lost is in the books.
TEST(Contact, SlidesUntilFrictionHasTakenItsEnergy) {
  std::string text = block(0.0);
  const std::string start = "[{start: 0 m}, {start: 0 m}";
  text.replace(text.find(start), start.size(), "[{start: 0 m, rate: 2 m/s}, {start: -0.1 mm}");
  for (const char* foot : {"at: block.left", "at: block.right"})  // sliding already
    text.insert(text.find(foot) + std::string(foot).size(), ", start_bend1: 0.1 mm");
  const RecordedRun run(text, "sdirk2", 1e-3, 2.0);
  EXPECT_NEAR(run("free.x.position", run.last()), 4.0 / (2.0 * 0.5 * 9.81), 2e-3);
  EXPECT_NEAR(run("energy.books", run.last()), 0.0, 1e-3 * 200.0);
  EXPECT_NEAR(run("energy.loss.joints", run.last()), 200.0, 1.0);
}

// In space the force is the same whichever way it slips, and points against it.
TEST(Contact, FrictionTurnsWithTheSlip) {
  const auto element = contact_info().made(
      std::vector<double>{1e6, 0.5, 1.0, 1e-4, 0.4, 1e-4, 10.0, 0.2, 0.3, 1.1}, {0.0, 0.0, 1.0});
  Eigen::Vector3d n(-std::sin(0.3) * std::cos(1.1), -std::sin(0.3) * std::sin(1.1), std::cos(0.3));
  const Eigen::Vector3d t = Eigen::Vector3d::UnitX().cross(n).normalized();
  // Below the plane at (0, 0, 0.2) by 1 mm, sliding along t with bristles bent fully.
  const Eigen::Vector3d p = Eigen::Vector3d(0, 0, 0.2) - 1e-3 * n, v = 0.5 * t;
  std::vector<double> x{p[0], p[1], p[2], v[0], v[1], v[2], 0.0, 0.0}, f(5);
  const double h = 1e-5;  // let the bristles bend
  for (int k = 0; k < 200; ++k) {
    element->evaluate(x.data(), 0, f.data());
    x[6] += h * f[3], x[7] += h * f[4];
  }
  element->evaluate(x.data(), 0, f.data());
  const Eigen::Vector3d force(f[0], f[1], f[2]);
  const double load = 1e6 * (1e-3 - 0.5e-4);
  EXPECT_NEAR(force.dot(n), load, 1e-6 * load);
  EXPECT_NEAR(force.dot(t), -0.4 * load, 1e-3 * load);
  EXPECT_NEAR(force.dot(n.cross(t)), 0.0, 1e-3 * load);
}

TEST(Contact, SlopesMatchDifferencesWhereItTouches) {
  const auto element = contact_info().made(
      std::vector<double>{1e6, 0.5, 1.0, 1e-3, 0.4, 1e-3, 10.0, 0.0, 0.2, 0.5}, {0.0, 0.0, 1.0});
  Random random(5);
  for (int n = 0; n < 100; ++n) {
    Eigen::VectorXd x(8);
    for (int k = 0; k < 2; ++k) x[k] = random(-0.2, 0.2);
    x[2] = std::tan(0.2) * (std::cos(0.5) * x[0] + std::sin(0.5) * x[1]) + random(-3e-3, 5e-4);
    for (int k = 3; k < 6; ++k) x[k] = random(-0.5, 0.5);
    for (int k = 6; k < 8; ++k) x[k] = random(-6e-4, 6e-4);
    Eigen::VectorXd f(5);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> slopes(5, 8);
    element->linearise(x.data(), 0, f.data(), slopes.data());
    Eigen::VectorXd scales(8);
    scales << 1e-3, 1e-3, 1e-3, 0.1, 0.1, 0.1, 1e-3, 1e-3;
    expect_jacobian_near(
        [&](const Eigen::VectorXd& at) {
          Eigen::VectorXd r(5);
          element->evaluate(at.data(), 0, r.data());
          return r;
        },
        x, slopes, scales, {.tolerance = 1e-6});
  }
}

// The block thrown over a level floor, in both coordinates.
TEST(Contact, JointAndNaturalCoordinatesAgree) {
  std::string text = block(0.0);
  const std::string start = "[{start: 0 m}, {start: 0 m}";
  text.replace(text.find(start), start.size(), "[{start: 0 m, rate: 1 m/s}, {start: -0.02 mm}");
  const RecordedRun joint(text, "sdirk2", 2.5e-4, 0.5);
  const RecordedRun natural(text, "sdirk2", 2.5e-4, 0.5, {"solver.coordinates=natural"});
  const std::size_t last = joint.last();
  EXPECT_GT(joint("free.x.position", last), 0.1);
  EXPECT_NEAR(joint("free.x.position", last), natural("free.x.position", last), 1e-4);
  EXPECT_NEAR(joint("a.normal", last), natural("a.normal", last), 1.0);
}

// Standing, and pushed to and fro by less than what friction holds: of second order against the
// reference.
TEST(Contact, StepsAreOfSecondOrder) {
  std::string text = block(0.0) + R"(initial: static
forces: {push: {at: block.origin, force: wind, direction: [1, 0]}}
signals: {wind: {sine: {amplitude: 150 N, frequency: 3 Hz}}}
)";
  const std::string start = "{start: 0 m}, {start: 0 deg}";
  text.replace(text.find(start), start.size(), "{start: static near -0.1 mm}, {start: 0 deg}");
  const RecordedRun exact(text, "sundials", 4e-3, 0.4);
  const auto error = [&](double step) {
    const RecordedRun run(text, "sdirk2", step, 0.4);
    const auto every = static_cast<std::size_t>(std::lround(4e-3 / step));
    double worst = 0.0;
    for (std::size_t k = 0; k <= exact.last(); ++k)
      worst = std::max(worst,
                       std::abs(run("free.x.position", every * k) - exact("free.x.position", k)));
    return worst;
  };
  const double coarse = error(1e-3), fine = error(2.5e-4), order = 0.5 * std::log2(coarse / fine);
  std::printf("contact: %.2e, %.2e, order %.2f\n", coarse, fine, order);
  EXPECT_NEAR(order, 2.0, 0.3);
}

TEST(Contact, TangentOfTheMachineIsTheSlopeOfItsResidual) {
  for (const char* method : {"semirecursive", "ali3p"}) {
    SCOPED_TRACE(method);
    LoadOptions options;
    options.method = method;
    options.set = {"solver.penalty=1e-3"};
    MachineStates states(load_text(block(10.0), "block.yaml", options));
    expect_tangent_is_slope(states, 20);
  }
}

TEST(Contact, ErrorsSayWhatIsExpected) {
  const auto problems = [](const std::string& more) -> std::string {
    try {
      load_text(ball(more), "m.yaml");
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(problems("restitution: 1.5"),
            "m.yaml:5: element \"floor\": restitution: expected 0.05 to 1; found 1.5");
  EXPECT_EQ(problems("friction: -0.1"),
            "m.yaml:5: element \"floor\": friction: expected 0 to 10; found -0.1");
  EXPECT_EQ(problems("onset: 0 mm, bend: 0 mm"),
            "m.yaml:5: element \"floor\": onset: expected 1e-09 to 1 m; found 0\nm.yaml:5: element "
            "\"floor\": bend: expected 1e-09 to 1 m; found 0");
}

}  // namespace
}  // namespace bramah
