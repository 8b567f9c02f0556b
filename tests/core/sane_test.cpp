// What is refused and what is doubted among sizes.
#include "core/sane.h"

#include <gtest/gtest.h>

namespace bramah {
namespace {

TEST(Sane, ARangeKnowsItsUnitAndHasAMargin) {
  const auto bore = typical_range("20 ... 400 mm");
  ASSERT_TRUE(bore);
  EXPECT_EQ(bore->text(), "20 to 400 mm");
  EXPECT_EQ(bore->told(0.9), "900 mm");
  EXPECT_TRUE(bore->holds(0.08));
  EXPECT_TRUE(bore->holds(0.8));  // twice the upper end
  EXPECT_FALSE(bore->holds(0.81));
  EXPECT_TRUE(bore->holds(0.01));
  EXPECT_FALSE(bore->holds(0.009));
  EXPECT_TRUE(bore->holds(0.0));  // there is none
}

TEST(Sane, RangesOfPlainNumbersAndOfBothSigns) {
  const auto share = typical_range("0.5 ... 1");
  ASSERT_TRUE(share);
  EXPECT_EQ(share->told(7.0), "7");
  EXPECT_EQ(share->text(), "0.5 to 1");
  const auto speed = typical_range("100 ... 5000 rpm");
  EXPECT_TRUE(speed->holds(-200.0));  // backwards, but no other unit
  const auto both = typical_range("-1e5 ... 1e5");
  EXPECT_TRUE(both->holds(-2e4));
  EXPECT_FALSE(both->holds(-3e5));
  EXPECT_FALSE(typical_range("0.1 l/min/bar"));
  EXPECT_FALSE(typical_range(""));
}

TEST(Sane, TheLargestOfADimension) {
  EXPECT_EQ(largest_sane(dimension_of("mm")), 1e5);
  EXPECT_EQ(largest_sane(dimension_of("deg")), 1e8);
  EXPECT_EQ(largest_sane(dimension_of("m3/s/Pa^0.5")), 1e200);
}

}  // namespace
}  // namespace bramah
