#include "bramah/analysis.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "analysis/comparison_options.h"
#include "bramah/basics.h"

namespace bramah {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Outcome = CompareRow::Outcome;

const std::string kCrane = std::string(BRAMAH_SOURCE_DIR) + "/models/chrono_crane.yaml";
const std::string kLoop = std::string(BRAMAH_SOURCE_DIR) + "/models/four_bar_smooth.yaml";

CompareOptions short_run(std::vector<std::string> integrators, std::vector<double> steps) {
  CompareOptions options;
  options.methods = {"semirecursive"};
  options.integrators = std::move(integrators);
  options.steps = std::move(steps);
  options.load.until = 0.2;
  options.repeats = 1;
  return options;
}

TEST(Compare, SecondOrderIntegratorsShowTheirOrder) {
  const Comparison c = compare(kCrane, short_run({"sdirk2", "trapezoidal"}, {1e-3, 2e-3, 5e-4}));
  ASSERT_EQ(c.rows.size(), 6u);
  EXPECT_EQ(c.measure, "cylinder lengths");
  EXPECT_TRUE(c.reference.problem.empty()) << c.reference.problem;
  for (const CompareRow& row : c.rows) {
    EXPECT_EQ(row.outcome, Outcome::done) << row.reason;
    EXPECT_GT(row.position_error, 0.0);
    EXPECT_GT(row.pressure_error, 0.0);
    EXPECT_GT(row.us_per_step, 0.0);
    EXPECT_GE(row.newton_mean, 1.0);
    EXPECT_GT(row.unknowns, 0);
    EXPECT_NEAR(row.real_time_factor, row.step_s / (row.us_per_step * 1e-6),
                1e-9 * row.real_time_factor);
  }
  EXPECT_EQ(c.rows[0].step_s, 2e-3);  // falling, whatever the order asked for
  EXPECT_TRUE(std::isnan(c.rows[0].order));
  // Second order, observed over two halvings of the step.
  for (const char* integrator : {"sdirk2", "trapezoidal"})
    EXPECT_NEAR(observed_order(c, "semirecursive", integrator), 2.0, 0.1) << integrator;
  EXPECT_NEAR(c.rows[2].order, std::log2(c.rows[1].position_error / c.rows[2].position_error),
              1e-9);
}

TEST(Compare, ErrorsThatAreRoundingHaveNoOrder) {
  // Another machine, at rest for the first second.
  const std::string rod = std::string(BRAMAH_SOURCE_DIR) + "/models/naya_rod.yaml";
  const Comparison c = compare(rod, short_run({"sdirk2"}, {2e-3, 1e-3}));
  for (const CompareRow& row : c.rows) {
    EXPECT_LT(row.position_error, 1e-12);
    EXPECT_TRUE(std::isnan(row.pressure_error));  // no pressure changes
    EXPECT_TRUE(std::isnan(row.order));
  }
  EXPECT_TRUE(std::isnan(observed_order(c, "semirecursive", "sdirk2")));
}

TEST(Compare, RefusedPairsAreOneRowAndDoNotStopTheRest) {
  const Comparison c = compare(kLoop, short_run({"rk4", "sdirk2"}, {5e-3, 1e-3}));
  ASSERT_EQ(c.rows.size(), 3u);
  EXPECT_EQ(c.rows[0].outcome, Outcome::refused);
  EXPECT_EQ(c.rows[0].step_s, 0.0);
  EXPECT_THAT(c.rows[0].reason, HasSubstr("needs an implicit integrator"));
  EXPECT_THAT(c.rows[0].reason, ::testing::StartsWith("al3"));  // without where it was found
  EXPECT_EQ(c.rows[1].outcome, Outcome::done);
}

TEST(Compare, RunsThatFailSayWhen) {
  CompareOptions options = short_run({"sdirk2"}, {5e-3, 1e-3});
  options.load.set = {"solver.max_iterations=1"};
  const Comparison c = compare(kCrane, options);
  ASSERT_EQ(c.rows.size(), 2u);
  for (const CompareRow& row : c.rows) {
    EXPECT_EQ(row.outcome, Outcome::failed);
    EXPECT_FALSE(row.reason.empty());
    EXPECT_LT(row.failed_at_s, 0.2);
    EXPECT_TRUE(std::isnan(row.position_error));
    EXPECT_TRUE(std::isnan(row.us_per_step));
  }
}

TEST(Compare, FailuresThatAreAlikeAreOneRow) {
  // The hose is too stiff for explicit steps of this length: refused at the first of them.
  CompareOptions options = short_run({"euler"}, {5e-3, 1e-3});
  options.methods = {"double_step"};
  const Comparison c =
      compare(std::string(BRAMAH_SOURCE_DIR) + "/models/four_bar_smooth.yaml", options);
  ASSERT_EQ(c.rows.size(), 1u);
  EXPECT_EQ(c.rows[0].outcome, Outcome::failed);
  EXPECT_EQ(c.rows[0].step_s, 0.0);
}

TEST(Compare, DefaultsAreWhatThisVersionHas) {
  const CompareOptions options = completed({});
  EXPECT_EQ(options.methods, method_names());
  EXPECT_THAT(options.integrators, ::testing::Not(::testing::Contains("sundials")));
  EXPECT_THAT(options.integrators, ::testing::Not(::testing::Contains("rk4")));  // when asked for
  EXPECT_THAT(options.integrators, ::testing::IsSupersetOf({"sdirk2", "trapezoidal", "gen_alpha"}));
  EXPECT_THAT(options.steps, ElementsAre(5e-3, 2e-3, 1e-3, 5e-4));
}

TEST(Compare, AllProblemsOfTheOptionsAtOnce) {
  CompareOptions options = short_run({"sdirk3", "sundials"}, {-1.0});
  options.methods = {"semirecursiv"};
  try {
    compare(kCrane, options);
    FAIL() << "expected an InputError";
  } catch (const InputError& error) {
    ASSERT_EQ(error.problems().size(), 4u);
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"semirecursive\"?"));
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"sdirk2\"?"));
    EXPECT_THAT(error.what(), HasSubstr("sundials is the reference"));
    EXPECT_THAT(error.what(), HasSubstr("steps: -1 s is too short"));
  }
}

