// Bodies that bend, against Euler and Bernoulli's beam.
#include "build/flexible.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "bramah/analysis.h"
#include "core/text.h"
#include "machine/recorded_run.h"
#include "multibody/beam.h"

namespace bramah {
namespace {

constexpr double kL = 4.0, kMass = 100.0, kEI = 210e9 * 1e-6, kG = 9.81;

// A uniform beam from the foot at the origin along x, E I = 0.21 MN m2.
std::string beam(const std::string& joint, const std::string& flexible,
                 const std::string& more = "", const std::string& body = "") {
  return R"(bramah: 1
)" + more +
         R"(
bodies:
  boom:
    mass: 100 kg
    com: [2 m, 0 m]
    shape: {rod: 4 m}
    points: {foot: [0 m, 0 m], middle: [2 m, 0 m], tip: [4 m, 0 m]}
    )" + body +
         R"(
    flexible: {young: 210 GPa, second_moment: 1e-6 m4, )" +
         flexible + R"(}
joints:
  hold: )" +
         joint + R"(
markers: {tip: boom.tip, middle: boom.middle}
)";
}
const std::string kHeld = "{type: fixed, between: [ground, boom.foot]}";

// Frequencies of the undamped machine, lowest first [rad/s].
std::vector<double> frequencies(const std::string& text) {
  const Linearization linear = linearize(load_text(text, "m.yaml"));
  std::vector<double> out;
  for (const Mode& mode : linear.modes)
    if (mode.pole.imag() > 0.0) out.push_back(std::abs(mode.pole));
  std::ranges::sort(out);
  return out;
}

double at_rest(const std::string& text, const std::string& channel) {
  return RecordedRun(text, "sdirk2", 1e-3, 2e-3)(channel, 0);
}

// w L^4/(8 EI), also with two hinges; small angles: their cube is what is left.
TEST(Flexible, SagsUnderItsOwnWeight) {
  const double sag = kMass * kG * std::pow(kL, 3) / (8.0 * kEI);
  for (const char* hinges : {"2", "3", "5"})
    EXPECT_NEAR(
        at_rest(beam(kHeld, concat("along: [foot, tip], hinges: ", hinges), "initial: static"),
                "tip.y"),
        -sag, 2e-4 * sag)
        << hinges;
}

// m g L^3/(3 EI) at the tip; m g L^3/(48 EI) in the middle of a beam on two pins, which is two stretches.
TEST(Flexible, BendsUnderLoads) {
  const double load = 5.0, beam_sag = kMass * kG * std::pow(kL, 3) / (8.0 * kEI);
  const double tip = load * kG * std::pow(kL, 3) / (3.0 * kEI);
  EXPECT_NEAR(
      at_rest(beam(kHeld, "along: [foot, tip]", "initial: static", "point_masses: {tip: 5 kg}"),
              "tip.y"),
      -(beam_sag + tip), 3e-4 * (beam_sag + tip));
  const double middle = (load / 48.0 + 5.0 / 384.0 * kMass) * kG * std::pow(kL, 3) / kEI;
  const std::string pins = R"({type: revolute, between: [ground, boom.foot], start: static}
  slide: {type: prismatic, between: [ground, shoe], start: static near 4 m}
  pin: {type: revolute, between: [shoe, boom.tip]})";
  std::string text = beam(pins, "along: [foot, middle, tip], hinges: 2", "initial: static",
                          "point_masses: {middle: 5 kg}");
  text.insert(text.find("joints:"), "  shoe: {mass: 1 g, inertia: 0 kg m2}\n");
  EXPECT_NEAR(at_rest(text, "middle.y"), -middle, 3e-4 * middle);
}

// 3.5160, 22.0345 √(EI/(m L³)).
TEST(Flexible, SwingsLikeABeam) {
  const double unit = std::sqrt(kEI / (kMass * std::pow(kL, 3)));
  const std::string weightless = "gravity: \"[0, 0] m/s2\"";
  const std::vector<double> three =
      frequencies(beam(kHeld, "along: [foot, tip], damping: 0", weightless));
  EXPECT_NEAR(three[0], 3.51602 * unit, 1e-3 * 3.51602 * unit);
  const std::vector<double> four =
      frequencies(beam(kHeld, "along: [foot, tip], hinges: 4, damping: 0", weightless));
  EXPECT_NEAR(four[0], 3.51602 * unit, 2e-4 * 3.51602 * unit);
  EXPECT_NEAR(four[1], 22.03449 * unit, 1e-2 * 22.03449 * unit);
}

