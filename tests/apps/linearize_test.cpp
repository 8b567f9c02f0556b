// bramah linearize from outside.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "apps/program.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Json = nlohmann::json;

class LinearizeCli : public ProgramTest {
 protected:
  // A machine file of this name in the program's folder.
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder() / name) << "bramah: 1\nfluid: {density: 850 kg/m3, bulk: 1.5e9 Pa}\n"
                                   << text;
  }
};

const std::string kLine =
    "sources: {pump: {pressure: p_s}, tank: {pressure: 0 Pa}}\n"
    "volumes: {line: {volume: 1 l, start: 5 MPa}}\n"
    "orifices:\n"
    "  in: {from: pump, to: line, coefficient: 1e-7 m3/s/Pa^0.5}\n"
    "  out: {from: line, to: tank, coefficient: 1e-7 m3/s/Pa^0.5}\n"
    "signals: {p_s: {constant: 20 MPa}}\n";

// The point of Sec. 2.2.3 of malysheva2021 is in the file: orifices in series alone fix it.
TEST_F(LinearizeCli, StiffnessOfCircuit2) {
  const std::string command = "linearize " + model("circuit2") + " --freeze K,kt";
  const Outcome small = program(command);
  ASSERT_EQ(small.code, 0) << small.err;
  EXPECT_THAT(small.out,
              HasSubstr("stiffness ratio 77.8046, 2-norm condition number of A 77.8121"));
  EXPECT_THAT(small.out, HasSubstr("throttle.kt_rate"));
  const Outcome large = program(command + " --set V1.volume=1e-3m3");
  ASSERT_EQ(large.code, 0) << large.err;
  EXPECT_THAT(large.out, HasSubstr("stiffness ratio 1.28616"));
}

TEST_F(LinearizeCli, AnotherPointThanTheFiles) {
  write("m.yaml", kLine + "linearize: {state: {line.p: 8 MPa}}\n");
  const auto pressure = [&](const std::string& options) {
    const Outcome outcome = program("linearize m.yaml --json" + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Json::parse(outcome.out)["states"][0]["value"].get<double>();
  };
  EXPECT_EQ(pressure(""), 8e6);
  EXPECT_EQ(pressure(" --state line.p=9MPa"), 9e6);
  EXPECT_EQ(pressure(" --at start"), 5e6);
  EXPECT_NEAR(pressure(" --equilibrium"), 10e6, 1e-3);
}

TEST_F(LinearizeCli, JsonIsOneObjectAndNothingElse) {
  write("m.yaml", kLine);
  const Outcome outcome = program("linearize m.yaml --to line.p,out.flow --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, IsEmpty());
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["states"][0]["name"], "line.p");
  EXPECT_EQ(json["inputs"][0]["name"], "p_s");
  EXPECT_EQ(json["outputs"][1]["unit"], "m3/s");
  EXPECT_EQ(json["A"].size(), 1u);
  EXPECT_EQ(json["responses"].size(), 2u);
  EXPECT_TRUE(files() == std::set<std::string>{"m.yaml"});
}

TEST_F(LinearizeCli, WritesMatricesAndResponses) {
  write("m.yaml", kLine);
  const Outcome outcome = program("linearize m.yaml --to line.p -o lin");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(files(),
            (std::set<std::string>{"m.yaml", "lin_A.csv", "lin_B.csv", "lin_C.csv", "lin_D.csv",
                                   "lin_states.csv", "lin_poles.csv", "lin_response.csv"}));
  EXPECT_THAT(text_of(folder() / "lin_C.csv"), HasSubstr("output,line.p [Pa]\nline.p [Pa],1\n"));
  EXPECT_THAT(text_of(folder() / "lin_states.csv"), HasSubstr("line.p,Pa,5e+06\n"));
}

TEST_F(LinearizeCli, ARestThatIsNotThereIsExitCodeOne) {
  write("m.yaml", "sources: {pump: {flow: 1 l/min, into: V1}}\nvolumes: {V1: {volume: 1 l}}\n");
  const Outcome outcome = program("linearize m.yaml --equilibrium --json -o lin");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("no equilibrium was found"));
  EXPECT_FALSE(Json::parse(outcome.out)["converged"].get<bool>());
  EXPECT_EQ(files(), (std::set<std::string>{"m.yaml"}));
}

TEST_F(LinearizeCli, UnknownNamesAreExitCodeTwoAndNothingIsWritten) {
  write("m.yaml", kLine);
  const std::pair<std::string, std::string> wrong[] = {
      {"--freeze lin.p", "--freeze: no state is called \"lin.p\"; did you mean \"line.p\"?"},
      {"--state lin.p=1bar", "did you mean \"line.p\"?"},
      {"--state line.p=1m", "--state line.p: "},
      {"--to out.flo", "--to: no channel is called \"out.flo\"; did you mean \"out.flow\"?"},
      {"--to energy.kinetic", "--to: no channel is called \"energy.kinetic\""},
      {"--to line.p --from p_t", "--from p_t: no signal of that name moves the machine"},
      {"--at=-1s", "--at: a time must not be negative"},
      {"--at strat", "--at: "},
      {"--frequencies 5Hz", "--frequencies: expected a range"},
      {"--report nowhere/page.html", "nowhere"}};
  for (const auto& [options, message] : wrong) {
    const Outcome outcome = program("linearize m.yaml -o lin " + options);
    EXPECT_EQ(outcome.code, 2) << options;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << options;
    EXPECT_THAT(outcome.out, IsEmpty()) << options;
    EXPECT_EQ(files(), (std::set<std::string>{"m.yaml"})) << options;
  }
}

TEST_F(LinearizeCli, AWrongSectionIsRefusedWithItsLine) {
  write("m.yaml", kLine +
                      "linearize:\n"
                      "  state: {line.q: 8 MPa, line.p: 8 l}\n"
                      "  freeze: [lin.p]\n");
  const Outcome outcome = program("linearize m.yaml");
  EXPECT_EQ(outcome.code, 2);
  for (const char* problem :
       {"m.yaml:10: linearize: state: no state is called \"line.q\"; did you mean \"line.p\"?",
        "m.yaml:10: linearize: state: line.p: expected a pressure, e.g. 1 Pa; found 8 l",
        "m.yaml:11: linearize: freeze: no state is called \"lin.p\"; did you mean \"line.p\"?"})
    EXPECT_THAT(outcome.err, HasSubstr(problem));
}

}  // namespace
}  // namespace bramah::testing
