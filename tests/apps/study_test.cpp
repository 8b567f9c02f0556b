// bramah study from outside.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/program.h"
#include "bramah/basics.h"

namespace bramah::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

class StudyCli : public ProgramTest {};

const std::string quick_study = model("chrono_crane") + " --until 100ms";

TEST_F(StudyCli, PrintsATableAndTakeOffs) {
  const Outcome outcome =
      program("study " + quick_study +
              " --over method=semirecursive,ali3p --over H=1ms,2ms,4ms --bound length_error=1mm");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(outcome.out, HasSubstr("0.1 s, 6 runs"));
  EXPECT_THAT(outcome.out, HasSubstr("length_error"));
  EXPECT_THAT(outcome.out, HasSubstr("\nsemirecursive     2  "));
  EXPECT_THAT(outcome.out, HasSubstr("Longest step with length_error up to 1 mm:\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  ali3p          4 ms, the longest tried"));
}

TEST_F(StudyCli, JsonIsOneObjectAndNothingElse) {
  const Outcome outcome =
      program("study " + quick_study +
              " --over lift.bore=70mm,80mm --step 5ms --jobs 2 --json --reference fine");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  ASSERT_EQ(json["rows"].size(), 2u);
  EXPECT_EQ(json["rows"][0]["step_s"], 0.005);
  EXPECT_EQ(json["rows"][1]["values"]["lift.bore"], "80mm");
  EXPECT_EQ(json["references"].size(), 2u);
}

TEST_F(StudyCli, AReferenceIsRunOnlyWhereAnErrorIsAskedFor) {
  const std::string machines =
      "study " + quick_study + " --over lift.bore=70mm,80mm --step 5ms --json";
  const Json none = Json::parse(program(machines).out);
  EXPECT_EQ(none["references"].size(), 0u);
  EXPECT_TRUE(none["rows"][0]["measures"]["length_error"].is_null());
  const Json asked = Json::parse(program(machines + " --measure length_error").out);
  EXPECT_EQ(asked["references"].size(), 2u);
  EXPECT_TRUE(asked["rows"][0]["measures"]["length_error"].is_number());
}

TEST_F(StudyCli, MeasuresAreExpressions) {
  const Outcome outcome = program("study " + quick_study +
                                  " --over lift.bore=70mm:80mm:3 --step 5ms --json --measure "
                                  "'peak = max(lift.A.p)' --measure lift.A.p");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["axes"]["lift.bore"], Json({"70mm", "75mm", "80mm"}));
  EXPECT_EQ(json["measures"]["peak"]["unit"], "Pa");
  for (const Json& row : json["rows"])
    EXPECT_EQ(row["measures"]["peak"], row["measures"]["lift.A.p.max"]);
  EXPECT_THAT(
      program("study " + quick_study + " --over lift.bore=70mm,80mm --measure 'max(lift.A.q)'").err,
      HasSubstr("no channel is called \"lift.A.q\""));
}

TEST_F(StudyCli, WritesCsvAndPage) {
  const std::string report = has_report_page() ? " --report page.html" : "";
  const Outcome outcome =
      program("study " + quick_study + " --over step=5ms,2ms -o out.csv" + report);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(text_of(folder() / "out.csv"),
              HasSubstr("step [s],outcome,reason,failed_at [s],refined,length_error [m]"));
  if (report.empty()) GTEST_SKIP() << "built without the report page";
  EXPECT_THAT(text_of(folder() / "page.html"), HasSubstr("Bramah study"));
  EXPECT_THAT(text_of(folder() / "page.html"), HasSubstr("\"lift.rate\""));
}

// Two quick runs on one thread, then one of ten thousand seconds.
const std::string endless_study = "study " + model("four_bar_smooth") +
                                  " --reference none --jobs 1 --over until=10ms,20ms,10000s"
                                  " --step 1ms -o out.csv";

TEST_F(StudyCli, InterruptsKeepTheRunsThatEnded) {
  for (const char* signal : {"INT", "TERM"}) {
    const Outcome outcome =
        program(endless_study + " --json",
                std::string("timeout --foreground --preserve-status -s ") + signal + " 1.5");
    EXPECT_EQ(outcome.code, 130) << signal;
    EXPECT_THAT(outcome.err, HasSubstr("bramah: stopped after 2 of 3 runs"));
    const Json study = Json::parse(outcome.out);
    EXPECT_EQ(study["complete"], false);
    EXPECT_EQ(study["rows"].size(), 2u);
    EXPECT_THAT(text_of(folder() / "out.csv"), HasSubstr("INCOMPLETE, stopped after 2 of 3 runs"));
    EXPECT_THAT(files(), Not(Contains("out.csv.part")));
  }
}

TEST_F(StudyCli, WhatIsKilledLeavesTheRunsThatEnded) {
  program(endless_study, "timeout --foreground -s KILL 1.5");
  EXPECT_THAT(files(), Not(Contains("out.csv")));
  const std::string rows = text_of(folder() / "out.csv.part");
  EXPECT_THAT(rows, StartsWith("until,step [s],"));
  EXPECT_EQ(std::ranges::count(rows, '\n'), 3) << rows;  // the heading and two runs
}

