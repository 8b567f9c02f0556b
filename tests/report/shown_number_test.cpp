#include "report/shown_number.h"

#include <gtest/gtest.h>

#include <limits>

namespace bramah {
namespace {

TEST(ShownNumber, ReadsAsOnThePages) {
  EXPECT_EQ(shown_number(0.0), "0");
  EXPECT_EQ(shown_number(0.17634, 3), "0.176");
  EXPECT_EQ(shown_number(-12.3), "−12.30");
  EXPECT_EQ(shown_number(5.55, 3), "5.55");
  EXPECT_EQ(shown_number(-2.302e4, 3), "−2.30×10⁴");
  EXPECT_EQ(shown_number(3.7767e15, 3), "3.78×10¹⁵");
  EXPECT_EQ(shown_number(4.2e-7, 2), "4.2×10⁻⁷");
}

TEST(ShownNumber, WhatIsNoNumber) {
  EXPECT_EQ(shown_number(std::numeric_limits<double>::infinity()), "∞");
  EXPECT_EQ(shown_number(-std::numeric_limits<double>::infinity()), "−∞");
  EXPECT_EQ(shown_number(std::numeric_limits<double>::quiet_NaN()), "–");
}

}  // namespace
}  // namespace bramah
