// Loads that are taken up and set down: momentum, energy, bits; grips.
#include "machine/loads.h"

#include <gtest/gtest.h>

#include <cmath>

#include "malloc_count.h"
#include "recorded_run.h"

namespace bramah {
namespace {

constexpr double kG = 9.81;

// A wagon of 3 kg that rolls at 2 m/s and gets 5 kg at 0.1 s, which it loses at 0.3 s.
std::string wagon(const std::string& payload, const std::string& more = "") {
  return R"(bramah: 1
bodies: {wagon: {mass: 3 kg, inertia: 1 kg m2, points: {top: [0 m, 0.5 m]}}}
joints: {rail: {type: prismatic, between: [ground, wagon], start: 0 m, rate: 2 m/s}}
payloads: {stone: {to: wagon.top, mass: 5 kg, )" +
         payload + "}}\n" + more + "solver: {step: 1 ms, until: 0.5 s}\n";
}
const std::string kGrip = "signals: {grip: {steps: [[0 s, 0], [0.1 s, 1], [0.3 s, 0]]}}\n";

TEST(Loads, CaughtKeepsMomentumAndLosesEnergy) {
  for (const char* rule : {"sdirk2", "gen_alpha", "trapezoidal", "rosenbrock"}) {
    const RecordedRun run(wagon("when: grip > 0.5", kGrip), rule, 1e-3, 0.5);
    EXPECT_EQ(run("stone.mass", 100), 0.0);
    EXPECT_EQ(run("stone.mass", 101), 5.0);
    EXPECT_NEAR(run("rail.rate", 100), 2.0, 1e-12);
    EXPECT_NEAR(run("rail.rate", 101), 2.0 * 3.0 / 8.0, 1e-12);
    EXPECT_NEAR(run("energy.loss.loads", 200), 0.5 * 3.0 * 4.0 * (1.0 - 3.0 / 8.0), 1e-12);
    EXPECT_NEAR(run("energy.work.loads", 200), 5.0 * kG * 0.5, 1e-12);  // the height it came from
    // Let go it takes its own motion along, and the wagon keeps its speed.
    EXPECT_NEAR(run("rail.rate", run.last()), 0.75, 1e-12);
    EXPECT_NEAR(run("energy.work.loads", run.last()), -0.5 * 5.0 * 0.75 * 0.75, 1e-12);
    for (std::size_t k = 0; k <= run.last(); ++k) EXPECT_NEAR(run("energy.books", k), 0.0, 1e-9);
  }
}

TEST(Loads, BySignalTimeAndChannel) {
  const RecordedRun time(wagon("when: time > 0.2 s"), "sdirk2", 1e-3, 0.5);
  EXPECT_EQ(time("stone.mass", 200), 0.0);  // t = 0.2 s is not later than that
  EXPECT_EQ(time("stone.mass", 202), 5.0);
  const RecordedRun place(wagon("when: rail.position > 0.5 m"), "sdirk2", 1e-3, 0.5);
  EXPECT_EQ(place("stone.mass", 249), 0.0);
  EXPECT_EQ(place("stone.mass", 252), 5.0);
  const RecordedRun there(wagon("when: time < 0.2 s, start: attached"), "sdirk2", 1e-3, 0.5);
  EXPECT_EQ(there("stone.mass", 0), 5.0);
  EXPECT_EQ(there("energy.loss.loads", 100), 0.0);
  EXPECT_NEAR(there("rail.rate", 400), 2.0, 1e-12);
}

// Sand that runs into the wagon from rest: (m + t m') v = const.
TEST(Loads, MassThatGrowsSlowsDown) {
  const RecordedRun run(wagon("when: time > -1 s, share: filling",
                              "signals: {filling: {ramps: [[0 s, 0], [0.5 s, 1]]}}\n"),
                        "sdirk2", 1e-3, 0.5);
  for (std::size_t k = 1; k <= run.last(); k += 50) {
    const double m = 3.0 + run("stone.mass", k);
    EXPECT_NEAR(m * run("rail.rate", k), 6.0, 1e-10);
    EXPECT_NEAR(run("energy.books", k), 0.0, 1e-9);
  }
  EXPECT_NEAR(run("stone.mass", run.last()), 5.0 * 0.499 / 0.5, 1e-9);
}

// A closed loop: a four-bar whose tip catches a load. Only the loop's own motion takes the momentum.
TEST(Loads, ALoopKeepsItsMomentumAndStaysClosed) {
  const std::string text = "bramah: 1\ninclude: " BRAMAH_SOURCE_DIR
                           "/models/four_bar.yaml\npayloads: {load: {to: beam.tip, mass: 100 kg, "
                           "inertia: 5 kg m2, when: time > 1.5 s}}\n";
  const RecordedRun run(text, "sdirk2", 1e-3, 2.0);
  const std::size_t k = 1501;  // the state that it is caught in
  EXPECT_EQ(run("load.mass", k), 0.0);
  EXPECT_EQ(run("load.mass", k + 1), 100.0);
  // One freedom: with T = m w^2/2, m w is kept, w of the beam.
  const double w = run("z1.rate", k), u = run("z1.rate", k + 1);
  EXPECT_GT(std::abs(w), 0.05);
  EXPECT_LT(std::abs(u / w), 0.99);
  const double lost = run("energy.loss.loads", k + 1), T = run("energy.kinetic", k);
  const double before = 2.0 * T / (w * w), after = before + 100.0 * 81.0 + 5.0;
  EXPECT_NEAR(lost, T * (1.0 - before / after), 1e-6 * lost);
  EXPECT_LT(run.summary.constraint_max, 1e-7);
  for (std::size_t i = 0; i <= run.last(); i += 10) EXPECT_NEAR(run("energy.books", i), 0.0, 2.0);
}

// While it is there it weighs what a body of the same mass weighs.
TEST(Loads, IsTheSameAsAMassOfTheBody) {
  const auto text = [](const std::string& mass, const std::string& load) {
    return R"(bramah: 1
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies: {rod: {mass: 3 kg, com: [1 m, 0 m, 0 m], inertia: [0.2 kg m2, 1 kg m2, 1 kg m2], points: {tip: [2 m, 0.3 m, 0.1 m]})" +
           mass + R"(}}
joints: {ball: {type: universal, between: [ground, rod], axis: [0, 0, 1], axis2: [0, 1, 0]}}
)" + load;
  };
  const RecordedRun a(text(", point_masses: {tip: 4 kg}", ""), "sdirk2", 1e-3, 0.5);
  const RecordedRun b(
      text("", "payloads: {p: {to: rod.tip, mass: 4 kg, when: time > -1 s, start: attached}}\n"),
      "sdirk2", 1e-3, 0.5);
  for (std::size_t k = 0; k <= a.last(); k += 50) {
    EXPECT_NEAR(a("ball.first.angle", k), b("ball.first.angle", k), 1e-10);
    EXPECT_NEAR(a("ball.second.rate", k), b("ball.second.rate", k), 1e-9);
    EXPECT_NEAR(a("energy.potential", k), b("energy.potential", k), 1e-8);
  }
}

TEST(Loads, StaticsKnowWhatIsAttached) {
  const std::string text = "bramah: 1\ninclude: " BRAMAH_SOURCE_DIR
                           "/models/four_bar.yaml\npayloads: {load: {to: beam.tip, mass: 100 kg, "
                           "when: time > -1 s, start: attached}}\n";
  const RecordedRun run(text, "sdirk2", 1e-3, 0.5);
  // By virtual work the tip rises three times as far as C.
  const double add = std::sqrt(2.0) * kG * 2.0 * 3.0 * 100.0;
  const double bare = std::sqrt(2.0) * kG * (3.0 * 225 + 2.0 * 35 + 50);
  EXPECT_NEAR(run("lift.force", 0), bare + add, 0.2);
  EXPECT_NEAR(run("z1.rate", 300), 0.0, 1e-6);
}

TEST(Loads, SnapshotsGoOnWithTheSameBitsAndNothingIsAllocated) {
  const Model model = load_text(wagon("when: grip > 0.5", kGrip), "m.yaml");
  State state = model.initial_state();
  Workspace work(model);
  const auto go = [&](State& s, Workspace& w, int ticks) {
    for (int k = 0; k < ticks; ++k) ASSERT_TRUE(step(model, s, w, Inputs{}).converged);
  };
  go(state, work, 95);
  State copy = state;
  const long before = malloc_count();
  go(state, work, 250);
  EXPECT_EQ(malloc_count(), before);
  Workspace fresh(model);
  go(copy, fresh, 250);
  for (std::size_t k = 0; k < state.values().size(); ++k)
    EXPECT_EQ(state.values()[k], copy.values()[k]) << k;
}

// A claw on a slide takes up a crate that lies on the ground, and sets it down again elsewhere.
const std::string kClaw = R"(bramah: 1
bodies:
  claw: {mass: 20 kg, inertia: 2 kg m2, points: {middle: [0 m, -0.3 m]}}
  crate: {mass: 50 kg, inertia: 5 kg m2, points: {l: [-0.3 m, 0.2 m], r: [0.3 m, 0.2 m], a: [-0.4 m, -0.2 m], b: [0.4 m, -0.2 m]}}
joints:
  over: {type: prismatic, between: [ground, mast], axis: [1, 0], driver: across}
  down: {type: prismatic, between: [mast, claw], axis: [0, 1], driver: height}
  lies: {type: planar, between: [ground, crate], coordinates: [{start: 0.05 m}, {start: 0.1999 m}, {start: 0 deg}]}
elements:
  foot_a: {type: contact, at: crate.a, stiffness: 1e6 N/m}
  foot_b: {type: contact, at: crate.b, stiffness: 1e6 N/m}
grips: {hold: {from: claw.middle, to: [crate.l, crate.r], stiffness: 2e5 N/m, damping: 2e3 N s/m, reach: 0.3 m, when: grip > 0.5}}
signals:
  across: {ramps: [[0 s, 0 m], [2 s, 0 m], [4 s, 2 m]]}
  height: {ramps: [[0 s, 1.2 m], [1 s, 0.7 m], [1.2 s, 0.7 m], [2 s, 1.2 m], [4 s, 1.2 m], [5 s, 0.7 m], [5.2 s, 0.7 m], [6 s, 1.2 m]]}
  grip: {steps: [[0 s, 0], [1.1 s, 1], [5.1 s, 0]]}
solver: {step: 1 ms, until: 7 s}
)";
std::string claw() {
  std::string text = kClaw;
  text.replace(text.find("  crate: {mass"), 0, "  mast: {mass: 10 kg, inertia: 1 kg m2}\n");
  return text;
}

TEST(Grips, TakesUpAndSetsDown) {
  const RecordedRun run(claw(), "sdirk2", 1e-3, 7.0);
  EXPECT_NEAR(run("lies.y.position", 3000), 0.7, 0.01);   // it hangs in the claw
  EXPECT_NEAR(run("lies.x.position", 4500), 2.05, 0.01);  // where it was taken, and 2 m on
  EXPECT_NEAR(run("lies.y.position", 7000), 0.2, 1e-3);   // it lies
  EXPECT_NEAR(run("lies.x.position", 7000), 2.05, 0.01);
  EXPECT_NEAR(run("lies.x.rate", 7000), 0.0, 1e-6);
  EXPECT_EQ(run("hold.1.holds", 3000), 1.0);
  EXPECT_EQ(run("hold.1.holds", 6000), 0.0);
  const double turned = 70.0 * kG * 1.0;  // energy turned over: all is lifted and set down
  for (std::size_t k = 0; k <= run.last(); k += 10)
    EXPECT_NEAR(run("energy.books", k), 0.0, 1e-3 * turned) << k;
}

TEST(Grips, NothingJumpsWhenItCloses) {
  const RecordedRun run(claw(), "sdirk2", 1e-3, 1.2);
  for (std::size_t k = 1095; k <= 1105; ++k) EXPECT_LT(std::abs(run("lies.y.rate", k)), 1e-3) << k;
}

TEST(Grips, OutOfReachItTakesNothing) {
  std::string text = claw();
  text.replace(text.find("reach: 0.3 m"), 12, "reach: 0.04 m");
  const RecordedRun run(text, "sdirk2", 1e-3, 3.0);
  EXPECT_EQ(run("hold.1.holds", run.last()), 0.0);
  EXPECT_NEAR(run("lies.y.position", run.last()), 0.2, 1e-3);
}

TEST(Grips, InNaturalCoordinatesToo) {
  const RecordedRun joint(claw(), "sdirk2", 1e-3, 3.0);
  const RecordedRun natural(claw(), "sdirk2", 1e-3, 3.0, {"solver.method=ali3p"});
  for (std::size_t k = 0; k <= joint.last(); k += 100)
    for (const char* what : {"lies.x.position", "lies.y.position", "lies.turn.angle"})
      EXPECT_NEAR(natural(what, k), joint(what, k), 2e-4) << what << k;
}

TEST(Loads, BadInput) {
  expect_refused(
      wagon("when: grip"),
      "m.yaml:4: payload \"stone\": when: expected a signal or channel, > or <, and a value");
  expect_refused(wagon("when: grup > 0.5", kGrip),
                 "there is no signal or channel \"grup\"; did you mean \"grip\"?");
  expect_refused(wagon("when: rail.position > 3 s"),
                 "payload \"stone\": when: expected a time; found a length");
  std::string heavy = wagon("when: time > 1 s");
  heavy.replace(heavy.find("mass: 5 kg"), 10, "mass: -5 kg");
  expect_refused(heavy,
                 "m.yaml:4: payload \"stone\": mass: must be greater than zero; found -5 kg");
  std::string ground = wagon("when: time > 1 s");
  ground.replace(ground.find("to: wagon.top"), 13, "to: ground");
  expect_refused(ground, "payload \"stone\": to: is a point of the ground");
}

TEST(Loads, RefusesMethodsThatDoNotKnowThem) {
  const auto with = [](const char* method) {
    std::string text = wagon("when: time > 0.1 s");
    text.replace(text.find("step: 1 ms"), 10, std::string("step: 1 ms, ") + method);
    return text;
  };
  expect_refused(with("method: ali3p"), "a change of mass is known to joint coordinates only");
  expect_refused(with("integrator: sundials"), "payloads: the integrator sundials knows no events");
}

TEST(Grips, BadInput) {
  const auto bad = [](const std::string& from, const std::string& to) {
    std::string text = claw();
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  expect_refused(bad("to: [crate.l, crate.r]", "to: [crate.l]"),
                 "grip \"hold\": to: expected 2 points of the body that is held; found 1");
  expect_refused(bad("to: [crate.l, crate.r]", "to: [crate.l, mast]"),
                 "all points must be of one body; found crate and mast");
  expect_refused(bad("from: claw.middle", "from: crate"), "holds a body to itself");
  expect_refused(bad("stiffness: 2e5 N/m", "stiffness: -1 N/m"),
                 "grip \"hold\": stiffness: must be greater than zero");
  expect_refused(bad("reach: 0.3 m", "reach: 0 m"),
                 "grip \"hold\": reach: must be greater than zero");
}

}  // namespace
}  // namespace bramah
