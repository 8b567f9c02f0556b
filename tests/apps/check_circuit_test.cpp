// What `bramah check` says about circuits that run but can hardly be meant.
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/program.h"

namespace bramah::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Json = nlohmann::json;

class CheckCircuit : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    std::ofstream(folder() / "odd.yaml") << R"(bramah: 1
name: Odd
fluid: {density: 850 kg/m3, bulk: 1.5e9 Pa}
sources:
  supply: {pressure: 10 MPa}
  spare: {pressure: 5 MPa}
  feed: {flow: 1 l/min, into: blind}
volumes:
  tiny: {volume: 1 cm3, start: 20 bar}
  large: {volume: 1 l, start: 1 bar}
  lonely: {volume: 1 l, start: 1 bar}
  blind: {volume: 1 l, start: 1 bar}
orifices:
  inlet: {from: supply, to: tiny, coefficient: 5.62e-7 m3/s/Pa^0.5, law: sqrt}
  outlet: {from: tiny, to: large, coefficient: 5.73e-7 m3/s/Pa^0.5, law: sqrt}
solver: {step: 1 ms, until: 20 ms}
)";
  }
  std::vector<std::string> notes(const std::string& arguments) const {
    const Outcome outcome = program("check --json " + arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Json::parse(outcome.out)["notes"];
  }
};

TEST_F(CheckCircuit, NamesWhatNobodyUses) {
  const Outcome outcome = program("check odd.yaml");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* note :
       {"note: volume \"lonely\" is connected to nothing\n",
        "note: volume \"blind\" meets ideal flows alone (feed): nothing takes what is left over",
        "note: source \"spare\" feeds nothing\n",
        "note: these volumes answer within a step: tiny;"})
    EXPECT_THAT(outcome.out, HasSubstr(note));
  EXPECT_EQ(notes("odd.yaml").size(), 4u);
}

TEST_F(CheckCircuit, NamesOpenPorts) {
  EXPECT_THAT(notes(model("circuit2")), ElementsAre("ports connected to nothing: compensator.LS2"));
}

TEST_F(CheckCircuit, SoundCircuitsHaveNoNotes) {
  EXPECT_THAT(notes(model("circuit1") + " --set solver.step=0.1us"), IsEmpty());
}

// 10 - 2 MPa over the inlet, 2 - 0.1 MPa over the outlet: tau = V/B/(sum of C/(2 sqrt dp)).
TEST_F(CheckCircuit, ListsTimeConstantsAndWhatSetsThem) {
  const Json volumes = Json::parse(program("check --json odd.yaml").out)["volumes"];
  ASSERT_EQ(volumes.size(), 4u);
  const double outlet = 5.73e-7 / 2.0 / std::sqrt(1.9e6);
  const double tiny = 1e-6 / 1.5e9 / (5.62e-7 / 2.0 / std::sqrt(8e6) + outlet);
  EXPECT_NEAR(volumes[0]["time_constant_s"].get<double>() / tiny, 1.0, 1e-9);
  EXPECT_NEAR(volumes[1]["time_constant_s"].get<double>() / (1e-3 / 1.5e9 / outlet), 1.0, 1e-9);
  EXPECT_EQ(volumes[0]["through"], "outlet");
  EXPECT_EQ(volumes[0]["small"], true);
  EXPECT_EQ(volumes[1]["small"], false);
  EXPECT_TRUE(volumes[2]["time_constant_s"].is_null());
  EXPECT_THAT(program("check odd.yaml").out, HasSubstr("outlet; small against the step"));
  EXPECT_THAT(program("check odd.yaml --set tiny.volume=1l").out,
              Not(HasSubstr("small against the step")));
}

// Small is what is small against the step that is asked for.
TEST_F(CheckCircuit, SmallIsAgainstTheStep) {
  EXPECT_THAT(notes("odd.yaml --set solver.step=1us"),
              Not(Contains(HasSubstr("answer within a step"))));
  EXPECT_THAT(notes("odd.yaml --set solver.step=10ms"),
              Contains(HasSubstr("answer within a step: tiny, large;")));
}

// Once it is quasi-steady, nobody is told to make it so; a run says what it leaves out.
TEST_F(CheckCircuit, QuasiSteadyIsNotAdvisedTwice) {
  const std::string set = "odd.yaml --set solver.oil=quasi_steady";
  EXPECT_THAT(notes(set), Not(Contains(HasSubstr("answer within a step"))));
  EXPECT_THAT(notes(set), Contains(HasSubstr("quasi-steady: tiny (1 cm3): flows balance")));
  EXPECT_THAT(program("run " + set).out, HasSubstr("quasi-steady: tiny (1 cm3): flows balance"));
}

TEST_F(CheckCircuit, FlowPathWithoutVolumeIsRefused) {
  std::ofstream(folder() / "gap.yaml") << R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {pump: {pressure: 10 MPa}, tank: {pressure: 1 bar}}
orifices:
  first: {from: pump, to: middle, area: 1 mm2, discharge: 0.6}
  second: {from: middle, to: tank, area: 1 mm2, discharge: 0.6}
)";
  const Outcome outcome = program("check gap.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(outcome.err,
            "bramah: gap.yaml:5: no volume joins orifice \"first\" and orifice \"second\" at "
            "\"middle\": declare volumes: {middle: {volume: 10 cm3}}; none is inserted\n");
}

}  // namespace
}  // namespace bramah::testing
