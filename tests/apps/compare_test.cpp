// bramah compare from outside.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "apps/program.h"
#include "bramah/basics.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Json = nlohmann::json;

class CompareCli : public ProgramTest {};

const std::string quick =
    model("chrono_crane") + " --methods semirecursive --until 100ms --repeats 1";

TEST_F(CompareCli, PrintsATableWithOrders) {
  const Outcome outcome = program("compare " + quick + " --integrators sdirk2 --steps 2ms,1ms");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(outcome.out, HasSubstr("semirecursive sdirk2"));
  EXPECT_THAT(outcome.out, HasSubstr("fitted to all steps:\n  semirecursive sdirk2 "));
  EXPECT_THAT(outcome.out, HasSubstr("against the sundials reference"));
}

TEST_F(CompareCli, JsonIsOneObjectAndNothingElse) {
  const Outcome outcome = program("compare " + quick + " --steps 5ms --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_GE(json["rows"].size(), 3u);
  EXPECT_EQ(json["rows"][0]["step_s"], 0.005);
  EXPECT_EQ(json["until_s"], 0.1);
}

TEST_F(CompareCli, WritesCsvAndPage) {
  const std::string report = has_report_page() ? " --report page.html" : "";
  const Outcome outcome =
      program("compare " + quick + " --integrators sdirk2 --steps 5ms -o out.csv" + report);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(text_of(folder() / "out.csv"), HasSubstr("semirecursive,sdirk2,0.005,done"));
  if (report.empty()) GTEST_SKIP() << "built without the report page";
  EXPECT_THAT(text_of(folder() / "page.html"), HasSubstr("Bramah comparison"));
  EXPECT_THAT(text_of(folder() / "page.html"), HasSubstr("\"Work and precision\""));
}

TEST_F(CompareCli, EveryProblemAtOnceWithSuggestions) {
  const Outcome outcome = program(
      "compare missing.yaml --methods semirecursiv --integrators sdrik2,sundials --steps 5ms,2kg "
      "--until=-1s -o out.txt --report page.pdf");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  for (const char* problem : {"missing.yaml", "did you mean \"semirecursive\"?",
                              "did you mean \"sdirk2\"?", "sundials is the reference", "--steps: ",
                              "--until: ", "out.txt: expected a name", "page.pdf: expected a name"})
    EXPECT_THAT(outcome.err, HasSubstr(problem));
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(CompareCli, NoMachineFileIsBadInput) {
  const Outcome outcome = program("compare");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("MODEL: no machine file given"));
}

TEST_F(CompareCli, NothingThatRanIsAFailure) {
  const Outcome outcome = program(
      "compare " + quick + " --integrators sdirk2 --steps 5ms --set solver.max_iterations=1");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("failed at t = "));
}

}  // namespace
}  // namespace bramah::testing
