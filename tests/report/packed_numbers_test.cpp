#include "report/packed_numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "report/packed.h"

namespace bramah {
namespace {

TEST(PackedNumbers, ComeBackAsFloats) {
  const std::vector<double> wave = [] {
    std::vector<double> all(500);
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k] = 2e7 * std::sin(0.02 * static_cast<double>(k)) + 1e5;
    return all;
  }();
  const std::vector<double> odd{0.0, -0.0, -1e-30, 3.4e38, 1.0, -1.0};
  PackedNumbers packed;
  packed.column(wave);
  packed.column(odd);
  UnpackedNumbers numbers(packed.text());
  const std::vector<float> first = numbers.column(wave.size()), second = numbers.column(odd.size());
  for (std::size_t k = 0; k < wave.size(); ++k)
    EXPECT_EQ(first[k], static_cast<float>(wave[k])) << k;
  for (std::size_t k = 0; k < odd.size(); ++k)
    EXPECT_EQ(second[k], static_cast<float>(odd[k])) << k;
}

TEST(PackedNumbers, WhatIsNotFiniteIsNoNumber) {
  PackedNumbers packed;
  packed.column(std::vector<double>{NAN, INFINITY, 1e300, 2.0});
  const std::vector<float> back = UnpackedNumbers(packed.text()).column(4);
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(std::isnan(back[static_cast<std::size_t>(k)])) << k;
  EXPECT_EQ(back[3], 2.0f);
}

TEST(PackedNumbers, RowsGoColumnByColumn) {
  PackedNumbers packed;
  packed.columns(std::vector<double>{1, 2, 3, 4, 5, 6}, 3);
  UnpackedNumbers numbers(packed.text());
  EXPECT_EQ(numbers.column(2), (std::vector<float>{1, 4}));
  EXPECT_EQ(numbers.column(2), (std::vector<float>{2, 5}));
}

// A smooth curve costs less than half its four bytes, noise no more than a little over them.
TEST(PackedNumbers, SmoothCurvesAreShort) {
  std::vector<double> wave(4000);
  for (std::size_t k = 0; k < wave.size(); ++k)
    wave[k] = 1.0 + 0.3 * std::sin(0.002 * static_cast<double>(k));
  PackedNumbers packed;
  packed.column(wave);
  EXPECT_LT(packed.text().size(), 4000u * 4 * 4 / 3 / 2);
}

TEST(PackedNumbers, Base64HasItsPadding) {
  EXPECT_EQ(PackedNumbers::base64("light w"), "bGlnaHQgdw==");
  EXPECT_EQ(PackedNumbers::base64("light wo"), "bGlnaHQgd28=");
  EXPECT_EQ(PackedNumbers::base64("light wor"), "bGlnaHQgd29y");
  EXPECT_EQ(PackedNumbers::base64(""), "");
}

}  // namespace
}  // namespace bramah
