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

// What a hydraulics engineer types.
INSTANTIATE_TEST_SUITE_P(
    Typed, Units,
    testing::Values(
        Case{"24 lpm", 24e-3 / 60, "m3/s"}, Case{"24 L/min", 24e-3 / 60, "m3/s"},
        Case{"250 mL", 250e-6, "m3"}, Case{"18 cc", 18e-6, "m3"}, Case{"18 ccm", 18e-6, "m3"},
        Case{"18 cc/rev", 18e-6 / (2 * kPi), "m3/rad"}, Case{"3000 psi", 20684271.879505083, "Pa"},
        Case{"3 ksi", 20684271.879505083, "Pa"}, Case{"1 gal", 3.785411784e-3, "m3"},
        Case{"1 gpm", 3.785411784e-3 / 60, "m3/s"}, Case{"2 in", 0.0508, "m"},
        Case{"1 ft", 0.3048, "m"}, Case{"1 dm", 0.1, "m"}, Case{"1 in3", 16.387064e-6, "m3"},
        Case{"1 lb", 0.45359237, "kg"}, Case{"1 lbf", 4.4482216152605, "N"},
        Case{"1 lbf/in2", 6894.757293168361, "Pa"}, Case{"1 kgf", 9.80665, "N"},
        Case{"1 kgf/cm2", 98066.5, "Pa"}, Case{"5 daN", 50, "N"}, Case{"1 N/mm2", 1e6, "Pa"},
        Case{"2 MNm", 2e6, "N m"}, Case{"5 Nmm", 5e-3, "N m"}, Case{"46 cSt", 46e-6, "m2/s"},
        Case{"46 mm2/s", 46e-6, "m2/s"}, Case{"30 cP", 30e-3, "Pa s"}, Case{"900 mbar", 9e4, "Pa"},
        Case{"900 hPa", 9e4, "Pa"}, Case{"1 atm", 101325, "Pa"},
        Case{"1 hp", 745.69987158227022, "W"}, Case{"1 PS", 735.49875, "W"},
        Case{"2 kHz", 2000, "Hz"}, Case{"3 mrad", 3e-3, "rad"}));

// Signs that are on a keyboard or come with a paste.
INSTANTIATE_TEST_SUITE_P(
    Pasted, Units,
    testing::Values(Case{"30°", kPi / 6, "rad"}, Case{"6 °/s", kPi / 30, "rad/s"},
                    Case{"10 \u00b5m", 1e-5, "m"}, Case{"10 \u03bcm", 1e-5, "m"},
                    Case{"4 cm²", 4e-4, "m2"}, Case{"(2 cm)³", 8e-6, "m3"},
                    Case{"12 kg·m²", 12, "kg m2"}, Case{"2 × 3 m", 6, "m"},
                    Case{"\u22129.81 m/s²", -9.81, "m/s2"}, Case{"90\u00a0mm", 0.09, "m"}));

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
  EXPECT_EQ(problem_of("5 m3x"), "unknown unit or parameter \"m3x\"");
  EXPECT_EQ(problem_of("90 MM"), "unknown unit or parameter \"MM\"; did you mean \"mm\"?");
  EXPECT_EQ(problem_of("5 Bar"), "unknown unit or parameter \"Bar\"; did you mean \"bar\"?");
  EXPECT_EQ(problem_of("5 baar"), "unknown unit or parameter \"baar\"; did you mean \"bar\"?");
  EXPECT_EQ(problem_of("5 cfm"), "unknown unit or parameter \"cfm\"; did you mean \"cm\"?");
  EXPECT_EQ(problem_of("5 wpm"), "unknown unit or parameter \"wpm\"");  // no rpm, no lpm
  EXPECT_EQ(problem_of("0,5 m"), "a decimal point is written \".\", not \",\"");
  EXPECT_EQ(problem_of("1 500 kg"), "a number has no blanks inside: 1500 kg");
  EXPECT_EQ(problem_of("kg 90"), "a unit comes after its number: 90 mm");
  EXPECT_EQ(problem_of("20 °C"),
            "temperatures are absolute: write 293.15 K for 20 degrees Celsius");
  EXPECT_EQ(problem_of("5 \u2103 and more of them"), "unexpected \"\u2103 and more\"");
  EXPECT_EQ(problem_of("ten ñññññññ"), "unknown unit or parameter \"ten\"");
  EXPECT_EQ(problem_of("5 ñññññññ"), "unexpected \"ññññññ\"");
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
