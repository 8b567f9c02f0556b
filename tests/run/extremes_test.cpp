// Extremes of rows against a plain search.
#include "run/extremes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bramah {
namespace {

TEST(Extremes, AreThoseOfAPlainSearch) {
  constexpr std::size_t kColumns = 11;  // two times four and three
  constexpr int kRows = 50;
  const auto value = [](int row, std::size_t k) { return std::sin(0.7 * row * (k + 1.0) + k); };
  Extremes extremes;
  std::vector<double> row(kColumns);
  for (int r = 0; r < kRows; ++r) {
    for (std::size_t k = 0; k < kColumns; ++k) row[k] = value(r, k);
    extremes.widen(row, 0.1 * r);
  }
  std::vector<Recording::Range> ranges(kColumns);
  extremes.write(row, ranges);
  for (std::size_t k = 0; k < kColumns; ++k) {
    int least = 0, most = 0;
    for (int r = 1; r < kRows; ++r) {
      if (value(r, k) < value(least, k)) least = r;
      if (value(r, k) > value(most, k)) most = r;
    }
    EXPECT_EQ(ranges[k].first, value(0, k));
    EXPECT_EQ(ranges[k].last, value(kRows - 1, k));
    EXPECT_EQ(ranges[k].least, value(least, k));
    EXPECT_EQ(ranges[k].most, value(most, k));
    EXPECT_EQ(ranges[k].least_at, 0.1 * least);
    EXPECT_EQ(ranges[k].most_at, 0.1 * most);
  }
}

TEST(Extremes, PassOverWhatIsNoNumber) {
  constexpr double kNothing = NAN;
  Extremes extremes;
  for (const double x : {1.0, kNothing, 3.0, kNothing, -2.0})
    extremes.widen(std::vector<double>(5, x), std::isnan(x) ? -1.0 : x);
  std::vector<Recording::Range> ranges(5);
  extremes.write(std::vector<double>(5, 0.0), ranges);
  for (const Recording::Range& range : ranges) {
    EXPECT_EQ(range.least, -2.0);
    EXPECT_EQ(range.least_at, -2.0);
    EXPECT_EQ(range.most, 3.0);
    EXPECT_EQ(range.most_at, 3.0);
  }
}

}  // namespace
}  // namespace bramah
