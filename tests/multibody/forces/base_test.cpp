// What a machine stands on: tyres, and margins against tipping.
#include <gtest/gtest.h>

#include <cmath>

#include "bramah/run.h"
#include "build/stability.h"
#include "constraints/formulation.h"
#include "machine/recorded_run.h"

namespace bramah {
namespace {

constexpr double kG = 9.81;

TEST(Stability, MarginIsTheDistanceFromTheNearestLine) {
  std::vector<FootLoad> feet{{-2, -1, 1}, {2, -1, 1}, {2, 1, 1}, {-2, 1, 1}};
  EXPECT_NEAR(tip_margin(feet), 1.0, 1e-12);
  feet[0].load = feet[1].load = 0.0;  // on the far line
  EXPECT_NEAR(tip_margin(feet), 0.0, 1e-12);
  feet[0].load = 1.0;  // c = (-2/3, 1/3)
  EXPECT_NEAR(tip_margin(feet), 2.0 / 3.0, 1e-12);
  feet.push_back({0.0, 0.2, 0.0});  // inside the hull: no edge
  EXPECT_NEAR(tip_margin(feet), 2.0 / 3.0, 1e-12);
  for (FootLoad& foot : feet) foot.load = 0.0;
  EXPECT_EQ(tip_margin(feet), 0.0);
  EXPECT_NEAR(tip_margin_along(std::vector<FootLoad>{{-1, 0, 3}, {3, 0, 1}}), 1.0, 1e-12);
}

// A base of 1 t on feet 1 m left and right of it, pulled down at an arm of 3 m: W a = F (b - a) with
// a = 1 m. The pull grows slowly; at the margin 0 the far foot lifts.
TEST(Stability, BaseTipsAtTheMomentBalance) {
  const RecordedRun run(R"(bramah: 1
name: Base
bodies:
  base: {mass: 1 t, com: [0 m, 0.5 m], inertia: 800 kg m2, points: {left: [-1 m, 0 m], right: [1 m, 0 m], arm: [3 m, 1 m]}}
joints: {place: {type: planar, between: [ground, base], coordinates: [{start: 0 m}, {start: static near -1 mm}, {start: 0 deg}]}}
initial: static
elements:
  left: {type: contact, at: base.left, stiffness: 1e7 N/m, restitution: 0.05}
  right: {type: contact, at: base.right, stiffness: 1e7 N/m, restitution: 0.05}
forces: {hook: {at: base.arm, force: pull, direction: [0, -1]}}
stability: {tip: {feet: [left, right], warn: 0.2 m}}
signals: {pull: {ramps: [[0 s, 0 N], [10 s, 5500 N]]}}
solver: {step: 1 ms, until: 10 s}
)",
                        "sdirk2", 1e-3, 9.2);
  double tips = 0.0, warned = 0.0;
  for (std::size_t k = 0; k <= run.last(); ++k) {
    const double force = run("pull", k);
    // c from the middle: F b/(W + F).
    const double expected = std::max(0.0, 1.0 - 3.0 * force / (1000.0 * kG + force));
    if (tips == 0.0) EXPECT_NEAR(run("tip.margin", k), expected, 2e-3) << k;
    if (warned == 0.0 && run("tip.near_tipping", k) > 0.0) warned = force;
    if (tips == 0.0 && run("tip.lifted", k) > 0.0) tips = force;
  }
  EXPECT_NEAR(tips, 1000.0 * kG / 2.0, 0.01 * 1000.0 * kG / 2.0);
  EXPECT_LT(warned, 0.85 * tips);  // before it tips
  EXPECT_GT(warned, 0.5 * tips);
  // 3 F/(W + F) = 0.8: F = 0.8 W/2.2 = 3567 N, at 6.49 s.
  ASSERT_FALSE(run.summary.warnings.empty());
  EXPECT_EQ(run.summary.warnings[0].substr(0, 27), "it nearly tips: tip from 6.");
}

// The truck crane booms down with its load at the side. Where the feet of the far side lift, the moments
// of all weights about the line between the near feet balance.
TEST(Stability, TruckCraneTipsAtTheMomentBalance) {
  LoadOptions options;
  options.until = 45.0;
  const Model model = load(BRAMAH_SOURCE_DIR "/models/truck_crane.yaml", options);
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> row(model.channels().size());
  const auto value = [&](const std::string& name) {
    return row.at(static_cast<std::size_t>(model.find_channel(name)));
  };
  double warned = 0.0;
  while (state.time() < 45.0) {
    ASSERT_TRUE(step(model, state, work, Inputs{}).converged) << state.time();
    model.observe(state, work, row);
    if (warned == 0.0 && value("tip.near_tipping") > 0.0) warned = state.time();
    if (value("tip.margin") < 1e-3) break;
  }
  const double line = 0.5 * (value("chassis.front_left.y") + value("chassis.rear_left.y"));
  double holds = 0.0, tips = 0.0;
  for (const auto& [name, mass] : {std::pair{"chassis.cg", 9000.0},
                                   {"superstructure.cg", 3600.0},
                                   {"boom.cg", 1100.0},
                                   {"inner.cg", 450.0},
                                   {"load.cg", 5000.0}}) {
    const double arm = value(std::string(name) + ".y") - line;
    (arm > 0.0 ? tips : holds) += mass * std::abs(arm);
  }
  std::printf("truck crane: warned at %.2f s, tips at %.2f s, moments %.4f\n", warned, state.time(),
              tips / holds);
  EXPECT_NEAR(tips / holds, 1.0, 0.01);
  EXPECT_GT(warned, 0.0);
  EXPECT_LT(warned, state.time() - 0.5);
}

TEST(Stability, ErrorsSayWhatIsExpected) {
  const auto problems = [](const std::string& text) -> std::string {
    try {
      load_text(text, "m.yaml");
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  const std::string base = R"(bramah: 1
name: Base
bodies: {base: {mass: 1 t, inertia: 800 kg m2, points: {left: [-1 m, 0 m], right: [1 m, 0 m]}}}
joints: {place: {type: planar, between: [ground, base]}}
elements:
  left: {type: contact, at: base.left, stiffness: 1e7 N/m}
  right: {type: contact, at: base.right, stiffness: 1e7 N/m}
solver: {step: 1 ms, until: 1 s}
)";
  EXPECT_EQ(
      problems(base + "stability: {tip: {feet: [left, rihgt]}}\n"),
      "m.yaml:9: stability \"tip\": no element that touches the ground is called \"rihgt\"; did "
      "you mean \"right\"?");
  EXPECT_EQ(problems(base + "stability: {tip: {feet: [left]}}\n"),
            "m.yaml:9: stability \"tip\": expected at least two feet; found 1");
  EXPECT_EQ(problems(base + "stability: {tip: {feet: [left, right], warn: -1 m}}\n"),
            "m.yaml:9: stability \"tip\": warn: must not be negative; found -1 m");
}

// A wheel of 40 kg with 300 kg on it, I = 2 kg m2, R = 0.5 m.
const std::string kHeld =
    "{start: 0 deg, spring: {stiffness: 1e7 N m/rad, rest: 0 deg}, damping: 2e4 N m s/rad}";
std::string wheel(const std::string& tyre, const std::string& start, const std::string& spin,
                  const std::string& more = "") {
  return R"(bramah: 1
name: Wheel
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies:
  frame: {mass: 300 kg, inertia: "[20, 20, 20] kg m2"}
  wheel: {mass: 40 kg, inertia: "[1.2, 2, 1.2] kg m2"}
joints:
  way: {type: planar, between: [ground, frame], axis: [0, -1, 0], coordinates: [)" +
         start + R"(]}
  axle: {type: revolute, between: [frame, wheel], axis: [0, 1, 0], )" +
         spin + R"(}
elements: {tyre: {type: tyre, at: wheel.origin, radius: 0.5 m, stiffness: 2e5 N/m, damping: 4e3 N s/m, )" +
         tyre + "}}\n" + more + "solver: {step: 1 ms, until: 1 s}\n";
}

// It stands where its load is carried: k (d - w/2) = m g.
TEST(Tyre, StandsOnItsSpring) {
  const RecordedRun run(
      wheel("rolling: 0", "{start: 0 m}, {start: 0.49 m}, " + kHeld, "start: 0 deg"), "sdirk2",
      1e-3, 4.0);
  EXPECT_NEAR(run("tyre.normal", run.last()), 340.0 * kG, 1.0);
  EXPECT_NEAR(run("tyre.gap", run.last()), -(340.0 * kG / 2e5 + 0.5e-3), 1e-5);
}

// A torque M on the axle: the wheel rolls, a = M/R/(m + I/R²) with R_e in the place of R; a locked one
// that is thrown stops with mu g.
TEST(Tyre, RollsAndBrakes) {
  const std::string rest = "{start: 0 m}, {start: 0.4828 m}, " + kHeld;
  const RecordedRun rolls(wheel("rolling: 0", rest, "start: 0 deg, effort: drive",
                                "signals: {drive: {ramps: [[0 s, 0 N m], [0.5 s, 200 N m]]}}\n"),
                          "sdirk2", 1e-3, 3.0);
  const std::size_t last = rolls.last(), half = last / 2;
  const double R = 0.5 + rolls("tyre.gap", last);
  const double a = 200.0 / R / (340.0 + 2.0 / (R * R));
  EXPECT_NEAR(std::abs(rolls("way.x.rate", last) - rolls("way.x.rate", half)), 1.5 * a, 0.02 * a);
  EXPECT_LT(rolls("tyre.slip", last), 0.1);
  const RecordedRun slides(
      wheel("friction: 0.5, rolling: 0, bend: 5 mm",
            "{start: 0 m, rate: 4 m/s}, {start: 0.4828 m}, " + kHeld, "driver: 0 deg"),
      "sdirk2", 1e-3, 1.5);
  // 4/(mu g) = 0.82 s and 16/(2 mu g) = 1.63 m, less what the bristles need to bend.
  EXPECT_NEAR(std::abs(slides("way.x.position", slides.last())), 16.0 / (2.0 * 0.5 * kG), 0.02);
  EXPECT_NEAR(slides("way.x.rate", slides.last()), 0.0, 0.02);
}

// A wheel that is towed at V with a slip angle: sled, upright slide, steering, axle.
std::string towed(const std::string& angle, double speed, const std::string& tyre = "") {
  const std::string V = std::to_string(speed), spin = std::to_string(speed / 0.48275);
  return R"(bramah: 1
name: Towed wheel
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies:
  sled: {mass: 1e7 kg, inertia: "[1e6, 1e6, 1e6] kg m2"}
  post: {mass: 300 kg, inertia: "[20, 20, 20] kg m2"}
  fork: {mass: 10 kg, inertia: "[1, 1, 1] kg m2"}
  wheel: {mass: 30 kg, inertia: "[1.2, 2, 1.2] kg m2"}
joints:
  way: {type: prismatic, between: [ground, sled], axis: [1, 0, 0], start: 0 m, rate: )" +
         V + R"( m/s}
  lift: {type: prismatic, between: [sled, post], axis: [0, 0, 1], start: 0.4828 m}
  steer: {type: revolute, between: [post, fork], axis: [0, 0, 1], driver: )" +
         angle + R"(}
  axle: {type: revolute, between: [fork, wheel], axis: [0, 1, 0], start: 0 rad, rate: )" +
         spin + R"( rad/s}
elements: {tyre: {type: tyre, at: wheel.origin, radius: 0.5 m, stiffness: 2e5 N/m, damping: 4e3 N s/m, friction: 0.7, bend: 20 mm, relaxation: 0.4 m, rolling: 0)" +
         tyre + "}}\n";
}

// C tan(alpha), C = mu N sigma/z_m, after the relaxation length, at any speed; and beyond: with
// r = sigma tan(alpha)/z_m it is mu N u, u/r + u^6 = 1.
TEST(Tyre, PushesAsideByItsSlipAngle) {
  const double N = 340.0 * kG, limit = 0.7 * N;
  for (const double speed : {1.0, 10.0})
    for (const double angle : {0.004, 0.02, 0.5}) {
      SCOPED_TRACE(testing::Message() << speed << " m/s, " << angle << " rad");
      const RecordedRun run(
          towed(std::to_string(angle) + " rad", speed) + "solver: {step: 1 ms, until: 5 s}\n",
          "sdirk2", 1e-3, 6.0 / speed);
      const double r = 0.4 * std::tan(angle) / 0.02;
      double u = 1.0;
      for (int k = 0; k < 60; ++k)
        u -= (u / r + std::pow(u, 6) - 1.0) / (1.0 / r + 6.0 * std::pow(u, 5));
      const double side = std::hypot(run("tyre.fx", run.last()), run("tyre.fy", run.last()));
      EXPECT_NEAR(run("tyre.normal", run.last()), N, 1e-2 * N);
      EXPECT_NEAR(side, limit * u, 0.01 * limit * u);
      if (angle > 0.01) continue;
      EXPECT_NEAR(side, N * 0.7 * 0.4 / 0.02 * angle, 0.01 * side);  // the linear tyre
      for (const double way : {0.2, 0.4, 0.8}) {  // rolled so far: 1 - exp(-way/sigma)
        const auto row = static_cast<std::size_t>(std::lround(way / speed * 1e3));
        EXPECT_NEAR(std::abs(run("tyre.bend2", row)),
                    0.4 * std::tan(angle) * (1.0 - std::exp(-way / 0.4)), 0.02 * 0.4 * angle);
      }
    }
}

// Steered to and fro while it rolls: of second order against the reference.
TEST(Tyre, StepsAreOfSecondOrder) {
  const std::string text = towed("steering", 3.0) +
                           "signals: {steering: {sine: {amplitude: 0.03 rad, frequency: 1.5 Hz}}}\n"
                           "solver: {step: 1 ms, until: 1 s}\n";
  const RecordedRun exact(text, "sundials", 4e-3, 1.0);
  const auto error = [&](double step) {
    const RecordedRun run(text, "sdirk2", step, 1.0);
    const auto every = static_cast<std::size_t>(std::lround(4e-3 / step));
    double worst = 0.0;
    for (std::size_t k = 0; k <= exact.last(); ++k)
      worst = std::max(worst, std::abs(run("tyre.bend2", every * k) - exact("tyre.bend2", k)));
    return worst;
  };
  const double coarse = error(4e-3), fine = error(1e-3), order = 0.5 * std::log2(coarse / fine);
  std::printf("tyre: %.2e, %.2e m, order %.2f\n", coarse, fine, order);
  EXPECT_NEAR(order, 2.0, 0.2);
  EXPECT_LT(fine, 1e-6);
}

TEST(Tyre, TangentOfTheMachineIsTheSlopeOfItsResidual) {
  for (const char* method : {"semirecursive", "ali3p"}) {
    SCOPED_TRACE(method);
    LoadOptions options;
    options.method = method;
    options.set = {"solver.penalty=1e-3"};
    MachineStates states(load_text(towed("0.1 rad", 2.0, ", onset: 0.1 m"), "tyre.yaml", options));
    expect_tangent_is_slope(states, 100);
  }
}

}  // namespace
}  // namespace bramah
