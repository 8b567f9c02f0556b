#include "bramah/analysis.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "analysis/study_axes.h"
#include "analysis/study_bounds.h"
#include "analysis/study_runs.h"
#include "bramah/basics.h"
#include "model_file/study_file.h"

namespace bramah {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Outcome = StudyRow::Outcome;

const std::string kCrane = std::string(BRAMAH_SOURCE_DIR) + "/models/chrono_crane.yaml";
const std::string kLoop = std::string(BRAMAH_SOURCE_DIR) + "/models/four_bar_smooth.yaml";

StudyOptions short_study(const std::vector<std::string>& over) {
  StudyOptions options;
  for (const std::string& text : over) options.over.push_back(study_axis(text));
  options.load.until = 0.2;
  return options;
}

double value(const Study& study, const StudyRow& row, const std::string& measure) {
  const int k = find_measure(study, measure);
  EXPECT_GE(k, 0) << measure;
  return k < 0 ? NAN : row.measures[static_cast<std::size_t>(k)];
}

// ------------------------------------------------------------------------------------------- axes

TEST(StudyAxes, ListsRangesAndOtherNames) {
  const auto axes =
      expanded({study_axis("H=4ms,1 ms,2ms"), study_axis("solver.method=ali1"),
                study_axis("lift.bore=50mm:200mm:3:geometric"), study_axis("a.b=-1N:1N:5"),
                study_axis("boom.com=[1 m, 2 m],[3 m, 4 m]")});
  EXPECT_EQ(axes[0].name, "step");
  EXPECT_THAT(axes[0].values, ElementsAre("1 ms", "2ms", "4ms"));  // rising
  EXPECT_EQ(axes[1].name, "method");
  EXPECT_THAT(axes[2].values, ElementsAre("50mm", "100mm", "200mm"));            // geometric
  EXPECT_THAT(axes[3].values, ElementsAre("-1N", "-0.5N", "0N", "0.5N", "1N"));  // signs differ
  EXPECT_THAT(axes[4].values, ElementsAre("[1 m, 2 m]", "[3 m, 4 m]"));
  EXPECT_THAT(expanded({study_axis("lift.bore=80mm:100mm:5")})[0].values,
              ElementsAre("80mm", "85mm", "90mm", "95mm", "100mm"));
  EXPECT_THAT(problems_of(short_study({"a.b=-1N:1N:5:geometric"})),
              ElementsAre(HasSubstr("two ends of the same sign")));
  const auto steps = expanded({study_axis("step=0.5ms:8ms:9:geometric")});
  EXPECT_THAT(steps[0].values, ElementsAre("0.5ms", "0.7071ms", "1ms", "1.414ms", "2ms", "2.828ms",
                                           "4ms", "5.657ms", "8ms"));
}

TEST(StudyAxes, EveryProblemAtOnce) {
  StudyOptions options;
  options.over = {{"step", {"1ms", "2kg", "-1ms"}, "--over"},
                  {"H", {"1ms"}, "study.yaml:4:"},
                  {"method", {"semirecursiv"}, "--over"},
                  {"lift.bore", {"80mm", "90kg", "1mm:2s:3"}, "--over"},
                  {"oil", {""}, "--over"}};
  options.jobs = -1, options.refine = 99, options.growth = 0.5;
  options.bounds = {{.measure = "length_error", .limit = -1.0}};
  const auto problems = problems_of(options);
  EXPECT_EQ(problems.size(), 11u) << ::testing::PrintToString(problems);
  EXPECT_THAT(problems, ::testing::Contains(HasSubstr("did you mean \"semirecursive\"?")));
  EXPECT_THAT(problems, ::testing::Contains(StartsWith("study.yaml:4: H: given twice")));
  EXPECT_THAT(problems, ::testing::Contains(HasSubstr("\"-1ms\" is not a time above zero")));
  EXPECT_THAT(problems, ::testing::Contains(HasSubstr("1mm:2s:3")));
  EXPECT_THAT(problems_of(StudyOptions{}), ElementsAre(HasSubstr("nothing to vary")));
}

TEST(StudyAxes, UnlikeDimensionsAreAProblem) {
  EXPECT_THAT(problems_of(short_study({"lift.bore=80mm,90kg"})),
              ElementsAre("--over lift.bore: \"80mm\" is a length, \"90kg\" is a mass"));
}

TEST(StudyAxes, NamesOfEverySolverOptionAreChecked) {
  for (const char* axis :
       {"method", "coordinates", "constraints", "integrator", "coupling", "tangent", "oil"})
    EXPECT_THAT(problems_of(short_study({std::string(axis) + "=nothing"})),
                ElementsAre(HasSubstr("\"nothing\" is none of ")));
  EXPECT_THAT(problems_of(short_study({"tangent=exact,numerical", "oil=pds", "method=ali1"})),
              ::testing::IsEmpty());
}

TEST(StudyAxes, ReferencesAreSharedByRunsOfTheSameMachine) {
  StudyOptions options = short_study({"solver.tolerance=1e-6,1e-8", "lift.bore=80mm,90mm"});
  options.load.set = {"solver.max_iterations=9"};
  Study s;
  s.axes = expanded(options.over);
  choose_sweep(options, s);
  EXPECT_EQ(s.sweep, "lift.bore");
  const auto plans = planned(s, options);
  ASSERT_EQ(plans.size(), 4u);
  EXPECT_EQ(plans[0].group, plans[2].group);
  EXPECT_NE(plans[0].group, plans[1].group);
  EXPECT_THAT(plans[1].truth.set, ElementsAre("lift.bore=90mm"));
  EXPECT_EQ(plans[1].row.curve, "solver.tolerance=1e-6");
  EXPECT_DOUBLE_EQ(plans[1].row.x, 0.09);
}

TEST(StudyReferences, StepsAreATenthWithinLimitsAndHitTheRows) {
  const auto check = [](double shortest, double step, double every) {
    const ReferenceSteps steps = reference_steps(shortest);
    EXPECT_NEAR(steps.step, step, 1e-12) << shortest;
    EXPECT_NEAR(steps.every, every, 1e-12) << shortest;
  };
  check(1e-3, 1e-4, 1e-3);
  check(5e-4, 5e-5, 5e-4);
  check(5e-3, 1e-4, 1e-3);  // no longer than 0.1 ms
  check(5e-5, 1e-5, 5e-5);  // no shorter than 0.01 ms
  check(1e-5, 5e-6, 1e-5);  // but half the step at most
}

// ----------------------------------------------------------------------------------------- bounds

Study curve_of(const std::vector<double>& steps, const std::vector<double>& values) {
  Study s;
  s.sweep = "step", s.growth = 10.0;
  s.measures = {{"length_error", "m", ""}};
  for (std::size_t k = 0; k < steps.size(); ++k) {
    StudyRow row;
    row.curve = "a", row.step_s = row.x = steps[k], row.measures = {values[k]};
    s.rows.push_back(row);
  }
  return s;
}

TEST(StudyBounds, TheLongestStepThatKeepsItAndAllShorterOnes) {
  Study s = curve_of({1, 2, 4, 8, 16}, {0.1, 0.2, 0.9, 0.4, 3.0});
  const auto found = take_offs(s, {{.measure = "length_error", .limit = 0.5}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].step_s, 2.0);  // 8 would do, 4 does not
  EXPECT_EQ(found[0].value, 0.2);
  EXPECT_EQ(found[0].next_s, 4.0);
  EXPECT_EQ(found[0].next_value, 0.9);
  EXPECT_NEAR(halfway(found[0]), std::sqrt(8.0), 1e-3);
  s.rows[1].outcome = Outcome::failed;
  EXPECT_EQ(take_offs(s, {{.measure = "length_error", .limit = 0.5}})[0].next, Outcome::failed);
}

TEST(StudyBounds, AllOrNone) {
  const Study s = curve_of({1, 2}, {0.1, -0.2});
  const auto all = take_offs(s, {{.measure = "length_error", .limit = 0.5}})[0];
  EXPECT_EQ(all.step_s, 2.0);
  EXPECT_TRUE(std::isnan(all.next_s));
  EXPECT_EQ(halfway(all), 0.0);
  const auto none = take_offs(s, {{.measure = "length_error", .limit = 0.05}})[0];
  EXPECT_TRUE(std::isnan(none.step_s));
  EXPECT_EQ(none.next_s, 1.0);
  EXPECT_EQ(halfway(none), 0.0);
}

TEST(StudyBounds, GrowthIsMeasuredAgainstTheSlowest) {
  // A floor at short steps, then linear, then a jump: m/h is 1, 0.5, 0.25, 0.25, 12.5.
  const Study s = curve_of({1, 2, 4, 8, 16}, {1.0, 1.0, 1.0, 2.0, 200.0});
  const auto found = take_offs(s, {{.measure = "length_error"}})[0];
  EXPECT_EQ(found.step_s, 8.0);
  EXPECT_EQ(found.next_s, 16.0);
  // 3 is more than ten times the least, 0.25, though not the first, 1.
  const Study slower = curve_of({1, 2, 4, 8, 16}, {1.0, 1.0, 1.0, 2.0, 48.0});
  EXPECT_EQ(take_offs(slower, {{.measure = "length_error"}})[0].step_s, 8.0);
}

TEST(StudyBounds, CurvesThatWereRefusedHaveNone) {
  Study s = curve_of({1, 2}, {NAN, NAN});
  for (StudyRow& row : s.rows) row.outcome = Outcome::refused;
  EXPECT_TRUE(take_offs(s, {{.measure = "length_error"}}).empty());
}

// ------------------------------------------------------------------------------------------- runs

TEST(Study, ErrorsFallWithTheSquareOfTheStep) {
  const Study s = study(kCrane, short_study({"integrator=sdirk2,trapezoidal", "step=2ms,1ms"}));
  ASSERT_EQ(s.rows.size(), 4u);
  EXPECT_EQ(s.sweep, "step");
  EXPECT_EQ(s.rows[0].curve, "sdirk2");
  EXPECT_THAT(s.rows[0].values, ElementsAre("sdirk2", "1ms"));
  ASSERT_EQ(s.references.size(), 1u);
  EXPECT_EQ(s.references[0].problem, "");
  EXPECT_NEAR(s.references[0].step_s, 1e-4, 1e-12);
  for (std::size_t k = 0; k < 4; k += 2) {
    const double order =
        std::log2(value(s, s.rows[k + 1], "length_error") / value(s, s.rows[k], "length_error"));
    EXPECT_NEAR(order, 2.0, 0.1) << s.rows[k].curve;
    for (const char* name : {"length_error_rms", "pressure_error", "energy.residual", "cpu_time",
                             "real_time_factor", "newton_mean"})
      EXPECT_GT(value(s, s.rows[k], name), 0.0) << name;
    EXPECT_LT(value(s, s.rows[k], "length_error_rms"), value(s, s.rows[k], "length_error"));
  }
}

TEST(Study, FineAndSundialsAgreeOnTheErrors) {
  StudyOptions options = short_study({"step=4ms"});
  const Study fine = study(kCrane, options);
  options.reference = StudyOptions::Reference::sundials;
  const Study other = study(kCrane, options);
  const double error = value(fine, fine.rows[0], "length_error");
  EXPECT_NEAR(value(other, other.rows[0], "length_error"), error, 0.02 * error);
  options.reference = StudyOptions::Reference::none;
  const Study none = study(kCrane, options);
  EXPECT_TRUE(none.references.empty());
  EXPECT_TRUE(std::isnan(value(none, none.rows[0], "length_error")));
}

// Steps that no row of the reference meets give errors that lie between those of their neighbours.
TEST(Study, StepsNeedNotMeetTheReference) {
  const Study s = study(kCrane, short_study({"step=2ms,2.8284ms,4ms"}));
  for (std::size_t k = 0; k + 1 < 3; ++k)
    EXPECT_NEAR(
        std::log2(value(s, s.rows[k + 1], "length_error") / value(s, s.rows[k], "length_error")),
        1.0, 0.15);  // second order: half a doubling of the step doubles the error
}

TEST(Study, SameRowsWhateverTheNumberOfThreads) {
  StudyOptions options =
      short_study({"method=semirecursive,ali3p", "lift.bore=70mm,80mm", "step=5ms,2ms"});
  options.histories = true;
  options.jobs = 1;
  const Study one = study(kCrane, options);
  options.jobs = 4;
  const Study four = study(kCrane, options);
  ASSERT_EQ(one.rows.size(), 8u);
  ASSERT_EQ(four.rows.size(), 8u);
  EXPECT_EQ(one.references.size(), 2u);
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_EQ(one.rows[k].curve, four.rows[k].curve);
    EXPECT_EQ(one.rows[k].values, four.rows[k].values);
    EXPECT_EQ(one.rows[k].history.values, four.rows[k].history.values);
    for (std::size_t m = 0; m < one.measures.size(); ++m) {
      if (one.measures[m].name == "cpu_time" || one.measures[m].name == "real_time_factor")
        continue;
      EXPECT_EQ(one.rows[k].measures[m], four.rows[k].measures[m]) << one.measures[m].name;
    }
  }
}

