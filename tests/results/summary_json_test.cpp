#include "results/summary_json.h"

#include <gtest/gtest.h>

#include <limits>

namespace bramah {
namespace {

TEST(SummaryJson, HasTheKeysScriptsRelyOn) {
  RunSummary s;
  s.steps = 10000, s.wall_s = 0.5, s.real_time_factor = 20.0;
  s.newton_mean = 2.25, s.newton_max = 4, s.constraint_max = 1e-12, s.energy_residual_max = 0.125;
  const auto json = nlohmann::json::parse(json_text(summary_object({.model = "m"}, s)));
  EXPECT_EQ(json.at("steps"), 10000);
  EXPECT_EQ(json.at("wall_s"), 0.5);
  EXPECT_EQ(json.at("real_time_factor"), 20.0);
  EXPECT_EQ(json.at("newton_mean"), 2.25);
  EXPECT_EQ(json.at("newton_max"), 4);
  EXPECT_EQ(json.at("constraint_max"), 1e-12);
  EXPECT_EQ(json.at("energy_residual_max_J"), 0.125);
  EXPECT_EQ(json.at("converged"), true);
}

TEST(SummaryJson, IsValidWhateverTheNumbersAndNames) {
  RunSummary s;
  s.wall_s = std::numeric_limits<double>::quiet_NaN();
  s.real_time_factor = std::numeric_limits<double>::infinity();
  s.message = "volume \"boom.A\"\n\xff";
  const auto json = nlohmann::json::parse(json_text(summary_object({.model = "\xc3("}, s)));
  EXPECT_TRUE(json.at("wall_s").is_null());
  EXPECT_TRUE(json.at("real_time_factor").is_null());
  EXPECT_EQ(json.at("message"), "volume \"boom.A\"\n\xef\xbf\xbd");
}

}  // namespace
}  // namespace bramah
