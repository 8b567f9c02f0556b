// Forces in joints against free-body diagrams, in both choices of coordinates; springs and limits as
// channels; probes against what the motion of joints says.
#include "machine/reactions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "recorded_run.h"

namespace bramah {
namespace {

constexpr double kG = 9.81;

// The four-bar of models/four_bar.yaml, whose geometry at the start is right angles and halves of them.
std::string four_bar(const std::string& axes) {
  return "bramah: 1\ninclude: " BRAMAH_SOURCE_DIR "/models/four_bar.yaml\nreactions: " + axes +
         R"(
bodies:
  beam: {points: {M: [L1/2, 0 m]}}
  coupler: {points: {M: [L2/2, 0 m]}}
  lever: {points: {M: [L3/2, 0 m]}}
probes:
  at_beam: {at: beam.M}
  at_coupler: {at: coupler.M}
  at_lever: {at: lever.M}
)";
}

// Moments about O, D and E; W: weights. Beam O(0,0) C(3,0); coupler C D(2,-1); lever D F(1,-1) E(0,-1).
TEST(Reactions, FourBarAtRestByHand) {
  const RecordedRun run(four_bar("world"), "sdirk2", 1e-3, 0.01);
  const double W1 = 225 * kG, W2 = 35 * kG, W3 = 50 * kG;
  const double Cy = -1.5 * W1, Cx = Cy - 0.5 * W2;    // beam on coupler
  const double Dx = Cx, Dy = Cy - W2;                 // coupler on lever
  const double F = std::sqrt(2.0) * (W3 - 2.0 * Dy);  // cylinder
  const double Ex = -Dx - F / std::sqrt(2.0), Ey = W3 - Dy - F / std::sqrt(2.0);  // ground on lever
  const double near = 0.1;  // [N] of 1e4: the start is solved to 1e-5
  EXPECT_NEAR(run("lift.force", 0), F, near);
  EXPECT_NEAR(run("z1.fx", 0), Cx, near);
  EXPECT_NEAR(run("z1.fy", 0), W1 + Cy, near);
  EXPECT_NEAR(run("z2.fx", 0), Cx, near);
  EXPECT_NEAR(run("z2.fy", 0), Cy, near);
  EXPECT_NEAR(run("z3.fx", 0), Dx, near);
  EXPECT_NEAR(run("z3.fy", 0), Dy, near);
  EXPECT_NEAR(run("E.fx", 0), -Ex, near);  // lever on ground
  EXPECT_NEAR(run("E.fy", 0), -Ey, near);
  for (const char* moment : {"z1.mz", "z2.mz", "z3.mz", "E.mz"})
    EXPECT_NEAR(run(moment, 0), 0.0, near) << moment;
}

// Each body by itself, while it moves: what acts on it is m (a - g).
void expect_balance(const RecordedRun& run, std::size_t k, double near) {
  const double s = run("lift.length", k);
  const double Fx = run("lift.force", k) * run("lever.F.x", k) / s;
  const double Fy = run("lift.force", k) * (run("lever.F.y", k) + 2.0) / s;
  const auto sum = [&](double x, double y, double m, const std::string& body) {
    EXPECT_NEAR(x, m * run("at_" + body + ".ax", k), near) << body << " " << k;
    EXPECT_NEAR(y, m * (run("at_" + body + ".ay", k) + kG), near) << body << " " << k;
  };
  sum(run("z1.fx", k) - run("z2.fx", k), run("z1.fy", k) - run("z2.fy", k), 225, "beam");
  sum(run("z2.fx", k) - run("z3.fx", k), run("z2.fy", k) - run("z3.fy", k), 35, "coupler");
  sum(run("z3.fx", k) - run("E.fx", k) + Fx, run("z3.fy", k) - run("E.fy", k) + Fy, 50, "lever");
}

TEST(Reactions, EveryBodyOfAMovingFourBarIsInBalance) {
  const RecordedRun joint(four_bar("world"), "sdirk2", 1e-3, 2.0);
  for (std::size_t k = 0; k <= joint.last(); k += 50) expect_balance(joint, k, 2.0);  // of 1e4 N
  EXPECT_GT(std::abs(joint("at_beam.ay", 1050)), 0.05);
}

// The pins of a mechanism that shares points have no row of their own there.
TEST(Reactions, NaturalCoordinatesTellTheSame) {
  const RecordedRun joint(four_bar("body"), "sdirk2", 1e-3, 1.6);
  for (const char* method : {"ali3p", "ali1"}) {
    const RecordedRun natural(four_bar("body"), "sdirk2", 1e-3, 1.6,
                              {std::string("solver.method=") + method});
    for (std::size_t k = 0; k <= joint.last(); k += 100)
      for (const char* pin : {"z1", "z2", "z3", "E"})
        for (const char* part : {".fx", ".fy", ".mz"})
          EXPECT_NEAR(natural(std::string(pin) + part, k), joint(std::string(pin) + part, k), 3.0)
              << method << " " << pin << part << " " << k;  // [N] of 1e4: two ways through time
    for (std::size_t k = 0; k <= joint.last(); k += 100)
      for (const char* what : {"at_lever.x", "at_lever.vy", "at_lever.ax"})
        EXPECT_NEAR(natural(what, k), joint(what, k), 2e-3) << method << " " << what << " " << k;
  }
}

// A rod that is held out level by a spring, about y: weights and moments in space.
const std::string kArm = R"(bramah: 1
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies:
  arm: {mass: 10 kg, com: [1 m, 0 m, 0 m], inertia: [0.1 kg m2, 3 kg m2, 3 kg m2], points: {tip: [2 m, 0 m, 0 m]}}
  bob: {mass: 2 kg, inertia: [0.1 kg m2, 0.1 kg m2, 0.1 kg m2], points: {top: [0 m, 0 m, 0.5 m]}}
joints:
  turn: {type: revolute, between: [ground, arm], axis: [0, 1, 0], start: 0 deg, spring: {stiffness: 1e4 N m/rad, rest: -0.0137340 rad}, damping: 10 N m s/rad}
  hang: {type: spherical, between: [bob.top, arm.tip]}
reactions: AXES
solver: {step: 1 ms, until: 0.1 s}
)";

