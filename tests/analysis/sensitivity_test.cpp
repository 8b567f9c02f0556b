// Sobol' indices against closed forms, through the code that studies use.
#include "analysis/sensitivity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bramah/experiment.h"

namespace bramah {
namespace {

// f = sin x1 + a sin^2 x2 + b x3^4 sin x1, x uniform in [-pi, pi] [Ishigami1990]:
//   V1 = (1 + b pi^4/5)^2 / 2, V2 = a^2/8, V13 = b^2 pi^8 (1/18 - 1/50), V = V1 + V2 + V13
TEST(Sensitivity, OfTheIshigamiFunction) {
  const Experiment experiment(
      read_study_file(std::string(BRAMAH_SOURCE_DIR) + "/examples/studies/ishigami.yaml"));
  ASSERT_EQ(experiment.runs(), 1024 * 5);
  std::vector<double> values;
  for (long long k = 0; k < experiment.runs(); ++k)
    values.push_back(experiment.perform(k)->measures[0]);
  const Sensitivity found = sobol_indices(values, 3);
  const double a = 7.0, b = 0.1, p4 = std::pow(std::numbers::pi, 4.0);
  const double v1 = 0.5 * std::pow(1.0 + b * p4 / 5.0, 2.0), v2 = a * a / 8.0,
               v13 = b * b * p4 * p4 * (1.0 / 18.0 - 1.0 / 50.0), v = v1 + v2 + v13;
  const double first[3] = {v1 / v, v2 / v, 0.0}, total[3] = {(v1 + v13) / v, v2 / v, v13 / v};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LE(found.first[i].low, first[i]) << i;
    EXPECT_GE(found.first[i].high, first[i]) << i;
    EXPECT_LE(found.total[i].low, total[i]) << i;
    EXPECT_GE(found.total[i].high, total[i]) << i;
    EXPECT_NEAR(found.first[i].value, first[i], 0.03) << i;
    EXPECT_NEAR(found.total[i].value, total[i], 0.03) << i;
  }
}

TEST(Sensitivity, BlocksWithoutAValueAreLeftOut) {
  std::vector<double> values;
  for (int j = 0; j < 100; ++j)  // f = x of one axis: S = T = 1
    for (const double x : {j * 0.01, (j * 37 % 100) * 0.01, (j * 37 % 100) * 0.01})
      values.push_back(x);
  values[31] = NAN;
  const Sensitivity found = sobol_indices(values, 1);
  EXPECT_EQ(found.blocks, 99u);
  EXPECT_EQ(found.left_out, 1u);
  EXPECT_NEAR(found.total[0].value, 1.0, 0.15);
}

TEST(Sensitivity, Correlation) {
  const std::vector<double> x{1, 2, 3, 4, NAN}, up{2, 4, 6, 8, 1}, bent{1, 8, 27, 640, 1};
  EXPECT_NEAR(correlation(x, up), 1.0, 1e-15);
  EXPECT_NEAR(correlation(x, bent, true), 1.0, 1e-15);
  EXPECT_LT(correlation(x, bent), 0.9);
  EXPECT_TRUE(std::isnan(correlation(x, {1, 1, 1, 1, 1})));
}

}  // namespace
}  // namespace bramah