TEST_F(StudyCli, RefusedAndFailedRunsDoNotStopIt) {
  const Outcome outcome = program("study " + model("four_bar_smooth") +
                                  " --until 1.2s --over integrator=rk4,sdirk2 --over "
                                  "solver.max_iterations=1,20 --step 2ms");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("refused: "));
  EXPECT_THAT(outcome.out, HasSubstr("failed at t = "));
}

TEST_F(StudyCli, EveryProblemAtOnceWithSuggestions) {
  const Outcome outcome = program(
      "study missing.yaml --over method=semirecursiv --over step=5ms,2kg --over nothing --bound "
      "length_error=x --reference fin --refine 99 --until=-1s --ovr a -o out.txt --report "
      "page.pdf");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  for (const char* problem :
       {"did you mean \"semirecursive\"?", "--over step: ", "--over nothing: expected NAME=",
        "--bound length_error=x: ", "--reference: \"fin\" is none of", "--refine: expected 0 to",
        "--until: ", "did you mean \"--over\"?", "out.txt: expected a name",
        "page.pdf: expected a name"})
    EXPECT_THAT(outcome.err, HasSubstr(problem));
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(StudyCli, WrongPathsAndChannelsAreBadInput) {
  const Outcome path = program("study " + quick_study + " --over lift.boer=80mm,90mm --step 5ms");
  EXPECT_EQ(path.code, 2);
  EXPECT_THAT(path.err, HasSubstr("--over lift.boer=80mm"));
  EXPECT_THAT(path.err, HasSubstr("did you mean \"bore\"?"));
  const Outcome channel =
      program("study " + quick_study + " --over step=5ms --measure lift.lenght");
  EXPECT_EQ(channel.code, 2);
  EXPECT_THAT(channel.err, HasSubstr("did you mean \"lift.length\"?"));
  const Outcome missing = program("study missing.yaml --over step=1ms");
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("missing.yaml"));
  EXPECT_EQ(program("study").code, 2);
}

TEST_F(StudyCli, AFileSaysTheSameAsTheCommandLine) {
  std::ofstream(folder() / "study.yaml") << "study:\n  model: " << model("chrono_crane")
                                         << "\n  until: 100 ms\n  over: {step: [5 ms, 2 ms]}\n"
                                         << "  bound: {length_error: 1 mm}\n";
  const Outcome typed =
      program("study " + quick_study + " --over step=5ms,2ms --bound length_error=1mm --json");
  const Outcome file = program("study study.yaml --json");
  ASSERT_EQ(file.code, 0) << file.err;
  const auto measures = [](const Outcome& outcome) {
    Json rows = Json::parse(outcome.out)["rows"];
    for (Json& row : rows) {
      row["measures"].erase("cpu_time"), row["measures"].erase("real_time_factor");
      row.erase("values");  // 5ms and 5 ms
    }
    return rows;
  };
  EXPECT_EQ(measures(typed), measures(file));
  // The command line replaces an axis of the file.
  const Outcome other = program("study study.yaml --over step=10ms --json");
  EXPECT_EQ(Json::parse(other.out)["rows"].size(), 1u);
}

TEST_F(StudyCli, BoundsThatCannotBeJudgedAreRefused) {
  for (const char* options : {"--over step=5ms,2ms --bound length_error=1mm --reference none",
                              "--over lift.bore=80mm,90mm --bound length_error=1mm",
                              "--over lift.bore=80mm,90mm --refine 2",
                              "--over step=5ms,2ms --refine -1", "--over step=5ms,2ms --growth 0"})
    EXPECT_EQ(program("study " + quick_study + " " + std::string(options)).code, 2) << options;
}

// A recording of the machine itself, followed with other steps.
TEST_F(StudyCli, GuidanceIsStudiedToo) {
  ASSERT_EQ(program("run " + quick_study + " -o run.csv").code, 0);
  const Outcome outcome = program(
      "study " + quick_study + " --coupling guidance --guide run.csv --over step=1ms,2ms --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json study = Json::parse(outcome.out);
  for (const Json& row : study["rows"]) EXPECT_EQ(row["outcome"], "done") << row;
}

TEST_F(StudyCli, ProblemsOfAFileHaveTheirLine) {
  std::ofstream(folder() / "study.yaml")
      << "study:\n  model: " << model("chrono_crane") << "\n  over:\n    method: [semirecursiv]\n"
      << "    lift.bore: [80mm, 90kg]\n";
  const Outcome outcome = program("study study.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("study.yaml:4: method: \"semirecursiv\""));
  EXPECT_THAT(outcome.err, HasSubstr("study.yaml:5: lift.bore: \"80mm\" is a length"));
}

}  // namespace
}  // namespace bramah::testing