TEST(Study, RefusedAndFailedRunsAreRows) {
  const Study refused = study(kLoop, short_study({"integrator=rk4,sdirk2", "step=1ms"}));
  EXPECT_EQ(refused.rows[0].outcome, Outcome::refused);
  EXPECT_THAT(refused.rows[0].reason, HasSubstr("needs an implicit integrator"));
  EXPECT_EQ(refused.rows[1].outcome, Outcome::done);

  const Study failed = study(kCrane, short_study({"solver.max_iterations=1,20", "step=5ms"}));
  EXPECT_EQ(failed.rows[0].outcome, Outcome::failed);
  EXPECT_FALSE(failed.rows[0].reason.empty());
  EXPECT_LT(failed.rows[0].failed_at_s, 0.2);
  EXPECT_EQ(failed.rows[1].outcome, Outcome::done) << failed.rows[1].reason;
  EXPECT_EQ(failed.references[0].problem, "");  // solver.* is not the reference's business
}

TEST(Study, WrongPathsAreNoRows) {
  try {
    study(kCrane, short_study({"lift.boer=80mm,90mm", "step=5ms"}));
    FAIL() << "expected an InputError";
  } catch (const InputError& error) {
    ASSERT_EQ(error.problems().size(), 1u) << error.what();
    EXPECT_THAT(error.what(), StartsWith("--over lift.boer=80mm"));
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"bore\"?"));
  }
  // One of two that is impossible is a row.
  const Study s = study(kCrane, short_study({"lift.bore=20mm,80mm", "step=5ms"}));
  EXPECT_EQ(s.rows[0].outcome, Outcome::refused);
  EXPECT_EQ(s.rows[1].outcome, Outcome::done);
}

