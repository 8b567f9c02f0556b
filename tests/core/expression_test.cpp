#include "core/expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

namespace bramah {
namespace {

class Given : public Scope {
 public:
  const Quantity* find(std::string_view name) const override {
    const auto found = values_.find(std::string(name));
    return found == values_.end() ? nullptr : &found->second;
  }
  std::vector<std::string> names() const override { return {"L1", "A", "m3", "ratio"}; }

 private:
  std::map<std::string, Quantity> values_{{"L1", parse_quantity("9 m")},
                                          {"A", parse_quantity("2 m2")},
                                          {"m3", parse_quantity("50 kg")},
                                          {"ratio", parse_quantity("0.5")}};
};

Quantity value(const char* text) { return evaluate(text, Given{}); }

void expect(const char* text, double si, const char* unit) {
  const Quantity q = value(text);
  EXPECT_NEAR(q.value, si, 1e-12 * std::max(1.0, std::abs(si))) << text;
  EXPECT_TRUE(compatible(dimension_of(unit), q.dimension)) << text << ": " << si_name(q.dimension);
}

std::string problem_of(const char* text) {
  try {
    (void)value(text);
  } catch (const QuantityError& error) {
    return error.what();
  }
  return "none";
}

TEST(Expression, FollowsTheUsualOrder) {
  expect("1 + 2*3^2", 19, "1");
  expect("-2^2", -4, "1");
  expect("2^-1", 0.5, "1");
  expect("8/4/2", 1, "1");
  expect("(1 + 2)*3", 9, "1");
  expect("2 - -3", 5, "1");
  expect("2^0.5", std::sqrt(2.0), "1");
}

TEST(Expression, CarriesUnits) {
  expect("L1/3", 3, "m");
  expect("2*L1 + 30 mm", 18.03, "m");
  expect("sqrt(2) m", std::sqrt(2.0), "m");
  expect("pi/4*(80 mm)^2", std::numbers::pi / 4 * 0.0064, "m2");
  expect("(270 - 30) deg", 240 * std::numbers::pi / 180, "rad");
  expect("sqrt(A)", std::sqrt(2.0), "m");
  expect("(1/3) m", 1.0 / 3.0, "m");
  expect("10 m / 4 s", 2.5, "m/s");
  expect("ratio*L1", 4.5, "m");
}

// What stands behind a number as its unit is divided by as a whole, a parenthesis of units too.
TEST(Expression, AUnitBelongsToItsNumber) {
  expect("6 l / 2 l/min", 180, "s");
  expect("6 l / 2 l/(min)", 180, "s");
  expect("6 m3 / 2 m3/(s V)", 3, "s V");
  expect("6 m / 2 m/(1 + 2)", 1, "1");
  expect("6 m / 2 m/(ratio)", 3 / 0.5, "1");
}

TEST(Expression, HasFunctions) {
  expect("sin(30 deg)", 0.5, "1");
  expect("cos(pi)", -1, "1");
  expect("tan(45 deg)", 1, "1");
  expect("atan2(1 m, 100 cm)", std::numbers::pi / 4, "rad");
  expect("asin(1)", std::numbers::pi / 2, "rad");
  expect("acos(0)", std::numbers::pi / 2, "rad");
  expect("abs(-3 mm)", 3e-3, "m");
  expect("min(3 mm, 1 cm)", 3e-3, "m");
  expect("max(3 mm, 1 cm)", 1e-2, "m");
  expect("10 l/min", 10e-3 / 60, "m3/s");  // the unit, not the function
}

// A, m3: names of units and of parameters. After a number they are units, alone they are
// parameters.
TEST(Expression, TellsParametersFromUnits) {
  expect("A", 2, "m2");
  expect("3 A", 3, "A");
  expect("2*m3", 100, "kg");
  expect("850 kg/m3", 850, "kg/m3");
}

// L is a litre only where nothing else is called so.
TEST(Expression, AParameterLIsNoLitre) {
  struct WithL : Scope {
    const Quantity* find(std::string_view name) const override {
      return name == "L" ? &l : nullptr;
    }
    std::vector<std::string> names() const override { return {"L"}; }
    Quantity l = parse_quantity("4 m");
  } scope;
  const Quantity moment = evaluate("5 N*L", scope);
  EXPECT_DOUBLE_EQ(moment.value, 20.0);
  EXPECT_TRUE(identical(moment.dimension, dimension_of("N m")));
  EXPECT_DOUBLE_EQ(evaluate("6 m/L", scope).value, 1.5);
  EXPECT_THROW((void)evaluate("2 L", scope), QuantityError);
  EXPECT_DOUBLE_EQ(value("2 L").value, 2e-3);
}

TEST(Expression, ChecksDimensions) {
  EXPECT_EQ(problem_of("L1 + 2 s"), "cannot add a length and a time");
  EXPECT_EQ(problem_of("L1 - 2"), "cannot subtract a length and a number");
  EXPECT_EQ(problem_of("2^(3 m)"), "an exponent must be a plain number, not a length");
  EXPECT_EQ(problem_of("sin(3 m)"), "sin() needs an angle, not a length");
  EXPECT_EQ(problem_of("max(3 m, 3 s)"), "cannot compare a length and a time");
  EXPECT_EQ(problem_of("asin(1 rad)"),
            "the argument of asin() must be a plain number, not an angle");
}

TEST(Expression, RefusesNonsense) {
  EXPECT_EQ(problem_of("1/0"), "division by zero");
  EXPECT_EQ(problem_of("sqrt(-1)"), "the value is not finite");
  EXPECT_EQ(problem_of("(1 + 2"), "a ) is missing");
  EXPECT_EQ(problem_of("atan2(1)"), "a , is missing");
  EXPECT_EQ(problem_of("2 L1"), "write * between a value and the parameter \"L1\"");
  EXPECT_EQ(problem_of("nan"), "unknown unit or parameter \"nan\"");
  EXPECT_THROW((void)value("nan"), UnknownWord);
  EXPECT_EQ(problem_of("2*L2"), "unknown unit or parameter \"L2\"; did you mean \"L1\"?");
  EXPECT_EQ(problem_of(std::string(400, '(').c_str()), "too many levels of parentheses or signs");
  EXPECT_EQ(problem_of(std::string(400, '-').c_str()), "too many levels of parentheses or signs");
  EXPECT_EQ(problem_of(std::string(2000, '1').c_str()), "longer than 1000 characters");
}

TEST(Expression, KnowsNames) {
  EXPECT_TRUE(is_name("L_1"));
  EXPECT_FALSE(is_name("1L"));
  EXPECT_FALSE(is_name("lift.A"));
  EXPECT_FALSE(is_name(""));
}

}  // namespace
}  // namespace bramah
