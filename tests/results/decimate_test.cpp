#include "results/decimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bramah {
namespace {

std::vector<double> ramp(std::size_t rows) {
  std::vector<double> values(rows);
  for (std::size_t k = 0; k < rows; ++k) values[k] = 0.001 * static_cast<double>(k);
  return values;
}

TEST(Decimate, ShortRecordingsStayAsTheyAre) {
  const Decimation decimation{100, 100};
  EXPECT_FALSE(decimation.active());
  EXPECT_EQ(decimation.times(ramp(100)), ramp(100));
  EXPECT_EQ(decimation.extremes(ramp(100)), ramp(100));
}

TEST(Decimate, ASpikeOfOneSampleSurvivesWhereverItIs) {
  const std::size_t rows = 1003;
  const Decimation decimation{rows, 40};
  for (std::size_t spike = 0; spike < rows; ++spike) {
    std::vector<double> values(rows, 1.0);
    values[spike] = spike % 2 == 0 ? 9.0 : -9.0;
    const auto kept = decimation.extremes(values);
    ASSERT_EQ(std::count(kept.begin(), kept.end(), values[spike]), 1) << spike;
    ASSERT_EQ(kept.size(), decimation.size());
  }
}

TEST(Decimate, TimesIncreaseAndKeepTheEnds) {
  for (const std::size_t rows : {41u, 59u, 100u, 12345u}) {
    const Decimation decimation{rows, 40};
    const auto times = decimation.times(ramp(rows));
    EXPECT_EQ(times.size(), 40u);
    EXPECT_EQ(times.front(), 0.0);
    EXPECT_EQ(times.back(), ramp(rows).back());
    for (std::size_t k = 1; k < times.size(); ++k) ASSERT_GT(times[k], times[k - 1]) << rows;
  }
}

TEST(Decimate, ARampStaysARamp) {
  const Decimation decimation{1000, 40};
  const auto kept = decimation.extremes(ramp(1000));
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end()));
}

TEST(Decimate, MaximaHoldTheLargestOfEachBucket) {
  std::vector<double> values(101, 2.0);
  values[50] = 5.0;
  const auto kept = Decimation{101, 10}.maxima(values);
  EXPECT_EQ(std::count(kept.begin(), kept.end(), 5.0), 2);
  EXPECT_EQ(std::count(kept.begin(), kept.end(), 2.0), 8);
}

TEST(Decimate, NumbersThatAreNotFiniteDoNotHideOthers) {
  std::vector<double> values(100, NAN);
  values[50] = 3.0;
  const auto kept = Decimation{100, 10}.extremes(values);
  EXPECT_EQ(std::count(kept.begin(), kept.end(), 3.0), 2);  // smallest and largest of its bucket
}

}  // namespace
}  // namespace bramah