TEST(Study, ChannelsAndBoundsAreChecked) {
  StudyOptions options = short_study({"step=5ms"});
  options.channels = {"lift.lenght"};
  options.bounds = {study_bound("length_error=1bar"), study_bound("energy.residul=1J")};
  try {
    study(kCrane, options);
    FAIL() << "expected an InputError";
  } catch (const InputError& error) {
    EXPECT_EQ(error.problems().size(), 3u);
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"lift.length\"?"));
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"energy.residual\"?"));
    EXPECT_THAT(
        error.what(),
        HasSubstr("--bound length_error: expected a value such as 0.1 mm; found a pressure"));
  }
}

TEST(Study, ChannelsGiveTheirLargestAndLastValue) {
  StudyOptions options = short_study({"step=5ms"});
  options.channels = {"lift.length"};
  options.histories = true;
  const Study s = study(kCrane, options);
  const StudyHistory& history = s.rows[0].history;
  const auto c = std::find(history.channels.begin(), history.channels.end(), "lift.length");
  ASSERT_NE(c, history.channels.end());
  const auto& lengths = history.values[static_cast<std::size_t>(c - history.channels.begin())];
  EXPECT_EQ(value(s, s.rows[0], "lift.length.end"), lengths.back());
  EXPECT_EQ(value(s, s.rows[0], "lift.length"), *std::max_element(lengths.begin(), lengths.end()));
  EXPECT_THAT(history.channels, ::testing::IsSupersetOf({"lift.rate", "energy.residual"}));
}

