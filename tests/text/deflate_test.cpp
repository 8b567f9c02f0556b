#include "text/deflate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "text/inflate.h"

namespace bramah {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::string deflated(const std::vector<Bytes>& blocks) {
  Deflater deflater;
  for (const Bytes& block : blocks) deflater.block(block);
  return deflater.finish();
}

void expect_back(const std::vector<Bytes>& blocks) {
  std::string expected;
  for (const Bytes& block : blocks) expected.append(block.begin(), block.end());
  EXPECT_EQ(Inflater(deflated(blocks)).bytes(), expected);
}

TEST(Deflate, NothingAndLittleComeBack) {
  expect_back({});
  expect_back({{}});
  expect_back({{7}});
  expect_back({{1, 2}, {}, {3}});
}

TEST(Deflate, RunsAndRepetitionsComeBack) {
  expect_back({Bytes(1000, 0)});
  for (const std::size_t length : {3u, 4u, 10u, 11u, 257u, 258u, 259u, 260u})
    expect_back({Bytes(length + 1, 9)});
  Bytes far;  // the same three bytes, ever farther away
  for (std::size_t gap = 1; gap < 40000; gap = gap * 3 + 1) {
    far.insert(far.end(), {250, 251, 252});
    for (std::size_t k = 0; k < gap; ++k) far.push_back(static_cast<std::uint8_t>(k * k % 249));
  }
  expect_back({far});
}

TEST(Deflate, EveryByteAndNoiseComeBack) {
  std::mt19937 random(1);
  Bytes noise(20000);
  for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random());
  expect_back({noise, Bytes(3, 1), noise});
}

// Counts like Fibonacci's numbers would want codes of 24 bits; 15 are allowed.
TEST(Deflate, RareBytesHaveCodesThatAreShortEnough) {
  Bytes bytes;
  std::mt19937 random(2);
  std::size_t a = 1, b = 1;
  for (std::uint8_t symbol = 0; symbol < 25; ++symbol) {
    bytes.insert(bytes.end(), a, symbol);
    a = std::exchange(b, a + b);
  }
  std::ranges::shuffle(bytes, random);
  expect_back({bytes});
}

// What codes of their own are for: near the entropy of a skewed source.
TEST(Deflate, SkewedBytesComeNearTheirEntropy) {
  std::mt19937 random(3);
  std::geometric_distribution<int> skewed(0.5);  // 2 bits a byte
  Bytes bytes(20000);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(skewed(random));
  expect_back({bytes});
  EXPECT_LT(deflated({bytes}).size(), 1.15 * 20000 * 2 / 8);
  EXPECT_LT(deflated({Bytes(4000, 0)}).size(), 80u);
}

}  // namespace
}  // namespace bramah
