// A real-time priority that is lost when the steps are too expensive, and comes back.
#include "run/priority.h"

#include <gtest/gtest.h>

namespace bramah {
namespace {

using Verdict = PriorityRule::Verdict;
constexpr Nanoseconds kSecond = 1'000'000'000;

TEST(PriorityRule, IsLostAfterTenShiftsAndComesBackAfterFiveQuietSeconds) {
  PriorityRule rule;
  for (long long shifts = 0; shifts < 10; ++shifts)
    EXPECT_EQ(rule.judge(shifts, kSecond), Verdict::keep);
  EXPECT_EQ(rule.judge(10, 2 * kSecond), Verdict::give_back);
  EXPECT_FALSE(rule.has());
  EXPECT_EQ(rule.judge(11, 4 * kSecond), Verdict::keep);  // not quiet yet
  EXPECT_EQ(rule.judge(11, 8 * kSecond), Verdict::keep);
  EXPECT_EQ(rule.judge(11, 9 * kSecond), Verdict::take_back);
  EXPECT_TRUE(rule.has());
  EXPECT_EQ(rule.judge(20, 10 * kSecond), Verdict::keep);  // nine more
  EXPECT_EQ(rule.judge(21, 10 * kSecond), Verdict::give_back);
}

TEST(PriorityRule, DoesNotGoToAndFro) {
  PriorityRule rule;
  long long shifts = 0;
  Nanoseconds now = 0, waited = 0;
  for (int k = 0; k < 6; ++k) {
    EXPECT_EQ(rule.judge(shifts += 10, now), Verdict::give_back);
    const Nanoseconds lost = now;
    while (rule.judge(shifts, now) != Verdict::take_back) now += kSecond / 10;
    EXPECT_GE(now - lost, waited);
    waited = now - lost;
  }
  EXPECT_EQ(waited, PriorityRule::kLongest);
}

}  // namespace
}  // namespace bramah