TEST(Study, RefiningFindsTheStepWhereTheErrorIsTheBound) {
  StudyOptions options = short_study({"step=1ms,8ms"});
  const Study coarse = study(kCrane, options);
  const double e1 = value(coarse, coarse.rows[0], "length_error");
  options.bounds = {{.measure = "length_error", .limit = 9.0 * e1}};  // second order: at 3 ms
  options.refine = 4;
  const Study s = study(kCrane, options);
  ASSERT_EQ(s.take_offs.size(), 1u);
  EXPECT_EQ(s.rows.size(), 6u);
  EXPECT_EQ(std::count_if(s.rows.begin(), s.rows.end(), [](auto& row) { return row.refined; }), 4);
  EXPECT_TRUE(std::is_sorted(s.rows.begin(), s.rows.end(),
                             [](auto& a, auto& b) { return a.step_s < b.step_s; }));
  EXPECT_LE(s.take_offs[0].value, 9.0 * e1);
  EXPECT_NEAR(s.take_offs[0].step_s, 3e-3, 0.5e-3);
  EXPECT_NEAR(s.take_offs[0].next_s / s.take_offs[0].step_s, std::pow(8.0, 1.0 / 16.0), 0.01);
}

TEST(Study, FarFromTheReferenceIsDiverged) {
  // A pendulum with a period of about 2 s, in steps of half a second: it swings, but not like this.
  StudyOptions options = short_study({"step=10ms,0.5s"});
  options.load.until = 5.0;
  const Study s = study(std::string(BRAMAH_SOURCE_DIR) + "/models/pendulum.yaml", options);
  ASSERT_EQ(s.rows.size(), 2u);
  EXPECT_EQ(s.position_measure, "body points");
  EXPECT_EQ(s.rows[0].outcome, Outcome::done);
  EXPECT_EQ(s.rows[1].outcome, Outcome::diverged);
  EXPECT_THAT(s.rows[1].reason, HasSubstr("% of its range away from the reference"));
  EXPECT_GT(value(s, s.rows[1], "length_error"), 0.0);  // measured all the same
  EXPECT_EQ(s.take_offs[0].step_s, 0.01);
  EXPECT_EQ(s.take_offs[0].next, Outcome::diverged);
}

