// Deadlines with a clock of the test's own.
#include "run/pacer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bramah {
namespace {

constexpr Nanoseconds kMs = 1'000'000;

struct PacerTest : ::testing::Test {
  StepStatistics statistics;
  Pacer pacer{1e-3, {.speed = 1.0, .backlog = 5e-3}, statistics};

  // A step that begins when it is due, or now if that is later, and takes `took`.
  Nanoseconds step(Nanoseconds now, Nanoseconds took) {
    const bool slept = now < pacer.due();
    const Nanoseconds begin = slept ? pacer.due() : now;
    pacer.begin(begin, slept);
    pacer.end(begin + took);
    return begin + took;
  }
};

TEST_F(PacerTest, DueTimesDoNotDrift) {
  Pacer odd(1e-3 / 3.0, {.speed = 0.7, .backlog = 1.0}, statistics);
  odd.restart(17);
  constexpr long long kSteps = 3'000'000;  // 1000 s simulated in 1000 s / 0.7
  for (long long k = 0; k < kSteps; ++k) odd.end(0);
  EXPECT_NEAR(static_cast<double>(odd.due() - 17), 1e12 / 0.7,
              2.0);  // rounding of one multiplication
}

TEST_F(PacerTest, StepsInTimeAreNoOverruns) {
  pacer.restart(100);
  Nanoseconds now = 100;
  for (int k = 0; k < 50; ++k) now = step(now, kMs / 2);
  EXPECT_EQ(statistics.overruns, 0);
  EXPECT_EQ(statistics.late.count(), 49);  // the first is due at once
  EXPECT_EQ(statistics.late.worst(), 0.0);
  EXPECT_EQ(statistics.jitter(), 0.0);
  EXPECT_EQ(pacer.due(), 100 + 50 * kMs);
}

TEST_F(PacerTest, LateStepsCatchUpBackToBack) {
  pacer.restart(0);
  Nanoseconds now = step(0, 4 * kMs + kMs / 2);  // misses the starts at 1, 2, 3 and 4 ms
  EXPECT_EQ(statistics.overruns, 1);
  for (int k = 0; k < 8; ++k) now = step(now, kMs / 10);
  EXPECT_EQ(statistics.shifts, 0);
  EXPECT_EQ(pacer.due(), 9 * kMs);  // as if nothing had happened
  EXPECT_EQ(now, 8 * kMs + kMs / 10);
  EXPECT_NEAR(statistics.worst_backlog, 3.5e-3, 1e-12);
  EXPECT_EQ(statistics.overruns, 4);  // it ended at 4.5 ms; those due at 1, 2, 3 end by 4.8
}

TEST_F(PacerTest, TooMuchBacklogIsGivenUpAndCounted) {
  pacer.restart(0);
  const Nanoseconds now = step(0, 20 * kMs);
  EXPECT_EQ(statistics.shifts, 1);
  EXPECT_NEAR(statistics.shifted, 19e-3, 1e-12);
  EXPECT_EQ(pacer.due(), now);  // no burst
  EXPECT_EQ(step(now, 0), now);
  EXPECT_EQ(pacer.due(), now + kMs);
}

TEST_F(PacerTest, ExactlyTheBacklogIsStillCaughtUp) {
  pacer.restart(0);
  step(0, 6 * kMs);
  EXPECT_EQ(statistics.shifts, 0);
  EXPECT_EQ(pacer.due(), kMs);
}

TEST_F(PacerTest, SpeedChangesThePeriodFromNowOn) {
  pacer.restart(0);
  Nanoseconds now = step(0, 0);
  pacer.set_speed(0.1, now);
  now = step(now, 0);
  EXPECT_EQ(pacer.due(), now + 10 * kMs);
}

TEST_F(PacerTest, AsFastAsPossibleHasNoDeadlines) {
  pacer.set_speed(0.0, 0);
  EXPECT_TRUE(pacer.free_running());
  pacer.begin(0, false);
  pacer.end(500 * kMs);
  EXPECT_EQ(statistics.overruns, 0);
  EXPECT_EQ(statistics.intervals, 0);
}

TEST_F(PacerTest, JitterIsTheRootMeanSquareOfTheIntervals) {
  pacer.restart(0);
  for (const Nanoseconds start : {0 * kMs, 1 * kMs + 300'000, 2 * kMs, 3 * kMs}) {
    pacer.begin(start, false);
    pacer.end(start);
  }
  EXPECT_NEAR(statistics.jitter(), 3e-4 * std::sqrt(2.0 / 3.0), 1e-12);  // +0.3, -0.3, 0 ms
}

// ------------------------------------------------------------------------------ histogram
TEST(TimeHistogram, QuantilesAreUpperEdgesOfTheirBins) {
  TimeHistogram times;
  for (int k = 0; k < 990; ++k) times.add(1e-4);
  for (int k = 0; k < 10; ++k) times.add(2e-3);
  EXPECT_EQ(times.count(), 1000);
  EXPECT_NEAR(times.mean(), (990 * 1e-4 + 10 * 2e-3) / 1000, 1e-12);
  const double bin = std::pow(10.0, 1.0 / TimeHistogram::kPerDecade);
  for (const double share : {0.5, 0.99}) {
    EXPECT_GE(times.quantile(share), 1e-4);
    EXPECT_LE(times.quantile(share), 1e-4 * bin * (1 + 1e-12));
  }
  EXPECT_EQ(times.quantile(0.999), 2e-3);  // never above the worst
  EXPECT_EQ(times.worst(), 2e-3);
}

TEST(TimeHistogram, KeepsWhatLiesOutsideItsRange) {
  TimeHistogram times;
  for (const double t : {0.0, 1e-12, -1e-9, 50.0, 1e9}) times.add(t);
  EXPECT_EQ(times.in_bin(0), 3);
  EXPECT_EQ(times.in_bin(TimeHistogram::kBins - 1), 2);
  EXPECT_EQ(times.quantile(1.0), 1e9);
  EXPECT_EQ(TimeHistogram{}.quantile(0.99), 0.0);
}

}  // namespace
}  // namespace bramah
