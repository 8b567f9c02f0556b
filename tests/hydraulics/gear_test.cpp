#include "hydraulics/parts/gear.h"

#include <gtest/gtest.h>

#include "core/rng.h"
#include "hydraulics/families.h"
#include "part_checks.h"

namespace bramah {
namespace {

const Gear kPlain{.ratio = 18.0, .stiffness = 2e6, .damping = 3e3, .lost_share = 0.06};
const Gear kLoose{
    .ratio = 18.0, .stiffness = 2e6, .damping = 3e3, .play = 4e-3, .lost_share = 0.06};

// x = [omega | phi | q, q']
TEST(Gear, LoadsByHand) {
  const PartOf<Gear> gear(kPlain);
  const double rate = 36.0 / 18.0 - 1.5, load = 2e6 * 1e-3 + 3e3 * rate;
  const auto f = evaluate(gear, {36.0, 1e-3, 0.7, 1.5});
  EXPECT_NEAR(f[0], -load / 18.0, 1e-12 * load);
  EXPECT_NEAR(f[1], rate, 1e-15);
  EXPECT_NEAR(f[2], 0.94 * load, 1e-12 * load);  // tanh(150) = 1
  // Driven by the joint the teeth rub as much: 1/(2 - eta) of the joint's power arrives.
  const auto back = evaluate(gear, {36.0, -1e-2, 0.7, 1.5});
  const double pull = 2e6 * -1e-2 + 3e3 * rate;
  EXPECT_NEAR(back[2], (2.0 - 0.94) * pull, 1e-12 * std::abs(pull));
}

TEST(Gear, PlayCarriesNothing) {
  const PartOf<Gear> gear(kLoose);
  for (const double phi : {-1.9e-3, -1e-3, 0.0, 2e-3}) {
    const auto f = evaluate(gear, {90.0, phi, 0.0, 1.0});
    EXPECT_EQ(f[0], 0.0);
    EXPECT_EQ(f[2], 0.0);
    EXPECT_NEAR(f[1], 4.0, 1e-15);
  }
  // Past half the play again the damper is there in full; in between S(1/2) = 1/2.
  const auto load = [&](double phi, double rate) {
    return -18.0 * evaluate(gear, {18.0 * rate, phi, 0.0, 0.0})[0];
  };
  EXPECT_NEAR(load(4e-3, 0.2), 2e6 * 2e-3 + 3e3 * 0.2, 1e-9);
  EXPECT_NEAR(load(3e-3, 0.2), 2e6 * 1e-3 + 3e3 * 0.2 * 0.5, 1e-9);
  EXPECT_NEAR(load(-3e-3, -0.2), -load(3e-3, 0.2), 1e-9);
  EXPECT_EQ(load(2.1e-3, -50.0), 0.0);  // a flank that leaves fast does not pull
}

TEST(Gear, SlopesAndPower) {
  const std::vector<double> scales = {1.0, 1e-3, 1.0, 0.1};
  for (const Gear& law : {kPlain, kLoose}) {
    const PartOf<Gear> gear(law);
    for (unsigned k = 0; k < 100; ++k) {
      const auto random = [&, i = 0u]() mutable { return 2.0 * random_fraction(k, i++) - 1.0; };
      auto next = random;
      const std::vector<double> x = {60.0 * next(), 8e-3 * next(), next(), 3.0 * next()};
      check_slopes(gear, x, {.scales = scales});
      check_power(gear, x);
    }
    // Flanks that just meet, nothing turning, no load.
    for (const double phi : {-2e-3, 0.0, 2e-3})
      for (const double omega : {-18.0, 0.0, 18.0})
        for (const double rate : {-0.5, 0.0, 0.5}) {
          check_slopes(gear, {omega, phi, 0.0, rate}, {.scales = scales, .corners = true});
          check_power(gear, {omega, phi, 0.0, rate});
        }
  }
}

TEST(Gear, TellsWhereItBends) {
  EXPECT_EQ(kPlain.kink(0, std::vector<double>{0.0, 0.0, 0.0, 0.0}.data()), 1.0);
  const std::vector<double> in_play{18.0, 1.5e-3, 0.0, 0.0}, touching{18.0, 2.5e-3, 0.0, 0.0},
      leaving{-18.0 * 100.0, 2.5e-3, 0.0, 0.0};
  EXPECT_LT(kLoose.kink(0, in_play.data()), 0.0);
  EXPECT_GT(kLoose.kink(0, touching.data()), 0.0);
  EXPECT_GT(kLoose.kink(1, in_play.data()), 0.0);
  EXPECT_EQ(kLoose.kink(2, in_play.data()), 1.0);
  EXPECT_GT(kLoose.kink(2, touching.data()), 0.0);
  EXPECT_LT(kLoose.kink(2, leaving.data()), 0.0);
}

TEST(Gear, InfosAgreeWithParts) {
  check_info(*find_part("gear"), {{"ratio", 18.0}, {"stiffness", 1e6}});
  check_info(*find_part("pinion"), {{"radius", 0.04}, {"stiffness", 1e6}});
  // omega r = q' winds nothing up.
  const auto rack = make_part(*find_part("pinion"), {{"radius", 0.04}, {"stiffness", 1e6}});
  EXPECT_NEAR(evaluate(*rack, {10.0, 0.0, 0.0, 0.4})[1], 0.0, 1e-15);
  EXPECT_NEAR(evaluate(*rack, {10.0, 1e-3, 0.0, 0.4})[0], -1e6 * 1e-3 * 0.04, 1e-9);
}

}  // namespace
}  // namespace bramah
