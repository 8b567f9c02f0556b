// What is doubted reaches people: check and run on stderr, in --json and on the page.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "apps/program.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

class Warnings : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    std::ofstream(folder() / "huge.yaml") << R"(bramah: 1
name: Huge
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources: {tank: {pressure: 1 bar}}
orifices: {o: {from: lift.A, to: tank, area: 5 mm2, discharge: 0.6}}
cylinders:
  lift:
    acting: single
    bore: 90 cm
    rod: 40 mm
    closed: 0.5 m
    stroke: 0.2 m
    start_A: 1 bar
    load: {mass: 300 kg}
solver: {step: 1 ms, until: 10 ms}
)";
  }
  static constexpr const char* kDoubt =
      "huge.yaml:9: cylinder \"lift\": bore 900 mm is unusual (typical 20 to 400 mm): is the unit "
      "right?";
};

TEST_F(Warnings, ReachWhoeverChecksAMachine) {
  const Outcome outcome = program("check huge.yaml --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, std::string("bramah: warning: ") + kDoubt + "\n");
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["warnings"], nlohmann::json::array({kDoubt}));
}

TEST_F(Warnings, ReachWhoeverRunsIt) {
  const Outcome outcome = program("run huge.yaml --json --report page.html");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, std::string("bramah: warning: ") + kDoubt + "\n");
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["warnings"], nlohmann::json::array({kDoubt}));
  EXPECT_THAT(text_of(folder() / "page.html"), HasSubstr("bore 900 mm is unusual"));
}

// Where the energy went, for people and for programs.
TEST_F(Warnings, TheSummaryTellsWhereTheEnergyWent) {
  const std::string loader = "run " + model("wheel_loader") + " --until 3s";
  const Outcome told = program(loader);
  ASSERT_EQ(told.code, 0) << told.err;
  for (const char* line : {"energy given by the supplies", "work of cylinders", "relief valves",
                           "valves and orifices", "pumps and engines", "unaccounted for"})
    EXPECT_THAT(told.out, HasSubstr(line));
  const auto energy = nlohmann::json::parse(program(loader + " --json").out)["energy"];
  double shares = 0.0;
  for (const auto& use : energy["uses"]) shares += use["share"].get<double>();
  EXPECT_NEAR(shares, 1.0, 1e-9);
  EXPECT_GT(energy["given_J"].get<double>(), 1e4);
}

// Whatever asks for breaks without end is refused at once.
TEST_F(Warnings, EndlessBreaksAreRefused) {
  const Outcome outcome =
      program("run " + model("circuit2_random") + " --set p_s.random.hold=1e-12s", "timeout 10");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("circuit2_random.yaml:12: signal \"p_s\": random.hold: 1e-12 s "
                        "makes "));
}

}  // namespace
}  // namespace bramah::testing
