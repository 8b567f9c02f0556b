#include "bramah/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "derivative.h"
#include "hydraulics/volume.h"

namespace bramah {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

std::vector<std::pair<std::string, Fluid>> all_fluids() {
  Fluid constant, polynomial, logarithmic, vapour, air_in_polynomial;
  polynomial.polynomial = true, polynomial.a = 6.53e-10, polynomial.b = -1.19e-18;
  logarithmic.logarithmic = true;
  vapour.vapour = 1500.0;
  air_in_polynomial = polynomial, air_in_polynomial.air = 0.01;
  return {{"constant", constant},       {"polynomial", polynomial},
          {"logarithmic", logarithmic}, {"vapour", vapour},
          {"hlp46", hlp46()},           {"air in polynomial", air_in_polynomial}};
}

TEST(Fluid, LogarithmicBulkModulus) {
  Fluid oil;
  oil.logarithmic = oil.tension = true;  // [Malysheva2021, Table 2.4]
  EXPECT_NEAR(oil.bulk_modulus(4e6).value, 0.5 * 1.8e9 * std::log10(90 * 4.0 / 28.0 + 3), 1e-3);
  EXPECT_NEAR(oil.bulk_modulus(0.0).value, 0.9e9 * std::log10(3.0), 1e-3);
  // Below the logarithm's range, half of the last value remains.
  EXPECT_NEAR(oil.bulk_modulus(-1e9).value, 0.5 * 0.9e9 * std::log10(1.2), 1e-3);
}

TEST(Fluid, EntrainedAirSoftensTheOilAtLowPressure) {
  Fluid oil;
  oil.bulk = 1.6e9, oil.air = 0.01;
  const double p = 3e5, air = 0.01 * std::pow(101325 / p, 1 / 1.4);
  const double liquid = 0.99 * std::exp(-(p - 101325) / 1.6e9);
  EXPECT_NEAR(oil.bulk_modulus(p).value, (liquid + air) / (liquid / 1.6e9 + air / (1.4 * p)), 1e-3);
  EXPECT_NEAR(oil.bulk_modulus(3e7).value, 1.6e9, 0.01 * 1.6e9);
}

TEST(Fluid, BulkModulusSlopesAndSigns) {
  for (const auto& [name, oil] : all_fluids()) {
    SCOPED_TRACE(name);
    for (const double p : {-1e9, -1e6, 0.0, 50.0, 2e3, 1e4, 9e4, 1e6, 2e7, 1e8, 2e8, 1e9}) {
      const BulkModulus beta = oil.bulk_modulus(p);
      EXPECT_GT(beta.value, 0.0);
      EXPECT_TRUE(std::isfinite(beta.value) && std::isfinite(beta.by_p));
      expect_slope_near([&](double x) { return oil.bulk_modulus(x).value; }, p, beta.by_p,
                        {.scale = std::max(10.0, std::abs(p)), .tolerance = 1e-6});
    }
  }
}

TEST(Fluid, NoKinkWhereAFormulaEnds) {
  Fluid polynomial, logarithmic, vapour;
  polynomial.polynomial = true, polynomial.a = 6.53e-10, polynomial.b = -1.19e-18;
  logarithmic.logarithmic = true;
  polynomial.tension = logarithmic.tension = true;  // their ends lie below zero
  const std::vector<std::pair<Fluid, double>> ends = {{polynomial, 6.53e-10 / (4 * 1.19e-18)},
                                                      {polynomial, -0.25 / 6.53e-10},
                                                      {logarithmic, (1.2 - 3.0) * 2.8e7 / 90},
                                                      {vapour, 2.0},
                                                      {vapour, 2e4}};
  for (const auto& [oil, end] : ends) {
    const double d = 1e-9 * std::abs(end);
    const BulkModulus below = oil.bulk_modulus(end - d), above = oil.bulk_modulus(end + d);
    EXPECT_NEAR(below.value, above.value, 1e-6 * above.value) << end;
    EXPECT_NEAR(below.by_p, above.by_p, 1e-5 * (1.0 + std::abs(above.by_p))) << end;
  }
}

TEST(Fluid, DensityIsTheIntegralOfTheCompliance) {
  for (const auto& [name, oil] : all_fluids()) {
    SCOPED_TRACE(name);
    for (const double p : {50.0, 2e3, 1e4, 9e4, 1e6, 2e7, 1e8, 2e8, 1e9}) {
      if (p <= oil.vapour) continue;
      const LogDensity r = oil.log_density(p);
      expect_slope_near([&](double x) { return oil.log_density(x).value; }, p, r.by_p,
                        {.tolerance = 1e-6, .step = 1e-3});
      EXPECT_NEAR(1.0 / r.by_p, oil.bulk_modulus(p).value, 1e-12 * oil.bulk_modulus(p).value);
    }
    EXPECT_NEAR(oil.log_density(Fluid::kAtmosphere).value, 0.0, 4 * kEps);
  }
  EXPECT_NEAR(Fluid{}.log_density(3e7).value, (3e7 - 101325) / 1.5e9, 1e-15);
}

// One unit in the last place of the density is worth eps B_e of pressure: nobody can come back
// closer.
TEST(Fluid, PressureAndDensityRoundTrip) {
  int most = 0;
  for (const auto& [name, oil] : all_fluids()) {
    SCOPED_TRACE(name);
    for (double p = 1e2; p < 1.01e8; p *= 1.37) {
      if (p <= oil.vapour) continue;
      const LogDensity r = oil.log_density(p);
      const LogPressure back = oil.pressure(r.value);
      EXPECT_NEAR(back.p, p, 1e-13 * p + 4 * kEps * (1.0 + std::abs(r.value)) / r.by_p);
      EXPECT_NEAR(back.by_log * r.by_p, 1.0, 1e-9) << p;
      most = std::max(most, back.iterations);
    }
    for (double x = -28.0; x < 0.1; x += 0.37) {
      const LogPressure found = oil.pressure(x);
      EXPECT_GT(found.p, oil.vapour);
      // p itself is rounded: near p_v one ulp of p is eps p/B_e of the logarithm.
      const LogDensity back = oil.log_density(found.p);
      EXPECT_NEAR(back.value, x, 1e-13 * (1.0 + std::abs(x)) + 2 * kEps * found.p * back.by_p);
      most = std::max(most, found.iterations);
    }
  }
  EXPECT_LE(most, 20);
}

TEST(Fluid, PressureOfAnyDensityIsFiniteWithItsSlope) {
  for (const auto& [name, oil] : all_fluids())
    for (const double x : {-100.0, -36.0, -14.0, -0.7, -0.03, -1e-4, 0.0, 0.01, 0.2}) {
      const LogPressure found = oil.pressure(x, 1e-9);
      EXPECT_TRUE(std::isfinite(found.p)) << name << x;
      expect_slope_near([&](double at) { return oil.pressure(at, 1e-9).p; }, x, found.by_log,
                        {.scale = std::max(0.01, 0.1 * std::abs(x)),
                         .tolerance = 1e-6,
                         .terms = std::max(found.p, oil.bulk_modulus(found.p).value)});
    }
}

TEST(Fluid, AStateIsThePressureUntilTheOilIsTorn) {
  for (const auto& [name, oil] : all_fluids()) {
    SCOPED_TRACE(name);
    const double torn = oil.torn_below();
    EXPECT_EQ(torn, Fluid::kAtmosphere);
    for (const double p : {1.0001 * torn, 1e6, 4e7}) {
      EXPECT_EQ(oil.state(p), p);
      EXPECT_EQ(oil.pressure_of_state(p).p, p);
      EXPECT_EQ(oil.pressure_of_state(p).by_state, 1.0);
      EXPECT_EQ(oil.pressure_of_state(p).by_state2, 0.0);
    }
    for (const double p : {oil.vapour + 20.0, oil.vapour + 3e3, 3e4, 0.9 * torn}) {
      const double state = oil.state(p);
      EXPECT_LT(state, torn);
      const StatePressure back = oil.pressure_of_state(state);
      EXPECT_NEAR(back.p, p, 1e-9 * p);
      const double scale =
          std::min(1e-3 * oil.bulk_modulus(torn).value, 0.05 * torn / back.by_state);
      expect_slope_near([&](double y) { return oil.pressure_of_state(y).p; }, state, back.by_state,
                        {.scale = scale, .tolerance = 1e-5, .terms = p});
      expect_slope_near([&](double y) { return oil.pressure_of_state(y).by_state; }, state,
                        back.by_state2, {.scale = scale, .tolerance = 1e-5});
    }
    // The slope is continuous, and however much is drawn, the pressure stays above the vapour's.
    EXPECT_NEAR(oil.pressure_of_state(torn * (1.0 - 1e-9)).by_state, 1.0, 1e-6);
    for (const double drawn : {20.0, 60.0, 100.0})
      EXPECT_GT(oil.pressure_of_state(torn - drawn * oil.bulk_modulus(torn).value).p, oil.vapour);
  }
  Fluid paper;
  paper.tension = true;
  EXPECT_EQ(paper.state(-3e6), -3e6);
  EXPECT_EQ(paper.pressure_of_state(-3e6).p, -3e6);
  EXPECT_EQ(paper.bulk_modulus(-3e6).value, paper.bulk);
}

// Oil is drawn from a closed volume for a long time: the pressure stays above the vapour's.
TEST(Fluid, PressureDoesNotPassTheVapourPressure) {
  Volume v;
  v.fluid = hlp46(), v.fluid.vapour = 2000.0, v.dead = 1e-4;
  double p = 5e5;
  const double h = 1e-5, flow = -1e-4;  // the volume's own content, ten times over
  for (int k = 0; k < 1000000; ++k) {
    p += h * flow / v.compliance(0.0, p).value;
    ASSERT_GT(p, v.fluid.vapour);
  }
  // v grows by e^10, and sigma u⁴ is nearly all of it.
  const double u = std::pow(std::exp(10.0) / Fluid::kVapourShare, 0.25);
  EXPECT_NEAR(p - 2000.0, Fluid::kVapourWidth / (1 + u), 5.0);
}

TEST(Volume, AmountAndPressure) {
  Volume v;
  v.fluid = hlp46();
  v.dead = 3e-5, v.dead_wall = 3e-5 / 1.5e8, v.area = 5e-3, v.barrel = 1.0 / 3.15e10;
  const double l = 0.2;
  for (const double p : {2e3, 1e5, 3e6, 4e7}) {
    const double amount = v.amount(p, l);
    const double pi = p - 101325, filled = 1.0 + v.fluid.log_density(p).value;
    EXPECT_NEAR(amount, 3e-5 * (filled + pi / 1.5e8) + 5e-3 * l * (filled + pi / 3.15e10), 1e-18);
    const AmountPressure found = v.pressure_from_amount(amount, l);
    EXPECT_NEAR(found.p, p, 1e-9 * p);
    expect_slope_near([&](double m) { return v.pressure_from_amount(m, l).p; }, amount,
                      found.by_amount,
                      {.scale = 1e-3 * std::abs(amount), .tolerance = 1e-6, .terms = 1.6e9});
    expect_slope_near([&](double x) { return v.pressure_from_amount(amount, x).p; }, l,
                      found.by_volume * v.area,
                      {.scale = 0.01 * l, .tolerance = 1e-6, .terms = 1.6e9});
    EXPECT_NEAR(1.0 / found.by_amount, v.compliance(l, p).value, 1e-9 / found.by_amount);
    // What a piston adds: dN at constant p, less the room it makes.
    const double room = v.area * 1e-6;
    EXPECT_NEAR(found.squeeze, (v.amount(p, l + 1e-6) - amount) / room - 1.0, 1e-6);
  }
}

}  // namespace
}  // namespace bramah