TEST(Study, MachinesWithoutAMechanismHavePressureErrors) {
  StudyOptions options = short_study({"step=0.2ms,1ms"});
  options.load.until = 0.05;
  const Study s = study(std::string(BRAMAH_SOURCE_DIR) + "/models/circuit2.yaml", options);
  EXPECT_EQ(s.position_measure, "pressures");
  ASSERT_EQ(s.take_offs.size(), 1u);
  EXPECT_EQ(s.take_offs[0].measure, "pressure_error");
  EXPECT_GT(value(s, s.rows[1], "pressure_error"), value(s, s.rows[0], "pressure_error"));
}

TEST(Study, CasesAreCurvesOfTheirOwn) {
  StudyOptions options = short_study({"step=4ms,2ms"});
  StudyCase plain{"plain", {}}, wide{"wide", {}};
  wide.load.set = {"lift.bore=90mm"};
  wide.load.integrator = "trapezoidal";
  options.cases = {plain, wide};
  const Study s = study(kCrane, options);
  ASSERT_EQ(s.rows.size(), 4u);
  EXPECT_EQ(s.rows[2].curve, "wide");
  EXPECT_EQ(s.references.size(), 2u);
  EXPECT_EQ(s.take_offs.size(), 2u);
  // Cases with steps of their own need no axes.
  options.over.clear();
  options.cases = {plain, plain, wide};
  options.cases[0].load.step = 2e-3, options.cases[1].load.step = 4e-3;
  options.cases[2].load.step = 4e-3;
  const Study own = study(kCrane, options);
  EXPECT_EQ(own.sweep, "step");
  ASSERT_EQ(own.rows.size(), 3u);
  EXPECT_EQ(own.take_offs.size(), 2u);
  EXPECT_EQ(own.rows[0].measures[0], s.rows[0].measures[0]);
}

