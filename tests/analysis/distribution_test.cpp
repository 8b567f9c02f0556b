#include "analysis/distribution.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "bramah/basics.h"

namespace bramah {
namespace {

using ::testing::HasSubstr;

Distribution read(const std::string& text) { return *Distribution::read(text); }

// Mean and deviation by quantiles in the middle of equal shares.
std::pair<double, double> moments(const Distribution& d) {
  constexpr int kPoints = 200'000;
  double mean = 0.0, square = 0.0;
  for (int k = 0; k < kPoints; ++k) {
    const double x = d.quantile((k + 0.5) / kPoints);
    mean += x / kPoints, square += x * x / kPoints;
  }
  return {mean, std::sqrt(square - mean * mean)};
}

TEST(Distribution, NormalQuantilesAreThoseOfTheTables) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.5), 0.0, 1e-16);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-12);
  for (const double z : {-5.0, -1.0, 0.3, 4.0})
    EXPECT_NEAR(normal_quantile(normal_share(z)), z, 1e-9);
}

TEST(Distribution, MeansAndDeviationsAreThoseAskedFor) {
  const auto [mean, deviation] = moments(read("normal(1.4 GPa, 5 %)"));
  EXPECT_NEAR(mean, 1.4, 1e-6);
  EXPECT_NEAR(deviation, 0.07, 2e-5);
  EXPECT_EQ(read("normal(1.4 GPa, 5 %)").unit(), "GPa");
  const auto log = moments(read("lognormal(20 mm, 4 mm)"));
  EXPECT_NEAR(log.first, 20.0, 1e-3);
  EXPECT_NEAR(log.second, 4.0, 1e-2);
  const auto uniform = moments(read("uniform(80 mm, 100 mm)"));
  EXPECT_NEAR(uniform.first, 90.0, 1e-6);
  EXPECT_NEAR(uniform.second, 20.0 / std::sqrt(12.0), 1e-4);
  const auto three = moments(read("triangular(0, 3, 9)"));
  EXPECT_NEAR(three.first, 4.0, 1e-5);  // (a + b + c)/3
  EXPECT_NEAR(three.second, std::sqrt((0.0 + 9.0 + 81.0 - 0.0 - 0.0 - 27.0) / 18.0), 1e-4);
}

TEST(Distribution, ChancesOfWords) {
  const Distribution d = read("discrete(8 mm | 20 %, 10 mm | 50 %, 12 mm | 30 %)");
  std::map<std::string, int> counts;
  for (int k = 0; k < 1000; ++k) ++counts[d.word((k + 0.5) / 1000.0)];
  EXPECT_EQ(counts["8 mm"], 200);
  EXPECT_EQ(counts["10 mm"], 500);
  EXPECT_EQ(counts["12 mm"], 300);
  EXPECT_EQ(read("discrete(a, b)").word(0.6), "b");
}

TEST(Distribution, WhatMakesNoSenseIsRefused) {
  const auto problem = [](const std::string& text) -> std::string {
    try {
      Distribution::read(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_FALSE(Distribution::read("80 mm"));
  EXPECT_FALSE(Distribution::read("sqrt(2)"));
  EXPECT_THAT(problem("normal(80 mm)"), HasSubstr("takes 2 arguments; found 1"));
  EXPECT_THAT(problem("normal(80 mm, 2 kg)"),
              HasSubstr("\"80 mm\" is a length, \"2 kg\" is a mass"));
  EXPECT_THAT(problem("uniform(3 m, 1 m)"), HasSubstr("expected rising arguments"));
  EXPECT_THAT(problem("lognormal(80 mm, 1e300 %)"), HasSubstr("too large for a number"));
  EXPECT_THAT(problem("uniform(-1e308, 1e308)"), HasSubstr("too large for a number"));
  EXPECT_THAT(problem("lognormal(-1 m, 5 %)"), HasSubstr("expected a mean above zero"));
  EXPECT_THAT(problem("discrete(a | 20 %, b | 50 %)"), HasSubstr("add up to 100 %; found 70 %"));
}

}  // namespace
}  // namespace bramah
