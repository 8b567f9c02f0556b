// Records, responses and judged networks through the public header alone.
#include <gtest/gtest.h>

#include <cmath>

#include "bramah/basics.h"
#include "bramah/surrogate.h"

namespace bramah {
namespace {

const std::string kModel = BRAMAH_SOURCE_DIR "/models/circuit3_ends.yaml";
const std::string kNetwork = BRAMAH_SOURCE_DIR "/models/networks/circuit3.narx.yaml";
constexpr std::size_t kDepth = 11;  // delays of that network

TEST(NetworkJudge, AMachineGivesItsRecordAgain) {
  const TrainingRecord record = excite(kModel, {}, 5.0, 5);
  EXPECT_EQ(record.size(), 500u);
  EXPECT_DOUBLE_EQ(record.sample_time_s, 0.01);
  const TrainingResponse same = respond(kModel, {}, record);
  EXPECT_EQ(same.outputs, record.outputs);
  EXPECT_GT(same.cpu_s, 0.0);
  EXPECT_NE(excite(kModel, {}, 5.0, 6).inputs, record.inputs);
}

// What a training says of its network is what a judge of the same machine finds.
TEST(NetworkJudge, ScoresAsTheTrainingDid) {
  TrainOptions options;
  options.load.set = {"training.duration=60 s",       "training.hidden=[6]",
                      "training.input_delays=[0, 4]", "training.output_delays=4",
                      "training.samples=2000",        "training.epochs=8"};
  options.tune = false;
  options.fresh_runs = 2;
  const TrainedStart trained = train(kModel, options).starts.front();
  const NetworkJudge judge(kModel, options);
  EXPECT_EQ(judge.fresh().size(), 3u);
  const NetworkScore score = judge.score(*load_surrogate_text(trained.file, "trained"));
  EXPECT_DOUBLE_EQ(score.train, trained.train);
  EXPECT_DOUBLE_EQ(score.test, trained.test);
  EXPECT_DOUBLE_EQ(score.closed_loop, trained.closed_loop);
  EXPECT_DOUBLE_EQ(score.closed_mean, trained.closed_mean);
  EXPECT_DOUBLE_EQ(score.closed_worst, trained.closed_worst);
}

TEST(NetworkJudge, ANetworkOnItsOwnOutputsStaysNearTheMachine) {
  const TrainingRecord record = excite(kModel, {}, 10.0, 77);
  const auto network = load_surrogate(kNetwork);
  const auto free = free_run(*network, record);
  const TrainingResponse rested = respond(*network, record);
  EXPECT_GT(rested.cpu_s, 0.0);
  ASSERT_EQ(free.size(), 2u);
  ASSERT_EQ(rested.outputs.size(), 2u);
  EXPECT_EQ(rested.outputs[0][0], record.outputs[0][0]);
  EXPECT_TRUE(std::isnan(free[0][kDepth - 1]));  // no full window yet
  for (std::size_t k = kDepth; k < record.size(); ++k) {
    EXPECT_NEAR(free[0][k], record.outputs[0][k], 0.05) << k;  // [m] of a stroke of 1 m
    EXPECT_NEAR(rested.outputs[0][k], record.outputs[0][k], 0.05) << k;
  }
}

TEST(NetworkJudge, OtherChannelsAreRefused) {
  TrainingRecord record = excite(kModel, {}, 1.0, 1);
  const auto network = load_surrogate(kNetwork);
  record.inputs.push_back(record.inputs.front());
  EXPECT_THROW((void)respond(*network, record), InputError);
  EXPECT_THROW((void)free_run(*network, record), InputError);
  EXPECT_THROW((void)respond(kModel, {}, record), InputError);
  record.inputs.pop_back();
  record.outputs.back().pop_back();
  EXPECT_THROW((void)respond(*network, record), InputError);
  EXPECT_THROW((void)load_surrogate("/nowhere"), InputError);
}

}  // namespace
}  // namespace bramah
