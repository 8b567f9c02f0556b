#include "bramah/basics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/rng.h"
#include "core/signal_graph.h"

namespace bramah {
namespace {

RandomLevels volts(std::uint64_t seed = 7) {
  RandomLevels r;
  r.seed = seed, r.lower = -10.0, r.upper = 10.0;
  r.hold = r.first = 0.5;
  return r;
}

// The first number of the published generator with seed 0, and numbers from exact integer and
// rational arithmetic outside this program.
TEST(Rng, GivesTheSameBitsEverywhere) {
  EXPECT_EQ(mix_bits(kRandomIncrement), 0xE220A8397B1DCDAFu);
  const std::array<std::uint64_t, 4> expected{0x5E41AB087439611Eu, 0xF18D6CE93D6CF1EEu,
                                              0xB95F66D327E8D78u, 0xC7061B1B93322BA9u};
  for (std::uint64_t k = 0; k < expected.size(); ++k) EXPECT_EQ(random_bits(1, k), expected[k]);
  EXPECT_EQ(random_fraction(1, 0), 0x1.7906ac21d0e58p-2);
}

TEST(RandomLevels, GiveTheSameBitsEverywhere) {
  const std::array<double, 4> expected{0x1.1b87ccf5795aep+2, 0x1.7f3e3be40393dp+1,
                                       0x1.f997d48f9f7a8p-1, 0x1.0ad752719e4cfp+1};
  const RandomLevels r = volts();
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_EQ(r.level(static_cast<std::int64_t>(k)), expected[k]);
  RandomLevels listed = r;
  listed.choices = {0.0, 1.0, 2.0};
  const std::array<double, 12> drawn{2, 1, 1, 1, 1, 0, 2, 2, 2, 0, 2, 1};
  for (std::size_t k = 0; k < drawn.size(); ++k)
    EXPECT_EQ(listed.level(static_cast<std::int64_t>(k)), drawn[k]);
}

// Mean and variance of a uniform law: 0 and 20²/12, within 4 standard errors of n draws; no
// correlation with the neighbour or with the next seed.
TEST(RandomLevels, AreUniformAndIndependent) {
  constexpr int n = 100000;
  const RandomLevels r = volts(), other = volts(8);
  const double variance = 400.0 / 12.0;
  double sum = 0.0, squares = 0.0, neighbour = 0.0, seeds = 0.0;
  for (int k = 0; k < n; ++k) {
    const double x = r.level(k);
    ASSERT_GE(x, -10.0);
    ASSERT_LT(x, 10.0);
    sum += x, squares += x * x;
    neighbour += x * r.level(k + 1), seeds += x * other.level(k);
  }
  EXPECT_NEAR(sum / n, 0.0, 4.0 * std::sqrt(variance / n));
  EXPECT_NEAR(squares / n, variance, 4.0 * std::sqrt(0.8) * variance / std::sqrt(n));
  EXPECT_NEAR(neighbour / n, 0.0, 4.0 * variance / std::sqrt(n));
  EXPECT_NEAR(seeds / n, 0.0, 4.0 * variance / std::sqrt(n));
}

TEST(RandomLevels, ListsAreDrawnEvenly) {
  RandomLevels r = volts();
  r.choices = {-1.0, 0.0, 1.0};
  constexpr int n = 30000;
  std::array<int, 3> count{};
  for (int k = 0; k < n; ++k) ++count[static_cast<int>(r.level(k)) + 1];
  for (const int c : count) EXPECT_NEAR(c, n / 3.0, 4.0 * std::sqrt(n * 2.0 / 9.0));
}

TEST(RandomLevels, HoldFromJumpToJump) {
  RandomLevels r = volts();
  r.first = 0.2, r.initial = 3.0;
  EXPECT_EQ(r.value(0.0, 0.1).value, 3.0);
  EXPECT_EQ(r.value(0.2, 0.1).value, 3.0);  // the anchor chooses the side
  EXPECT_EQ(r.value(0.2, 0.2).value, r.level(1));
  EXPECT_EQ(r.value(0.7, 0.69).value, r.level(1));
  EXPECT_EQ(r.value(0.7, 0.71).value, r.level(2));
  EXPECT_EQ(r.value(1e6 + 0.1, 1e6 + 0.1).value, r.level(2000000));
}

// 0.1 is no binary fraction: whatever the rounding, each jump is met once, and the value changes
// there and nowhere else.
TEST(RandomLevels, EveryJumpIsABreakOnce) {
  SignalNode node;
  node.kind = SignalKind::random;
  node.random = volts();
  node.random.hold = node.random.first = 0.1;
  const SignalGraph graph({node}, 0, {"r"});
  double t = 0.0;
  for (int k = 0; k < 20000; ++k) {
    const double next = graph.next_break(t);
    ASSERT_NEAR(next, 0.1 * (k + 1), 1e-9);
    ASSERT_EQ(node.random.value(next, next).value, node.random.level(k + 1));
    ASSERT_EQ(node.random.value(next, 0.5 * (t + next)).value, node.random.level(k));
    t = next;
  }
}

TEST(RandomLevels, RampsAreSmoothAndEndAtABreak) {
  RandomLevels r = volts();
  r.ramp = 0.25;
  EXPECT_EQ(r.next_break(0.5), 0.75);
  EXPECT_EQ(r.next_break(0.75), 1.0);
  EXPECT_EQ(r.value(0.5, 0.6).value, r.level(0));
  EXPECT_NEAR(r.value(0.625, 0.625).value, 0.5 * (r.level(0) + r.level(1)), 1e-14);
  EXPECT_NEAR(r.value(0.75, 0.6).value, r.level(1), 1e-14);
  EXPECT_EQ(r.value(0.75, 0.75).value, r.level(1));
  const double t = 0.55, h = 1e-5;
  const auto at = [&](double s) { return r.value(s, 0.6); };
  EXPECT_NEAR(at(t).rate, (at(t + h).value - at(t - h).value) / (2 * h), 1e-6);
  EXPECT_NEAR(at(t).acceleration, (at(t + h).rate - at(t - h).rate) / (2 * h), 1e-4);
  EXPECT_EQ(at(0.5).rate, 0.0);
}

}  // namespace
}  // namespace bramah