// With a mass at the tip as heavy as the beam: 1.5573 √(EI/(m L³)).
TEST(Flexible, CarriesAMassAtItsTip) {
  const double unit = std::sqrt(kEI / (kMass * std::pow(kL, 3)));
  EXPECT_NEAR(frequencies(beam(kHeld, "along: [foot, tip], damping: 0", "gravity: \"[0, 0] m/s2\"",
                               "point_masses: {tip: 100 kg}"))[0],
              1.5573 * unit, 1e-3 * unit);
}

TEST(Flexible, IsDampedAsAsked) {
  const Linearization linear = linearize(load_text(
      beam(kHeld, "along: [foot, tip], damping: 3 %", "gravity: \"[0, 0] m/s2\""), "m.yaml"));
  double slowest = 1e9, damping = 0.0;
  for (const Mode& mode : linear.modes)
    if (mode.frequency < slowest) slowest = mode.frequency, damping = mode.damping;
  EXPECT_NEAR(damping, 0.03, 3e-4);  // Rayleigh's quotient is 1 % above the frequency at most
}

// In space: I_y and I_z of a hollow box, and the mass moves as the rigid body does.
std::string box(const std::string& more) {
  return R"(bramah: 1
mechanism: spatial
gravity: "[0, 0, 0] m/s2"
bodies:
  boom:
    mass: 100 kg
    com: [2 m, 0 m, 0 m]
    inertia: "[2, 133, 134] kg m2"
    points: {foot: [0 m, 0 m, 0 m], tip: [4 m, 0 m, 0 m]}
    flexible: {along: [foot, tip], width: 60 mm, height: 100 mm, wall: 4 mm, damping: 0)" +
         more + R"(}
joints:
  hold: {type: fixed, between: [ground, boom.foot]}
markers: {tip: boom.tip}
)";
}

TEST(Flexible, BendsBothWaysInSpace) {
  const double upright = (0.06 * std::pow(0.1, 3) - 0.052 * std::pow(0.092, 3)) / 12.0;
  const double sideways = (0.1 * std::pow(0.06, 3) - 0.092 * std::pow(0.052, 3)) / 12.0;
  const auto first = [](double area) { return 3.516 * std::sqrt(210e9 * area / (100.0 * 64.0)); };
  // The section's own inertia, Iyy + Izz - Ixx against m L²/6, and the inertia's excess over a rod's
  // 133.3 kg m2 are some tenths of a percent.
  const std::vector<double> both = frequencies(box(""));
  EXPECT_NEAR(both[0], first(sideways), 0.01 * first(sideways));
  EXPECT_NEAR(both[1], first(upright), 0.01 * first(upright));
  EXPECT_EQ(both.size(), 6u);
  EXPECT_EQ(frequencies(box(", sideways: false")).size(), 3u);
}

// ∫ x²/(E I(x)) dx of a beam whose height goes from 200 to 100 mm, by many small steps.
TEST(Flexible, TakesATaperedSection) {
  const std::string text =
      beam(kHeld, "along: [foot, tip], hinges: 5", "initial: static", "point_masses: {tip: 20 kg}");
  std::string tapered = text;
  const std::string plain = "second_moment: 1e-6 m4, ";
  tapered.replace(tapered.find(plain), plain.size(),
                  "width: 20 mm, height: 100 mm, height_end: 50 mm, wall: 10 mm, ");
  double sag = 0.0;
  constexpr int kSteps = 20000;
  for (int k = 0; k < kSteps; ++k) {
    const double x = kL * (k + 0.5) / kSteps, height = 0.1 - 0.05 * x / kL, arm = kL - x;
    const double moment = 20.0 * kG * arm + kMass * kG / kL * arm * arm / 2.0;
    sag += moment * arm * kL / kSteps / (210e9 * 0.02 * std::pow(height, 3) / 12.0);
  }
  EXPECT_NEAR(at_rest(tapered, "tip.y"), -sag, 2e-3 * sag);  // sag 0.2 m: large angles count
}