// ----------------------------------------------------------------------------------------- output

Study small_study() {
  Study s = curve_of({1e-3, 2e-3}, {2.5e-6, NAN});
  s.model = "rod, small", s.hash = "1a2b", s.version = "0.1.0";
  s.axes = {{"method", {"ali1"}, ""}, {"step", {"1ms", "2ms"}, ""}};
  for (StudyRow& row : s.rows) row.values = {"ali1", row.step_s > 1e-3 ? "2ms" : "1ms"};
  s.rows[1].outcome = Outcome::failed;
  s.rows[1].reason = "volume \"A\", 12 cm3", s.rows[1].failed_at_s = 0.5;
  s.take_offs = take_offs(s, {{.measure = "length_error", .limit = 1e-4}});
  return s;
}

TEST(StudyOutput, CsvHasOneLinePerRunAndQuotesTexts) {
  const std::string path = ::testing::TempDir() + "study.csv";
  write_study_csv(path, small_study());
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  EXPECT_EQ(
      text.str(),
      "method,step [s],outcome,reason,failed_at [s],refined,length_error [m],model,hash,version"
      "\r\nali1,0.001,done,,,0,2.5e-06,\"rod, small\",1a2b,0.1.0"
      "\r\nali1,0.002,failed,\"volume \"\"A\"\", 12 cm3\",0.5,0,,\"rod, small\",1a2b,0.1.0"
      "\r\n");
}

TEST(StudyOutput, JsonHasNullForWhatWasNotMeasured) {
  const auto json = nlohmann::json::parse(study_json(small_study()));
  EXPECT_EQ(json["rows"][0]["measures"]["length_error"], 2.5e-6);
  EXPECT_EQ(json["rows"][0]["values"]["method"], "ali1");
  EXPECT_TRUE(json["rows"][0]["failed_at_s"].is_null());
  EXPECT_EQ(json["rows"][1]["failed_at_s"], 0.5);
  EXPECT_TRUE(json["rows"][1]["measures"]["length_error"].is_null());
  EXPECT_EQ(json["take_offs"][0]["step_s"], 1e-3);
  EXPECT_EQ(json["take_offs"][0]["next_outcome"], "failed");
}

TEST(StudyOutput, PageMarksFailedRunsAtTheirStep) {
  if (!has_report_page()) GTEST_SKIP() << "built without the report page";
  const std::string path = ::testing::TempDir() + "study.html";
  write_study_page(path, small_study());
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  const std::string page = text.str().substr(text.str().find("report-data"), 20000);
  EXPECT_THAT(page, HasSubstr("\"name\":\"a: failed\",\"line\":false"));
  EXPECT_THAT(page, HasSubstr("\"name\":\"bound\""));
  EXPECT_THAT(page, HasSubstr("failed at t = 0.5 s"));
}

