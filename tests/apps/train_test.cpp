// bramah train from outside.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/program.h"
#include "bramah/basics.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class TrainCli : public ProgramTest {};

const std::string quick_training =
    model("circuit3_ends") +
    " --set 'training.duration=40 s' --set 'training.hidden=[5]' --set 'training.input_delays=[0, "
    "3]'"
    " --set training.output_delays=3 --set training.samples=1000 --set training.epochs=6"
    " --set 'training.tune=[{horizon: 8, runs: 20, epochs: 2}]'";

TEST_F(TrainCli, WritesANetworkThatAMachineRuns) {
  const std::string report = has_report_page() ? " --report page.html" : "";
  const Outcome outcome =
      program("train " + quick_training + " -o net.narx.yaml --onnx net.onnx" + report);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(
      outcome.out,
      HasSubstr("4000 samples of 10 ms, 1000 of them fitted; network 10-5-2, 67 parameters"));
  EXPECT_THAT(outcome.err, HasSubstr("epoch 6 of 6"));
  EXPECT_THAT(outcome.err, HasSubstr("wrote net.narx.yaml"));
  EXPECT_FALSE(fs::exists(folder() / "net.narx.yaml.checkpoint"));
  EXPECT_TRUE(fs::exists(folder() / "net.onnx"));
  if (!report.empty()) {
    EXPECT_THAT(text_of(folder() / "page.html"), HasSubstr("Bramah training"));
  }

  std::ofstream(folder() / "machine.yaml")
      << "bramah: 1\ninclude: " << model("circuit3_ends")
      << "\nsurrogate: net.narx.yaml\n"
         "solver: {integrator: sdirk2, step: 1 ms, until: 0.2 s}\n";
  const Outcome run = program("run machine.yaml --json");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(Json::parse(run.out)["coupling"], "surrogate");
  const Outcome check = program("check machine.yaml");
  EXPECT_THAT(check.out, HasSubstr("net.narx.yaml"));
  const Outcome physical = program("run machine.yaml --set surrogate.actuator=physical --json");
  ASSERT_EQ(physical.code, 0) << physical.err;
  EXPECT_EQ(Json::parse(physical.out)["coupling"], "monolithic");
}

TEST_F(TrainCli, JsonAndSeveralStarts) {
  const Outcome outcome =
      program("train " + quick_training + " --starts 2 --seed 7 --no-tune --each each --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  ASSERT_EQ(json["starts"].size(), 2u);
  EXPECT_EQ(json["parameters"], 67);
  EXPECT_EQ(json["starts"][0]["curve"].back()["horizon"], 1);
  EXPECT_TRUE(fs::exists(folder() / "circuit3_ends.narx.yaml"));  // the default name
  EXPECT_EQ(text_of(folder() / "each_1.narx.yaml"), text_of(folder() / "circuit3_ends.narx.yaml"));
  EXPECT_NE(text_of(folder() / "each_2.narx.yaml"), text_of(folder() / "each_1.narx.yaml"));
}

TEST_F(TrainCli, SaysEverythingThatIsWrongBeforeItBegins) {
  const Outcome outcome = program("train " + model("circuit3") + " -o nowhere/net.yaml --starts 0");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("nowhere"));
  EXPECT_THAT(outcome.err, HasSubstr("--starts: expected 1 or more"));
  const Outcome none = program("train " + model("circuit3"));
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("there is no `training` section"));
  EXPECT_THAT(none.err, Not(HasSubstr("internal")));
}

}  // namespace
}  // namespace bramah::testing
