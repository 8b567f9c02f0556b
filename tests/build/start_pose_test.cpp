// Assembly at the start: loops that are closed by solving, and what is refused.
#include "build/start_pose.h"

#include <gtest/gtest.h>

#include <cmath>

#include "machine/posed_machine.h"

namespace bramah {
namespace {

// Two rods of 1 m between the ground's O and P, 1.6 m apart: closed at z1 = acos 0.8, z2 = -2 z1.
std::string two_rods(const std::string& z1, const std::string& z2, const std::string& end = "",
                     const std::string& more = "") {
  return R"(bramah: 1
name: Two rods
ground: {points: {P: [1.6 m, 0 m]}}
bodies:
  a: {mass: 2 kg, com: [0.5 m, 0 m], shape: {rod: 1 m}, points: {tip: [1 m, 0 m]}}
  b: {mass: 1 kg, com: [0.5 m, 0 m], shape: {rod: 1 m}, points: {tip: [1 m, 0 m]}}
joints:
  z1: {type: revolute, between: [ground, a], )" +
         z1 + R"(}
  z2: {type: revolute, between: [a.tip, b.origin], )" +
         z2 + R"(}
  end: {type: revolute, between: [b.tip, ground.P], cut: true)" +
         end + "}\n" + more;
}

std::string problems_of(const std::string& text) {
  try {
    load_text(text, "m.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(StartPose, GuessesAreSolved) {
  PosedMachine m(two_rods("guess: 50 deg", "guess: -50 deg"));
  EXPECT_NEAR(m.trial.q[0], std::acos(0.8), 1e-9);
  EXPECT_NEAR(m.trial.q[1], -2.0 * std::acos(0.8), 1e-9);
  // The gap at 50, -50 deg: the tip is at (cos 50 + 1, sin 50), P at (1.6, 0); the larger part is
  // told.
  const std::string gap = m.model().notes().at(0);
  EXPECT_EQ(
      gap,
      "start pose closed: a gap of 766.044 mm was solved for the joints whose start is a guess");
}

TEST(StartPose, WhatIsNotGivenIsAGuessFromZero) {
  PosedMachine m(two_rods("guess: 30 deg", "damping: 0 N m s/rad"));
  EXPECT_NEAR(m.gaps().norm(), 0.0, 1e-10);
}

TEST(StartPose, StartsAreKeptAndTheGapIsTold) {
  EXPECT_EQ(problems_of(two_rods("start: 0 deg", "start: 0 deg")),
            "m.yaml:10: joint \"end\": the start pose does not close; the gap is 400 mm. Write "
            "`guess:` instead of `start:` at the joints that may move.");
}

TEST(StartPose, LengthsThatCannotCloseAreTold) {
  std::string text = two_rods("guess: 10 deg", "guess: -20 deg");
  text.replace(text.find("1.6 m"), 5, "2.5 m");
  const std::string told = problems_of(text);
  const std::string start =
      "m.yaml:10: joint \"end\": the start pose does not close; after solving for closure a gap is "
      "left of ";
  ASSERT_EQ(told.substr(0, start.size()), start);
  EXPECT_GT(std::stod(told.substr(start.size())), 499.9);  // [mm], rods stretched out
  EXPECT_EQ(told.substr(told.find(" mm")),
            " mm. Check the lengths, or start the guesses nearer to a pose that closes.");
}

// A crank and a rod of equal lengths and a block that slides along x: z2 = -2 z1, z3 = z1.
TEST(StartPose, RatesFollowTheOneThatIsGiven) {
  PosedMachine m(R"(bramah: 1
name: Crank and slider
bodies:
  a: {mass: 2 kg, shape: {rod: 1 m}, points: {tip: [1 m, 0 m]}}
  b: {mass: 1 kg, shape: {rod: 1 m}, points: {tip: [1 m, 0 m]}}
  block: {mass: 1 kg, inertia: 1 kg m2}
joints:
  z1: {type: revolute, between: [ground, a], start: 30 deg, rate: 2 rad/s}
  z2: {type: revolute, between: [a.tip, b], guess: -40 deg}
  z3: {type: revolute, between: [b.tip, block]}
  rail: {type: prismatic, between: [ground, block], cut: true}
)");
  EXPECT_NEAR(m.trial.q[1], -M_PI / 3.0, 1e-9);
  EXPECT_NEAR(m.trial.v[0], 2.0, 1e-12);
  EXPECT_NEAR(m.trial.v[1], -4.0, 1e-9);
  EXPECT_NEAR(m.trial.v[2], 2.0, 1e-9);
}

// At the closed pose the end would move with (0.6, 2.4) m/s, in the axes of b (-0.96, 2.28) m/s.
TEST(StartPose, RatesThatTearALoopAreRefused) {
  EXPECT_EQ(problems_of(two_rods("guess: 36 deg, rate: 1 rad/s", "guess: -72 deg, rate: 1 rad/s")),
            "m.yaml:10: joint \"end\": the start rates tear the loop apart at 2280 mm/s; give the "
            "rate of "
            "fewer joints");
}

TEST(StartPose, ACutJointHasNoCoordinate) {
  const std::string refused =
      "m.yaml:10: joint \"end\" closes a loop, so it has no coordinate of its own: start, rate, "
      "spring, damping, limits, driver and effort belong on a joint of the tree; cut the loop at "
      "another joint (cut: true)";
  for (const char* own :
       {", start: 3 deg", ", guess: 3 deg", ", rate: 1 rad/s", ", damping: 2 N m s/rad",
        ", effort: 3 N m", ", driver: 2 deg", ", spring: {stiffness: 3 N m/rad}"})
    EXPECT_EQ(problems_of(two_rods("guess: 36 deg", "guess: -72 deg", own)), refused) << own;
}

TEST(StartPose, BodiesOutOfReachAreNamed) {
  const std::string text = two_rods("guess: 36 deg", "guess: -72 deg");
  const std::string more =
      "  loose: {mass: 1 kg, inertia: 1 kg m2}\n  lost: {mass: 1 kg, inertia: 1 kg m2}\njoints:\n"
      "  pair: {type: revolute, between: [loose, lost]}\n";
  std::string joined = text;
  joined.replace(joined.find("joints:\n"), 8, more);
  EXPECT_EQ(
      problems_of(joined),
      "m.yaml:7: body \"loose\" is not connected to the ground by joints that are not cut; give "
      "it a joint (type free, if it moves freely)\n"
      "m.yaml:8: body \"lost\" is not connected to the ground by joints that are not cut; give it "
      "a joint (type free, if it moves freely)");
}

TEST(StartPose, ALeafWithoutMassIsRefused) {
  EXPECT_EQ(
      problems_of("bramah: 1\nbodies:\n  a: {mass: 2 kg, shape: {rod: 1 m}}\n  b: {mass: 0 kg}\n"
                  "joints:\n  z1: {type: revolute, between: [ground, a]}\n"
                  "  z2: {type: revolute, between: [a, b]}\n"),
      "m.yaml:7: joint \"z2\" moves nothing that has a mass of its own; give the body behind it a "
      "mass or an inertia");
}

// A massless body between two others is no leaf: what it carries has mass.
TEST(StartPose, AMasslessBodyMayCarryOthers) {
  EXPECT_EQ(
      problems_of("bramah: 1\nbodies:\n  a: {mass: 0 kg}\n  b: {mass: 2 kg, shape: {rod: 1 m}}\n"
                  "joints:\n  z1: {type: prismatic, between: [ground, a]}\n"
                  "  z2: {type: revolute, between: [a, b]}\n"),
      "none");
}

// Two spheres and a slide close a loop in space; guesses are far off, through singular angles.
TEST(StartPose, SpheresAreSolvedWhereverTheyStart) {
  const std::string text = R"(bramah: 1
name: Strut
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
ground: {points: {P: [0.2 m, -0.5 m, 1.1 m]}}
bodies:
  tube: {mass: 2 kg, com: [0.5 m, 0 m, 0 m], inertia: [0.1 kg m2, 0.2 kg m2, 0.3 kg m2]}
  rod: {mass: 1 kg, com: [0.5 m, 0 m, 0 m], inertia: [0.1 kg m2, 0.2 kg m2, 0.3 kg m2], points: {tip: [1 m, 0 m, 0 m]}}
joints:
  ball: {type: spherical, between: [BETWEEN], coordinates: [{guess: 30 deg}, {guess: 90 deg}]}
  slide: {type: prismatic, between: [tube, rod], axis: [1, 0, 0], start: 0.2247448714 m}
  end: {type: spherical, between: [rod.tip, ground.P], cut: true}
)";
  for (const std::string between : {"ground, tube", "tube, ground"}) {
    std::string one = text;
    PosedMachine m(one.replace(one.find("BETWEEN"), 7, between));
    EXPECT_LT((m.point("rod.tip") - Eigen::Vector3d(0.2, -0.5, 1.1)).norm(), 1e-9) << between;
    EXPECT_TRUE(m.accelerate());
  }
}

}  // namespace
}  // namespace bramah
