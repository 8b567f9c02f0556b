// Point sets against their definitions.
#include "analysis/point_sets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace bramah {
namespace {

TEST(PointSets, APermutationHasEveryNumberOnce) {
  for (const std::uint64_t n : {1u, 2u, 3u, 7u, 64u, 1000u, 4097u}) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t k = 0; k < n; ++k) seen.insert(permuted(k, n, 42));
    EXPECT_EQ(seen.size(), n);
    EXPECT_LT(*seen.rbegin(), n);
  }
}

TEST(PointSets, ALatinHypercubeHasOnePointInEverySliceOfEveryAxis) {
  for (const std::uint64_t n : {5u, 100u, 1009u})
    for (int d = 0; d < 6; ++d) {
      std::vector<int> slices(n, 0);
      for (std::uint64_t k = 0; k < n; ++k) {
        const double u = latin_point(7, k, n, d);
        ASSERT_GE(u, 0.0);
        ASSERT_LT(u, 1.0);
        ++slices[static_cast<std::size_t>(u * static_cast<double>(n))];
      }
      for (const int count : slices) EXPECT_EQ(count, 1) << n << " points, axis " << d;
    }
}

TEST(PointSets, AxesOfALatinHypercubeAreShuffledApart) {
  double product = 0.0;
  const std::uint64_t n = 2000;
  for (std::uint64_t k = 0; k < n; ++k)
    product += (latin_point(1, k, n, 0) - 0.5) * (latin_point(1, k, n, 1) - 0.5) / double(n);
  EXPECT_LT(std::abs(product * 12.0), 4.0 / std::sqrt(double(n)));  // a correlation of chance
}

// The first points of the sequence as everybody prints them.
TEST(PointSets, SobolBeginsAsPublished) {
  const double first[8] = {0.0, 0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 0.875};
  const double second[8] = {0.0, 0.5, 0.75, 0.25, 0.625, 0.125, 0.375, 0.875};
  const double third[8] = {0.0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125};
  for (std::uint32_t k = 0; k < 8; ++k) {
    EXPECT_EQ(sobol_bits(k, 0) * 0x1p-32, first[k]);
    EXPECT_EQ(sobol_bits(k, 1) * 0x1p-32, second[k]);
    EXPECT_EQ(sobol_bits(k, 2) * 0x1p-32, third[k]);
  }
}

// Each axis alone: of any 2^m points from a multiple of 2^m on, one in every slice of 2^-m. Scrambled too.
TEST(PointSets, EverySobolAxisIsANetOfQualityZero) {
  for (int d = 0; d < kMostSobolDimensions; ++d)
    for (const int m : {1, 4, 8})
      for (const std::uint32_t block : {0u, 1u, 5u}) {
        std::set<std::uint64_t> plain, scrambled;
        const std::uint32_t n = 1u << m;
        for (std::uint32_t k = block * n; k < (block + 1) * n; ++k) {
          plain.insert(sobol_bits(k, d) >> (32 - m));
          scrambled.insert(static_cast<std::uint64_t>(sobol_point(3, k, d) * n));
        }
        EXPECT_EQ(plain.size(), n) << "axis " << d;
        EXPECT_EQ(scrambled.size(), n) << "axis " << d;
      }
}

// Sobol's property A: the first 2^d points have one in each of the 2^d orthants, which holds if the
// first digits of the direction numbers are a regular matrix over GF(2).
TEST(PointSets, SobolHasPropertyA) {
  for (int d = 1; d <= kMostSobolDimensions; ++d) {
    std::vector<std::uint32_t> rows;  // row: axis; bit j: first digit of v_j
    for (int axis = 0; axis < d; ++axis) {
      std::uint32_t row = 0;
      for (int j = 0; j < d; ++j) row |= (sobol_bits(1u << j, axis) >> 31) << j;
      rows.push_back(row);
    }
    int rank = 0;
    for (int j = 0; j < d; ++j) {
      std::size_t pivot = static_cast<std::size_t>(rank);
      while (pivot < rows.size() && !(rows[pivot] >> j & 1u)) ++pivot;
      if (pivot == rows.size()) continue;
      std::swap(rows[pivot], rows[static_cast<std::size_t>(rank)]);
      for (std::size_t k = 0; k < rows.size(); ++k)
        if (k != static_cast<std::size_t>(rank) && (rows[k] >> j & 1u))
          rows[k] ^= rows[static_cast<std::size_t>(rank)];
      ++rank;
    }
    EXPECT_EQ(rank, d);
  }
}

// Two axes of quality zero: every elementary interval of 2^-m holds one of 2^m points.
TEST(PointSets, TheFirstTwoAxesAreANetTogether) {
  const int m = 6;
  for (int a = 0; a <= m; ++a) {
    std::set<std::pair<int, int>> cells;
    for (std::uint32_t k = 0; k < (1u << m); ++k)
      cells.insert({static_cast<int>(sobol_point(9, k, 0) * (1 << a)),
                    static_cast<int>(sobol_point(9, k, 1) * (1 << (m - a)))});
    EXPECT_EQ(cells.size(), std::size_t{1} << m) << a;
  }
}

TEST(PointSets, SeedsDifferAndRepeat) {
  EXPECT_EQ(sobol_point(1, 5, 2), sobol_point(1, 5, 2));
  EXPECT_NE(sobol_point(1, 5, 2), sobol_point(2, 5, 2));
  EXPECT_NE(latin_point(1, 5, 100, 2), latin_point(2, 5, 100, 2));
  EXPECT_NE(random_point(1, 5, 2), random_point(1, 5, 3));
}

}  // namespace
}  // namespace bramah
