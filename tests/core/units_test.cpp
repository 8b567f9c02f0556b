#include "core/units.h"

#include <gtest/gtest.h>

#include <numbers>

namespace bramah {
namespace {

struct Case {
  const char* text;
  double si;
  const char* unit;
};

class Units : public testing::TestWithParam<Case> {};

TEST_P(Units, ReadsAsSi) {
  const Quantity q = parse_quantity(GetParam().text);
  EXPECT_NEAR(q.value, GetParam().si, 1e-12 * std::abs(GetParam().si)) << GetParam().text;
  EXPECT_TRUE(identical(q.dimension, dimension_of(GetParam().unit))) << si_name(q.dimension);
}

constexpr double kPi = std::numbers::pi;
INSTANTIATE_TEST_SUITE_P(
    Written, Units,
    testing::Values(
        Case{"7.6 MPa", 7.6e6, "Pa"}, Case{"24 l/min", 24e-3 / 60, "m3/s"}, Case{"80mm", 0.08, "m"},
        Case{"28.3 mm2", 28.3e-6, "m2"}, Case{"2.138e-8 m3/s/V/Pa^0.5", 2.138e-8, "m3/s/V/Pa^0.5"},
        Case{"1e5 N s/m", 1e5, "N s/m"}, Case{"1e5 N*s/m", 1e5, "N s/m"},
        Case{"1e5 N.s/m", 1e5, "N s/m"}, Case{"5 cm", 0.05, "m"}, Case{"3 um", 3e-6, "m"},
        Case{"2 km", 2000, "m"}, Case{"5 g", 5e-3, "kg"}, Case{"1.2 t", 1200, "kg"},
        Case{"3 ms", 3e-3, "s"}, Case{"4 us", 4e-6, "s"}, Case{"2 min", 120, "s"},
        Case{"1 h", 3600, "s"}, Case{"3 kN", 3000, "N"}, Case{"2 MN", 2e6, "N"},
        Case{"1 N", 1, "kg m/s2"}, Case{"5 kPa", 5e3, "Pa"}, Case{"2 GPa", 2e9, "Pa"},
        Case{"210 bar", 2.1e7, "Pa"}, Case{"1 psi", 6894.757293168361, "Pa"},
        Case{"3 l", 3e-3, "m3"}, Case{"47.1 cm3", 47.1e-6, "m3"}, Case{"5 ml", 5e-6, "m3"},
        Case{"7 mm3", 7e-9, "m3"}, Case{"4 cm2", 4e-4, "m2"}, Case{"180 deg", kPi, "rad"},
        Case{"60 rpm", 2 * kPi, "rad/s"}, Case{"50 cm3/rev", 50e-6 / (2 * kPi), "m3/rad"},
        Case{"35 Hz", 35, "1/s"}, Case{"20 mV", 0.02, "V"}, Case{"1 V A", 1, "W"},
        Case{"3 kW", 3000, "N m/s"}, Case{"2 kJ", 2000, "N m"}, Case{"300 K", 300, "K"},
        Case{"88 %", 0.88, "1"}, Case{"12 Nm", 12, "N m"}, Case{"6.53e-10 1/Pa", 6.53e-10, "1/Pa"},
        Case{"5 m3/(s V)", 5, "m3/s/V"}, Case{"-9.81 m/s2", -9.81, "m/s2"}, Case{"3", 3, "1"},
        Case{"12 kg m2", 12, "kg m2"}));

std::string problem_of(const char* text) {
  try {
    (void)parse_quantity(text);
  } catch (const QuantityError& error) {
    return error.what();
  }
  return "none";
}

TEST(UnitProblems, SayWhatIsWrong) {
  EXPECT_EQ(problem_of("5 kgg"), "unknown unit or parameter \"kgg\"; did you mean \"kg\"?");
  EXPECT_EQ(problem_of("5 m +"), "it ends too early");
  EXPECT_EQ(problem_of("5 m3x"), "unknown unit or parameter \"m3x\"; did you mean \"m\"?");
  EXPECT_EQ(problem_of(""), "it ends too early");
  EXPECT_EQ(problem_of("5 $"), "unexpected \"$\"");
  EXPECT_EQ(problem_of("1e400 m"), "the number is too large or too small");
}

TEST(Units, RadiansCountOnlyBesideSeconds) {
  const auto agree = [](const char* a, const char* b) {
    return compatible(dimension_of(a), dimension_of(b));
  };
  EXPECT_TRUE(agree("N m/rad", "N m"));
  EXPECT_TRUE(agree("m", "m rad"));
  EXPECT_FALSE(agree("rad", "1"));
  EXPECT_FALSE(agree("1", "deg"));
  EXPECT_FALSE(agree("Hz", "rpm"));
  EXPECT_FALSE(agree("rad/s", "Hz"));
  EXPECT_TRUE(agree("rad/s", "rpm"));
}

TEST(Units, AreNamed) {
  EXPECT_EQ(describe(dimension_of("bar")), "a pressure");
  EXPECT_EQ(describe(dimension_of("l/min")), "a flow");
  EXPECT_EQ(describe(dimension_of("m rad")), "a length");
  EXPECT_EQ(describe(dimension_of("kg K^0.5")), "a quantity in kg K^0.5");
  EXPECT_EQ(si_name(dimension_of("kN/mm")), "N/m");
  EXPECT_EQ(si_name(dimension_of("%")), "1");
}

TEST(Units, ConvertToAGivenUnit) {
  EXPECT_DOUBLE_EQ(parse_as("1 ms", "s"), 1e-3);
  EXPECT_DOUBLE_EQ(parse_as("7.6 MPa", "bar"), 76.0);
  try {
    (void)parse_as("80 mm", "Pa");
    FAIL();
  } catch (const QuantityError& error) {
    EXPECT_STREQ(error.what(), "expected a pressure, e.g. 1 Pa; found 80 mm (a length)");
  }
}

}  // namespace
}  // namespace bramah