TEST(Reactions, AnArmAndWhatHangsOnIt) {
  std::string text = kArm;
  text.replace(text.find("AXES"), 4, "world");
  const RecordedRun run(text, "sdirk2", 1e-3, 0.01);
  const double weight = 12 * kG, moment = 10 * kG + 2.0 * 2 * kG;
  EXPECT_NEAR(run("turn.fz", 0), weight, 1e-3);
  EXPECT_NEAR(run("turn.fx", 0), 0.0, 1e-6);
  EXPECT_NEAR(run("turn.my", 0), -moment, 1e-2);  // the spring's, which passes through the joint
  EXPECT_NEAR(run("turn.torque", 0), -moment, 1e-2);
  EXPECT_NEAR(run("hang.fz", 0), -2 * kG, 1e-3);  // bob, the first body, on the arm
  EXPECT_NEAR(run("hang.my", 0), 0.0, 1e-6);
}

TEST(Reactions, BodyAxesTurnWithTheSecondBody) {
  const std::string text = R"(bramah: 1
bodies: {rod: {mass: 3 kg, com: [1 m, 0 m], inertia: 1 kg m2}}
joints: {pin: {type: revolute, between: [ground, rod], start: 30 deg}}
reactions: AXES
solver: {step: 1 ms, until: 0.1 s}
)";
  std::string world = text, body = text;
  world.replace(world.find("AXES"), 4, "world");
  body.replace(body.find("AXES"), 4, "body");
  const RecordedRun a(world, "sdirk2", 1e-3, 0.3), b(body, "sdirk2", 1e-3, 0.3);
  for (std::size_t k = 0; k <= a.last(); k += 60) {
    const double q = a("pin.angle", k), w = a("pin.rate", k);
    const double fx = a("pin.fx", k), fy = a("pin.fy", k);
    EXPECT_NEAR(b("pin.fx", k), std::cos(q) * fx + std::sin(q) * fy, 1e-9);
    EXPECT_NEAR(b("pin.fy", k), std::cos(q) * fy - std::sin(q) * fx, 1e-9);
    // Closed form: along the rod m (g sin q - w^2 L), across it m g cos q (1 - m L^2/(I + m L^2)).
    EXPECT_NEAR(b("pin.fx", k), -3.0 * w * w + 3.0 * kG * std::sin(q), 1e-9);
    EXPECT_NEAR(b("pin.fy", k), 3.0 * kG * std::cos(q) * (1.0 - 3.0 / 4.0), 1e-9);
  }
}

// The first body of a joint may be the one that is carried.
TEST(Reactions, AJointThatIsWalkedBackwardsKeepsItsSign) {
  const auto text = [](const char* ends) {
    return std::string(R"(bramah: 1
bodies: {rod: {mass: 3 kg, com: [1 m, 0 m], inertia: 1 kg m2}}
joints: {pin: {type: revolute, between: )") +
           ends + R"(, start: 0 deg}}
reactions: world
)";
  };
  const RecordedRun on(text("[ground, rod]"), "sdirk2", 1e-3, 0.01);
  const RecordedRun by(text("[rod, ground]"), "sdirk2", 1e-3, 0.01);
  EXPECT_NEAR(on("pin.fy", 5), 3.0 * kG * 0.25, 1e-2);
  EXPECT_NEAR(by("pin.fy", 5), -on("pin.fy", 5), 1e-9);
}

TEST(Reactions, SpringsAndLimitsHaveChannels) {
  const RecordedRun run(R"(bramah: 1
bodies: {rod: {mass: 3 kg, com: [1 m, 0 m], inertia: 1 kg m2, points: {tip: [2 m, 0 m]}}}
ground: {points: {P: [2 m, 1 m]}}
joints: {pin: {type: revolute, between: [ground, rod], start: 0 deg, limits: {lower: -10 deg, upper: 90 deg, stiffness: 1e4 N m/rad, damping: 50 N m s/rad}}}
springs: {tie: {from: rod.tip, to: ground.P, stiffness: 10 N/m, rest: 0.5 m, damping: 1 N s/m}}
reactions: world
)",
                        "sdirk2", 1e-3, 3.0);
  const std::size_t k = run.last();
  const double q = run("pin.angle", k), past = -M_PI / 18.0 - q;
  EXPECT_GT(past, 0.0);
  EXPECT_NEAR(run("pin.limit", k), 1e4 * past, 0.5);  // nearly at rest
  EXPECT_NEAR(run("pin.torque", k), run("pin.limit", k), 1e-9);
  EXPECT_NEAR(run("pin.mz", k), run("pin.torque", k), 1e-6);  // passes through the joint
  const double s = std::hypot(2.0 - 2.0 * std::cos(q), 1.0 - 2.0 * std::sin(q));
  EXPECT_NEAR(run("tie.force", k), -10.0 * (s - 0.5), 1e-2);
}