// ------------------------------------------------------------------------------------------ files

struct Written {
  std::filesystem::path path = ::testing::TempDir() + "study_file.yaml";
  explicit Written(const std::string& text) { std::ofstream(path) << text; }
  ~Written() { std::filesystem::remove(path); }
};

TEST(StudyFiles, SayWhatTheCommandLineSays) {
  const Written file(R"(study:
  model: ../crane.yaml
  set: {lift.bore: 90 mm}
  integrator: sdirk2
  until: 2 s
  over:
    step: [1 ms, 2 ms]
    lift.rod: 30mm:40mm:3
    method: ali1, ali3p
  measure: [lift.length]
  bound: {length_error: 0.1 mm, energy.residual: 2 J}
  reference: none
  refine: 3
)");
  EXPECT_TRUE(is_study_file(file.path));
  EXPECT_FALSE(is_study_file(kCrane));
  const StudyFile read = read_study_file(file.path);
  EXPECT_THAT(read.model, ::testing::EndsWith("/../crane.yaml"));
  const StudyOptions& o = read.options;
  EXPECT_THAT(o.load.set, ElementsAre("lift.bore=90 mm"));
  EXPECT_EQ(o.load.integrator, "sdirk2");
  EXPECT_EQ(o.load.until, 2.0);
  ASSERT_EQ(o.over.size(), 3u);
  EXPECT_THAT(o.over[0].values, ElementsAre("1 ms", "2 ms"));
  EXPECT_THAT(o.over[2].values, ElementsAre("ali1", "ali3p"));
  EXPECT_THAT(o.over[1].origin, ::testing::EndsWith("study_file.yaml:8:"));
  EXPECT_THAT(o.channels, ElementsAre("lift.length"));
  ASSERT_EQ(o.bounds.size(), 2u);
  EXPECT_DOUBLE_EQ(o.bounds[0].limit, 1e-4);
  EXPECT_DOUBLE_EQ(o.bounds[1].limit, 2.0);
  EXPECT_EQ(o.reference, StudyOptions::Reference::none);
  EXPECT_EQ(o.refine, 3);
}

TEST(StudyFiles, EveryProblemWithItsLine) {
  const Written file(R"(study:
  modle: crane.yaml
  over: [step]
  until: 2 kg
  reference: fin
  refine: many
  bound: length_error=much
other: 1
)");
  try {
    read_study_file(file.path);
    FAIL() << "expected an InputError";
  } catch (const InputError& error) {
    EXPECT_EQ(error.problems().size(), 8u) << error.what();
    for (const char* text : {"study_file.yaml:2: study: no key \"modle\"; did you mean \"model\"?",
                             "yaml:3: over: ", "yaml:4: ", "yaml:5: \"fin\" is none of",
                             "yaml:6: refine: expected a number",
                             "yaml:7: length_error=much: ", "yaml:8: \"other\"", "no model"})
      EXPECT_THAT(error.what(), HasSubstr(text));
  }
}

std::string study_problem(const std::string& text) {
  try {
    (void)read_study_text(text, "s.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(StudyFiles, WhatIsNoStudyHasALineToo) {
  EXPECT_EQ(study_problem(""),
            "s.yaml:1: expected a study file, which starts with \"study:\"; found nothing");
  EXPECT_EQ(study_problem("bramah: 1\n"),
            "s.yaml:1: expected a study file, which starts with \"study:\"; found a map");
  EXPECT_THAT(study_problem("study:\n  model: a.yaml\n  over: {\"\": 1 ms}\n"),
              HasSubstr("s.yaml:3: =1 ms: expected NAME=VALUE"));
}

}  // namespace
}  // namespace bramah