TEST(Compare, StepsThatNeverMeetAreRefused) {
  EXPECT_THROW(compare(kCrane, short_run({"sdirk2"}, {3e-3, 0.001001})), InputError);
}

TEST(Compare, CallsProgressUpToTheEnd) {
  CompareOptions options = short_run({"sdirk2"}, {5e-3, 1e-3});
  std::vector<double> calls;
  options.progress = [&](double fraction) { calls.push_back(fraction); };
  compare(kCrane, options);
  ASSERT_GE(calls.size(), 2u);
  EXPECT_TRUE(std::is_sorted(calls.begin(), calls.end()));
  EXPECT_NEAR(calls.back(), 1.0, 1e-12);
}

Comparison small_comparison() {
  Comparison c;
  c.model = "rod, small", c.hash = "1a2b", c.version = "0.1.0", c.until_s = 1.0;
  CompareRow done;
  done.method = "semirecursive", done.integrator = "sdirk2", done.step_s = 1e-3;
  done.position_error = 2.5e-6, done.us_per_step = 4.0, done.newton_max = 3, done.unknowns = 2;
  CompareRow refused;
  refused.outcome = Outcome::refused, refused.reason = "no \"ali1\", sorry";
  refused.method = "ali1", refused.integrator = "sdirk2";
  c.rows = {done, refused};
  return c;
}

TEST(ComparisonOutput, JsonHasNullForWhatWasNotMeasured) {
  const auto json = nlohmann::json::parse(comparison_json(small_comparison()));
  EXPECT_EQ(json["rows"][0]["position_error_m"], 2.5e-6);
  EXPECT_TRUE(json["rows"][0]["constraint_acceleration_max"].is_null());
  EXPECT_EQ(json["rows"][1]["outcome"], "refused");
  EXPECT_TRUE(json["rows"][1]["step_s"].is_null());
  EXPECT_TRUE(json["rows"][1]["unknowns"].is_null());
}

TEST(ComparisonOutput, CsvHasOneLinePerRowAndQuotesTexts) {
  const std::string path = ::testing::TempDir() + "comparison.csv";
  write_comparison_csv(path, small_comparison());
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  std::string header, done, refused, end;
  std::getline(text, header), std::getline(text, done), std::getline(text, refused);
  EXPECT_THAT(header, HasSubstr("method,integrator,step_s,outcome,reason"));
  EXPECT_THAT(done, HasSubstr("semirecursive,sdirk2,0.001,done,,,2,2.5e-06,,"));
  EXPECT_THAT(refused, HasSubstr("refused,\"no \"\"ali1\"\", sorry\",,,"));
  EXPECT_THAT(refused, HasSubstr("\"rod, small\",1a2b,0.1.0"));
  EXPECT_FALSE(std::getline(text, end));
}

}  // namespace
}  // namespace bramah