// An imu and an inclinometer on a rod that swings: at L = 1 m the tangential and the centripetal part.
TEST(Reactions, InstrumentsFeelTheMotion) {
  const RecordedRun run(R"(bramah: 1
bodies: {rod: {mass: 3 kg, com: [1 m, 0 m], inertia: 1 kg m2, points: {M: [1 m, 0 m]}}}
joints: {pin: {type: revolute, between: [ground, rod], start: 30 deg}}
probes:
  imu: {type: imu, at: rod.M}
  tilt: {type: inclinometer, at: rod}
  still: {type: imu, at: ground}
)",
                        "sdirk2", 1e-3, 0.5);
  for (std::size_t k = 0; k <= run.last(); k += 100) {
    const double q = run("pin.angle", k), w = run("pin.rate", k);
    const double alpha = -3.0 * kG * std::cos(q) / 4.0;
    EXPECT_NEAR(run("imu.ax", k), -w * w + kG * std::sin(q), 1e-6);
    EXPECT_NEAR(run("imu.ay", k), alpha + kG * std::cos(q), 1e-6);
    EXPECT_NEAR(run("imu.wz", k), w, 1e-12);
    EXPECT_NEAR(run("tilt.angle", k), q, 1e-12);
    EXPECT_NEAR(run("still.ay", k), kG, 1e-12);
  }
}

TEST(Reactions, InstrumentsInSpaceInBothCoordinates) {
  std::string text = kArm;
  text.replace(text.find("AXES"), 4, "world");
  text.replace(text.find("rest: -0.0137340 rad"), 20, "rest: -0.05 rad");
  text +=
      "probes: {imu: {type: imu, at: arm.tip}, level: {type: inclinometer, at: arm}, tip: {at: "
      "arm.tip}}\n";
  const RecordedRun joint(text, "sdirk2", 1e-3, 0.5);
  const RecordedRun natural(text, "sdirk2", 1e-3, 0.5, {"solver.method=ali3p"});
  for (std::size_t k = 0; k <= joint.last(); k += 50) {
    const double q = joint("turn.angle", k);  // about y: the arm points down where it is positive
    EXPECT_NEAR(joint("level.pitch", k), -q, 1e-9);
    EXPECT_NEAR(joint("level.roll", k), 0.0, 1e-9);
    EXPECT_NEAR(joint("imu.wy", k), joint("turn.rate", k), 1e-9);
    EXPECT_NEAR(joint("tip.z", k), -2.0 * std::sin(q), 1e-9);
    EXPECT_NEAR(joint("tip.vz", k), -2.0 * std::cos(q) * joint("turn.rate", k), 1e-9);
    for (const char* what : {"imu.ax", "imu.az", "imu.wy", "tip.vz", "tip.az", "level.pitch",
                             "turn.fx", "turn.fz", "turn.my", "hang.fz"})
      EXPECT_NEAR(natural(what, k), joint(what, k), 0.05) << what << " " << k;  // of 50 m/s2
  }
}

TEST(Reactions, BadInput) {
  const std::string rod = R"(bramah: 1
bodies: {rod: {mass: 3 kg, inertia: 1 kg m2}}
joints: {pin: {type: revolute, between: [ground, rod]}}
)";
  expect_refused(rod + "reactions: yes\n",
                 "m.yaml:4: reactions: expected one of none, world, body; found \"yes\"");
  expect_refused(rod + "probes: {p: {type: gyro, at: rod}}\n",
                 "m.yaml:4: probe \"p\": type: expected one of motion, imu, inclinometer");
  expect_refused(rod + "probes: {p: {type: imu, at: rid.tip}}\n", "m.yaml:4: probe \"p\"");
  expect_refused(rod + "probes: {pin: {type: imu, at: rod}}\n", "m.yaml:4: probe \"pin\"");
}

}  // namespace
}  // namespace bramah