// Pieces together have the body's mass, centre and moments, whatever those are.
TEST(Beam, PiecesAreTheBody) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  int made = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const double length = 3.0 + u(random);
    BeamMass whole;
    whole.mass = 200.0;
    whole.centre = {length * (0.5 + 0.1 * u(random)), 0.1 * u(random), 0.1 * u(random)};
    whole.moments =
        Eigen::Vector3d(200.0 * length * length / 12.0 * (1.0 + 0.2 * u(random)), 3.0, 2.0)
            .asDiagonal();
    whole.moments(0, 1) = whole.moments(1, 0) = 5.0 * u(random);
    whole.moments(0, 2) = whole.moments(2, 0) = 5.0 * u(random);
    whole.moments(1, 2) = whole.moments(2, 1) = u(random);
    const std::vector<double> cuts{0.2 * length, 0.5 * length, 0.9 * length};
    const auto pieces = beam_pieces(whole, length, cuts);
    if (!pieces) continue;
    ++made;
    double mass = 0.0;
    Eigen::Vector3d first = Eigen::Vector3d::Zero();
    Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
    for (const BeamMass& piece : *pieces) {
      EXPECT_GT(piece.mass, 0.0);
      mass += piece.mass, first += piece.mass * piece.centre;
      second += piece.moments + piece.mass * piece.centre * piece.centre.transpose();
    }
    EXPECT_NEAR(mass, whole.mass, 1e-10);
    EXPECT_LT((first / mass - whole.centre).norm(), 1e-12);
    const Eigen::Matrix3d about = second - mass * whole.centre * whole.centre.transpose();
    EXPECT_LT((about - whole.moments).norm(), 1e-9);
  }
  EXPECT_GT(made, 150);
}

// ∫ x^k over [0, 1] = 1/(k + 1) for k up to 2n - 1, and not beyond.
TEST(Beam, GaussRuleIsExactUpToItsDegree) {
  for (int n = 1; n <= 8; ++n) {
    const GaussRule rule = gauss_rule(n);
    const auto sum = [&](int k) {
      double s = 0.0;
      for (int i = 0; i < n; ++i) s += rule.weight[i] * std::pow(rule.at[i], k);
      return s;
    };
    for (int k = 0; k < 2 * n; ++k) EXPECT_NEAR(sum(k), 1.0 / (k + 1), 1e-15) << n << " " << k;
    EXPECT_GT(std::abs(sum(2 * n) - 1.0 / (2 * n + 1)), 1e-11) << n;
  }
}

// The methods agree on a pendulum that bends, and its books close.
TEST(Flexible, MovesAlikeInAllMethods) {
  const std::string text = beam("{type: revolute, between: [ground, boom.foot], start: 20 deg}",
                                "along: [foot, tip], hinges: 2, damping: 5 %");
  std::vector<double> tips;
  for (const char* method : {"semirecursive", "double_step", "inef", "ali3p"}) {
    LoadOptions options;
    options.method = method, options.step = 1e-3, options.until = 0.5, options.substeps = "off";
    options.integrator = "sdirk2";
    const Model model = load_text(text, "m.yaml", options);
    Recording rows;
    ASSERT_TRUE(bramah::run(model, {}, rows).converged) << method;
    const auto tip = static_cast<std::size_t>(model.find_channel("tip.y"));
    const auto books = static_cast<std::size_t>(model.find_channel("energy.residual"));
    const std::span<const double> last = rows.row(rows.times.size() - 1);
    tips.push_back(last[tip]);
    EXPECT_LT(std::abs(last[books]), 0.05) << method;  // of 981 J turned over; O(h²)
  }
  for (const double tip : tips) EXPECT_NEAR(tip, tips[0], 2e-5);  // O(h²) of four formulations
}

TEST(Flexible, SaysWhatNoBeamCanBe) {
  const auto refuse = [](const std::string& flexible, const std::string& why) {
    std::string text = beam(kHeld, flexible);
    expect_refused(text, why);
  };
  refuse("along: [foot]", "expected at least two points; found 1");
  refuse("along: [foot, top]", "the body has no point \"top\"; it has origin, foot, middle, tip");
  refuse("along: [tip, foot, middle]", "does not lie beyond \"foot\"");
  refuse("along: [foot, tip], height: 50 mm, width: 20 mm, wall: 2 mm", "keep one");
  refuse("along: [foot, middle]", "no beam of 2 m from \"foot\" to \"middle\" has the mass");
  refuse("along: [foot, tip], hinges: 0", "a whole number from 1 to 8");
  refuse("along: [foot, tip], damping: 120 %", "must be at most 1");
  std::string bare = beam(kHeld, "along: [foot, tip]");
  const std::string given = "second_moment: 1e-6 m4, ";
  bare.replace(bare.find(given), given.size(), "");
  expect_refused(bare, "has no section: give width, height and wall, or second_moment");
  std::string solid = bare;
  solid.replace(solid.find("young"), 5, "height: 50 mm, width: 20 mm, young");
  expect_refused(solid, "wall: is not given");
  std::string thick = bare;
  thick.replace(thick.find("young"), 5, "height: 50 mm, width: 20 mm, wall: 11 mm, young");
  expect_refused(thick, "wall: is 11 mm, more than half of the smallest edge (20 mm)");
}

}  // namespace
}  // namespace bramah
