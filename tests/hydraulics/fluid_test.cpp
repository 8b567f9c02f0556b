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
  vapour.cavitates = true, vapour.vapour = 1500.0;
  air_in_polynomial = polynomial, air_in_polynomial.air = 0.01;
  return {{"constant", constant},       {"polynomial", polynomial},
          {"logarithmic", logarithmic}, {"vapour", vapour},
          {"hlp46", hlp46()},           {"air in polynomial", air_in_polynomial}};
}

TEST(Fluid, LogarithmicBulkModulus) {
  Fluid oil;
  oil.logarithmic = true;  // [Malysheva2021, Table 2.4]
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
  vapour.cavitates = true;
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

TEST(Fluid, RatioIsTheIntegralOfTheCompliance) {
  for (const auto& [name, oil] : all_fluids()) {
    SCOPED_TRACE(name);
    for (const double p : {50.0, 2e3, 1e4, 9e4, 1e6, 2e7, 1e8, 2e8, 1e9}) {
      if (p <= oil.vapour) continue;
      const DensityRatio r = oil.density_ratio(p);
      expect_slope_near([&](double x) { return oil.density_ratio(x).value; }, p, r.by_p,
                        {.tolerance = 1e-6, .step = 1e-3});
      if (oil.air > 0.0 || oil.cavitates || p > Fluid::kVapourWidth) {
        EXPECT_NEAR(r.value / r.by_p, oil.bulk_modulus(p).value, 1e-12 * oil.bulk_modulus(p).value);
      }
    }
    EXPECT_NEAR(oil.density_ratio(Fluid::kAtmosphere).value, 1.0, 4 * kEps);
  }
  EXPECT_NEAR(Fluid{}.density_ratio(3e7).value, std::exp((3e7 - 101325) / 1.5e9), 1e-15);
}

// One unit in the last place of r is worth eps B_e of pressure: nobody can come back closer.
TEST(Fluid, PressureAndRatioRoundTrip) {
  int most = 0;
  for (const auto& [name, oil] : all_fluids()) {
    SCOPED_TRACE(name);
    for (double p = 1e2; p < 1.01e8; p *= 1.37) {
      if (p <= oil.vapour) continue;
      const DensityRatio r = oil.density_ratio(p);
      const RatioPressure back = oil.pressure(r.value);
      EXPECT_NEAR(back.p, p, 1e-13 * p + 4 * kEps * r.value / r.by_p);
      EXPECT_NEAR(back.by_ratio * r.by_p, 1.0, 1e-9) << p;
      most = std::max(most, back.iterations);
    }
    for (double r = 1e-12; r < 1.1; r *= 1.37) {
      const RatioPressure found = oil.pressure(r);
      EXPECT_GT(found.p, oil.vapour);
      // p itself is rounded: near p_v one ulp of p is eps p r'/r of r.
      const DensityRatio back = oil.density_ratio(found.p);
      EXPECT_NEAR(back.value, r, 1e-13 * r + 2 * kEps * found.p * back.by_p);
      most = std::max(most, found.iterations);
    }
  }
  EXPECT_LE(most, 12);
}

TEST(Fluid, PressureOfAnyAmountIsFiniteWithItsSlope) {
  for (const auto& [name, oil] : all_fluids())
    for (const double r :
         {-1.0, -1e-9, 0.0, 1e-16, 1e-14, 1e-6, 0.5, 0.97, 0.9999, 1.0, 1.01, 1.2}) {
      const RatioPressure found = oil.pressure(r, 1e-9);
      EXPECT_TRUE(std::isfinite(found.p)) << name << r;
      expect_slope_near([&](double x) { return oil.pressure(x, 1e-9).p; }, r, found.by_ratio,
                        {.scale = std::max(r > 0.9 ? 0.01 : std::abs(r), 1e-12),
                         .tolerance = 1e-6,
                         .terms = std::max(found.p, oil.bulk_modulus(found.p).value)});
    }
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
    const double pi = p - 101325;
    EXPECT_NEAR(
        amount,
        v.fluid.density_ratio(p).value * (3e-5 * (1 + pi / 1.5e8) + 5e-3 * l * (1 + pi / 3.15e10)),
        1e-15 * 1e-3);
    const AmountPressure found = v.pressure_from_amount(amount, l);
    EXPECT_NEAR(found.p, p, 1e-9 * p);
    expect_slope_near([&](double m) { return v.pressure_from_amount(m, l).p; }, amount,
                      found.by_amount, {.scale = 0.01 * amount, .tolerance = 1e-6, .terms = 1.6e9});
    expect_slope_near([&](double x) { return v.pressure_from_amount(amount, x).p; }, l,
                      found.by_volume * v.area,
                      {.scale = 0.01 * l, .tolerance = 1e-6, .terms = 1.6e9});
    // dm/dp = r C, but for the oil that fills what the walls have yielded.
    const double r = v.fluid.density_ratio(p).value, beta = v.fluid.bulk_modulus(p).value;
    EXPECT_NEAR(1.0 / found.by_amount, r * (v.compliance(l, p).value + pi * v.wall(l) / beta),
                1e-9 / found.by_amount);
  }
}

}  // namespace
}  // namespace bramah
