#include "text/shortest_decimal.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "core/rng.h"

namespace bramah {
namespace {

std::string ours(double value) {
  char text[kShortestWidth];
  return {text, write_shortest(text, value)};
}

std::string theirs(double value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

double of_bits(std::uint64_t bits) { return std::bit_cast<double>(bits); }

TEST(ShortestDecimal, IsWhatTheStandardLibraryWrites) {
  for (int i = 0; i < 500'000; ++i) {
    const double any = of_bits(random_bits(7, i)), near = (random_fraction(8, i) - 0.5) * 1e5;
    for (const double value : {any, near, near * 1e-10, std::round(near) / 1e3,
                               static_cast<double>(static_cast<float>(near))})
      ASSERT_EQ(ours(value), theirs(value)) << std::bit_cast<std::uint64_t>(value);
  }
}

// Where the neighbour below is nearer than the one above, and the ends of each power of two.
TEST(ShortestDecimal, AtEveryPowerOfTwo) {
  constexpr std::uint64_t kLast = (std::uint64_t{1} << 52) - 1;
  for (std::uint64_t exponent = 0; exponent < 2047; ++exponent)
    for (const std::uint64_t fraction : {std::uint64_t{0}, std::uint64_t{1}, kLast - 1, kLast}) {
      const double value = of_bits(exponent << 52 | fraction);
      ASSERT_EQ(ours(value), theirs(value)) << exponent;
      ASSERT_EQ(ours(-value), theirs(-value)) << exponent;
    }
}

TEST(ShortestDecimal, OfWhatIsNoFraction) {
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.0, -0.0, 1.0, -7.0, 1e5, 123456.0, 1e22, 1e23, 9007199254740993.0,
                             Limits::max(), Limits::denorm_min(), Limits::infinity()})
    EXPECT_EQ(ours(value), theirs(value));
  EXPECT_EQ(ours(-Limits::infinity()), "-inf");
  EXPECT_EQ(ours(0.1), "0.1");
  EXPECT_EQ(ours(-2.5e-7), "-2.5e-07");
}

}  // namespace
}  // namespace bramah
