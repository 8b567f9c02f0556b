#include "multibody/forces/rope.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bramah/run.h"
#include "constraints/formulation.h"
#include "derivative.h"
#include "machine/recorded_run.h"

namespace bramah {
namespace {

constexpr double kG = 9.81;

// A load of 500 kg, 10 m below its sheave on `falls` parts of rope.
std::string hanging(const std::string& rope, const std::string& start = "-10 m") {
  return R"(bramah: 1
name: Hanging load
bodies: {load: {mass: 500 kg, inertia: 10 kg m2}}
joints: {fall: {type: prismatic, between: [ground, load], axis: [0, 1], start: )" +
         start + R"(}}
elements: {hoist: {type: rope, over: [ground.origin, load.origin], stiffness: 2 MN, )" +
         rope + "}}\nsolver: {step: 1 ms, until: 1 s}\n";
}

// T = m g/n stretches D = n d by T L/EA, and by half the onset.
TEST(Rope, StretchesByTheLoad) {
  for (const double falls : {1.0, 4.0}) {
    const std::string n = std::to_string(falls);
    const RecordedRun run(hanging("start_rope: " + std::to_string(10.0 * falls) +
                                  " m, damping: 0.3 s, onset: 0.1 mm, falls: " + n),
                          "sdirk2", 1e-3, 12.0);
    const double tension = 500.0 * kG / falls, length = 10.0 * falls;
    const double stretch = tension * length / 2e6 + 0.5e-4;
    EXPECT_NEAR(run("hoist.tension", run.last()), tension, 1e-6 * tension);
    EXPECT_NEAR(run("hoist.stretch", run.last()), stretch, 1e-9);
    EXPECT_NEAR(run("fall.position", run.last()), -10.0 - stretch / falls, 1e-9);
    EXPECT_EQ(run("hoist.length", run.last()), length);
  }
}

// Without `start_rope` it is as long as its tension at the start asks for.
TEST(Rope, BeginsWithItsTension) {
  for (const double tension : {0.5, 500.0 * kG}) {  // within the onset, beyond it
    const RecordedRun run(hanging("tension: " + std::to_string(tension) + " N"), "sdirk2", 1e-3,
                          1e-3);
    EXPECT_NEAR(run("hoist.tension", 0), tension, 1e-9 * tension + 1e-6);
  }
  const RecordedRun rests(hanging("tension: 4905 N"), "sdirk2", 1e-3, 0.5);
  EXPECT_NEAR(rests("fall.position", rests.last()), -10.0, 1e-9);
}

// It swings with n sqrt(EA/(L m)) about its stretch under load.
TEST(Rope, LoadSwingsAtItsNaturalFrequency) {
  for (const double falls : {1.0, 2.0}) {
    const RecordedRun run(
        hanging("tension: 2600 N, damping: 0 s, onset: 1 um, falls: " + std::to_string(falls)),
        "sdirk2", 1e-4, 2.0);
    const double length = run("hoist.length", 0);
    const double omega = falls * std::sqrt(2e6 / (length * 500.0));
    const double middle = 500.0 * kG / falls;
    std::vector<double> crossings;  // [s] upward
    for (std::size_t k = 1; k <= run.last(); ++k) {
      const double a = run("hoist.tension", k - 1) - middle, b = run("hoist.tension", k) - middle;
      if (a < 0.0 && b >= 0.0) crossings.push_back(1e-4 * (static_cast<double>(k) - b / (b - a)));
    }
    ASSERT_GT(crossings.size(), 5u);
    const double period =
        (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
    EXPECT_NEAR(2.0 * M_PI / period / omega, 1.0, 1e-4);
    EXPECT_NEAR(run("energy.residual", run.last()), 0.0, 1e-3 * 500.0 * kG);
  }
}

// Thrown up, the load hangs on nothing until the rope is tight again, once each time.
TEST(Rope, SlackRopeDoesNotPullOrChatter) {
  const RecordedRun run(hanging("start_rope: 10 m, damping: 5 ms", "-9.5 m"), "sdirk2", 1e-3, 4.0);
  int turns = 0;  // between slack and tight
  for (std::size_t k = 1; k <= run.last(); ++k) {
    const bool tight = run("hoist.tension", k) > 0.0, before = run("hoist.tension", k - 1) > 0.0;
    turns += tight != before ? 1 : 0;
    if (run("hoist.stretch", k) <= 0.0) EXPECT_EQ(run("hoist.tension", k), 0.0);
    EXPECT_GE(run("hoist.tension", k), 0.0);
  }
  EXPECT_GT(turns, 2);
  EXPECT_LT(turns, 60);  // a bounce has two
  EXPECT_NEAR(run("energy.residual", run.last()), 0.0, 1e-3 * 500.0 * kG * 0.5);
  // It falls freely for the first 0.3 s.
  EXPECT_NEAR(run("fall.position", 300), -9.5 - 0.5 * kG * 0.09, 1e-6);
}

// Two loads on one rope over a sheave: (m_2 - m_1) g/(m_1 + m_2).
TEST(Rope, AtwoodsMachine) {
  const RecordedRun run(R"(bramah: 1
name: Atwood
ground: {points: {sheave: [0.5 m, 0 m], b: [1 m, 0 m], a: [0 m, 0 m]}}
bodies: {one: {mass: 100 kg, inertia: 1 kg m2}, two: {mass: 150 kg, inertia: 1 kg m2}}
joints:
  left: {type: prismatic, between: [ground.sheave, one], axis: [0, 1], start: -4 m}
  right: {type: prismatic, between: [ground.sheave, two], axis: [0, 1], start: -4 m}
elements: {rope: {type: rope, over: [one, ground.sheave, two], stiffness: 50 MN, damping: 50 ms, tension: 1177.2 N, onset: 1 um}}
solver: {step: 1 ms, until: 1 s}
)",
                        "sdirk2", 1e-3, 0.8);
  const double a = 50.0 / 250.0 * kG, tension = 2.0 * 100.0 * 150.0 / 250.0 * kG;
  EXPECT_NEAR(run("left.rate", run.last()), 0.8 * a, 1e-4);
  EXPECT_NEAR(run("right.rate", run.last()), -0.8 * a, 1e-4);
  EXPECT_NEAR(run("rope.tension", run.last()), tension, 1e-3);
}

// A drum of radius r and inertia I with a torque M on it hoists m on n falls:
//   q'' = (r m g/n - M)/(I + m r²/n²), counted as it pays out.
std::string winch(const std::string& more) {
  return R"(bramah: 1
name: Winch
ground: {points: {sheave: [1 m, 0 m]}}
bodies: {drum: {mass: 100 kg, inertia: 8 kg m2}, load: {mass: 500 kg, inertia: 10 kg m2}}
joints:
  turn: {type: revolute, between: [ground.origin, drum], start: 0 deg, effort: torque}
  fall: {type: prismatic, between: [ground.sheave, load], axis: [0, 1], start: -10 m}
elements: {hoist: {type: rope, over: [drum, ground.sheave, load], drum: turn, radius: 0.2 m, )" +
         more + "}}\n";
}

TEST(Rope, WinchHoistsAsAtwoodsMachine) {
  const double n = 2.0, torque = 700.0, r = 0.2, m = 500.0, inertia = 8.0;
  const RecordedRun run(
      winch("falls: 2, stiffness: 400 MN, damping: 20 ms, tension: 2660 N, onset: 1 um") +
          "signals: {torque: {constant: -700 N m}}\nsolver: {step: 1 ms, until: 1 s}\n",
      "sdirk2", 1e-3, 1.0);
  const double q2 = (r * m * kG / n - torque) / (inertia + m * r * r / (n * n));
  EXPECT_NEAR(run("turn.rate", run.last()), q2, 1e-4 * std::abs(q2));
  EXPECT_NEAR(run("fall.rate", run.last()), -r / n * q2, 1e-4 * std::abs(r / n * q2));
  EXPECT_NEAR(run("hoist.tension", run.last()), m * (kG - r / n * q2) / n, 1.0);
  EXPECT_NEAR(run("energy.residual", run.last()), 0.0, 1e-4 * torque);
}

// To and fro by a torque that swings about the load: what it delivers is kinetic, potential, stretch
// and heat, though the stiffness changes with what is wound up.
const std::string kWinding =
    "signals: {torque: {sine: {amplitude: 300 N m, frequency: 0.5 Hz, mean: -981 N m}}}\n"
    "solver: {step: 1 ms, until: 4 s}\n";
const std::string kSoft = "stiffness: 2 MN, damping: 5 ms, tension: 4905 N";

TEST(Rope, BooksCloseWhileWinding) {
  const auto worst = [](double step) {
    const RecordedRun run(winch(kSoft) + kWinding, "sdirk2", step, 4.0);
    double out = 0.0, moved = 0.0;
    for (std::size_t k = 0; k <= run.last(); ++k) {
      out = std::max(out, std::abs(run("energy.residual", k)));
      moved = std::max(moved, std::abs(run("fall.position", k) + 10.0));
    }
    EXPECT_GT(moved, 1.0);
    return out;
  };
  const double coarse = worst(2e-3), fine = worst(1e-3);
  EXPECT_LT(fine, 1e-3 * 500.0 * kG);  // a tenth of a percent of a metre's lift
  EXPECT_GT(coarse / fine, 3.0);
}

TEST(Rope, StepsAreOfSecondOrder) {
  const RecordedRun exact(winch(kSoft) + kWinding, "sundials", 4e-3, 1.0);
  const auto error = [&](double step) {
    const RecordedRun run(winch(kSoft) + kWinding, "sdirk2", step, 1.0);
    const auto every = static_cast<std::size_t>(std::lround(4e-3 / step));
    double worst = 0.0;
    for (std::size_t k = 0; k <= exact.last(); ++k)
      worst =
          std::max(worst, std::abs(run("hoist.tension", every * k) - exact("hoist.tension", k)));
    return worst;
  };
  const double coarse = error(1e-3), fine = error(2.5e-4), order = 0.5 * std::log2(coarse / fine);
  std::printf("rope: %.2e, %.2e N, order %.2f\n", coarse, fine, order);
  EXPECT_NEAR(order, 2.0, 0.3);
}

// 100 random states: over three points with a drum, tight and slack, the block at its sheave too.
TEST(Rope, SlopesMatchDifferences) {
  const Rope rope({.stiffness = 1e5,
                   .damping = 0.02,
                   .falls = 3.0,
                   .radius = -0.3,
                   .onset = 0.05,
                   .closest = 0.8,
                   .block = 1e4,
                   .segments = 2,
                   .drum = true});
  Random random(5);
  int tight = 0, blocked = 0;
  for (int n = 0; n < 100; ++n) {
    Eigen::VectorXd x(7), f(4);
    x << random(1.0, 2.0), random(0.7, 2.0), random(-2.0, 2.0), random(-1.0, 1.0),
        random(-1.0, 1.0), random(-2.0, 2.0), 0.0;
    x[6] = x[0] + 3.0 * x[1] + 0.3 * x[2] - random(-0.1, 0.4);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> slopes(4, 7);
    rope.linearise(x.data(), 0, f.data(), slopes.data());
    tight += rope.output(0, x.data(), f.data()) > 0.0 ? 1 : 0;
    blocked += x[1] < 0.8 ? 1 : 0;
    const auto values = [&](const Eigen::VectorXd& at) {
      Eigen::VectorXd r(4);
      rope.evaluate(at.data(), 0, r.data());
      return r;
    };
    expect_jacobian_near(values, x, slopes, Eigen::VectorXd::Constant(7, 0.1), {.tolerance = 1e-6});
    // What it takes and does not keep is what its damping takes.
    const double taken = -(f[0] * x[3] + f[1] * x[4] + f[2] * x[5]);
    const double rate = x[3] + 3.0 * x[4] + 0.3 * x[5];
    const double undamped = [&] {
      Eigen::VectorXd still = x;
      still.segment(3, 3).setZero();
      return rope.output(0, still.data(), f.data());
    }();
    const double lost = (rope.output(0, x.data(), f.data()) - undamped) * rate;
    EXPECT_NEAR(taken - rope.stored_rate(x.data(), f.data()), lost, 1e-9 * (1.0 + std::abs(taken)));
    EXPECT_GE(lost, 0.0);
  }
  EXPECT_GT(tight, 50);
  EXPECT_GT(blocked, 3);
}

// A boom that turns with a winch on it, and a hook block that swings in space.
const std::string kCrane = R"(bramah: 1
name: Crane
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies:
  boom: {mass: 300 kg, com: [2 m, 0 m, 0 m], inertia: "[10, 400, 400] kg m2", points: {tip: [4 m, 0 m, 0 m], winch: [0.5 m, 0 m, 0.3 m]}}
  drum: {mass: 60 kg, inertia: "[2, 3, 2] kg m2"}
  hook: {mass: 200 kg, inertia: "[5, 5, 5] kg m2", com: [0 m, 0 m, -0.2 m]}
joints:
  tilt: {type: revolute, between: [ground, boom], axis: [0, -1, 0], start: 30 deg, spring: {stiffness: 1e6 N m/rad, rest: 30 deg}, damping: 2e4 N m s/rad}
  turn: {type: revolute, between: [boom.winch, drum], axis: [0, -1, 0], start: 0 deg, damping: 500 N m s/rad}
  place: {type: free, between: [ground, hook], coordinates: [{start: 3.4 m}, {start: 0.3 m}, {start: -1 m}, {start: 0 deg}, {start: 0 deg}, {start: 0 deg}]}
elements: {hoist: {type: rope, over: [boom.winch, boom.tip, hook], drum: turn, radius: 0.15 m, falls: 2, stiffness: 3 MN, damping: 10 ms, tension: 1100 N, onset: 1 mm}}
solver: {step: 1 ms, until: 1 s}
)";

TEST(Rope, TangentOfTheMachineIsTheSlopeOfItsResidual) {
  for (const char* method : {"semirecursive", "ali3p", "ali1"}) {
    SCOPED_TRACE(method);
    LoadOptions options;
    options.method = method;
    options.set = {"solver.penalty=1e-3"};
    // Soft, for at random places it is stretched by metres: meganewtons would leave round-off alone.
    std::string text = kCrane;
    for (const auto& [stiff, soft] : {std::pair{"stiffness: 3 MN", "stiffness: 3 kN"},
                                      {"tension: 1100 N", "tension: 100 N"},
                                      {"onset: 1 mm", "onset: 0.1 m"}})
      text.replace(text.find(stiff), std::string(stiff).size(), soft);
    MachineStates states(load_text(text, "crane.yaml", options));
    expect_tangent_is_slope(states, 20);
  }
}

TEST(Rope, JointAndNaturalCoordinatesAgree) {
  const auto difference = [](double step) {
    const RecordedRun joint(kCrane, "sdirk2", step, 0.5);
    const RecordedRun natural(kCrane, "sdirk2", step, 0.5, {"solver.coordinates=natural"});
    double worst = 0.0;
    for (std::size_t k = 0; k <= joint.last(); ++k)
      worst = std::max(worst, std::abs(joint("turn.angle", k) - natural("turn.angle", k)));
    return worst;
  };
  const double coarse = difference(1e-3), fine = difference(5e-4);
  EXPECT_LT(fine, 1e-4);
  EXPECT_GT(coarse / fine, 3.0);
}

TEST(Rope, ErrorsSayWhatIsExpected) {
  const auto problems = [](const std::string& text) -> std::string {
    try {
      load_text(text, "m.yaml");
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  const auto with = [](std::string text, const std::string& what, const std::string& instead) {
    return text.replace(text.find(what), what.size(), instead);
  };
  EXPECT_EQ(problems(hanging("start_rope: 8 m")),
            "m.yaml:5: element \"hoist\": the rope is shorter than its path: 8 m for 10 m at the "
            "start, a stretch of 25 %; at most 5 %");
  EXPECT_EQ(problems(hanging("start_rope: 0 m")),
            "m.yaml:5: element \"hoist\": the rope is 0 m long at the start; expected at least "
            "0.05 m off the drum");
  EXPECT_EQ(problems(with(hanging("falls: 0"), "stiffness: 2 MN", "stiffness: -2 MN")),
            "m.yaml:5: element \"hoist\": stiffness: expected 1 to 1e+12 N; found -2e+06\n"
            "m.yaml:5: element \"hoist\": falls: expected 1 to 24; found 0");
  EXPECT_EQ(problems(with(hanging("damping: -1 s"), "[ground.origin, load.origin]", "[load]")),
            "m.yaml:5: element \"hoist\": over: expected a list of at least two points, e.g. "
            "[winch.drum, boom.tip, hook.block]; found a list");
  EXPECT_EQ(problems(with(hanging("damping: 1 s"), "load.origin]", "lode]")),
            "m.yaml:5: element \"hoist\": there is no body \"lode\"; did you mean \"load\"?");
  EXPECT_EQ(problems(hanging("drum: fell, radius: 1 m")),
            "m.yaml:5: element \"hoist\" acts on a joint's coordinate; \"fell\" is none of this "
            "machine's that turns or slides freely; it has fall");
  EXPECT_EQ(problems(hanging("drum: fall")),
            "m.yaml:5: element \"hoist\": a drum has a radius; found 0 m");
}

}  // namespace
}  // namespace bramah
