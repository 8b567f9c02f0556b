// Futures of the loader crane from a moving state.
#include "bramah/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "bramah/model.h"

namespace bramah {
namespace {

using testing::HasSubstr;

constexpr const char* kCrane = BRAMAH_SOURCE_DIR "/models/patu655.yaml";

LoadOptions driven() {
  LoadOptions options;
  options.controls = options.faults = true;
  return options;
}

class LookAheads : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    live = new Model(load(kCrane, driven()));
    ahead = new LookAhead(kCrane, driven(), {.load = 0.4});
    state = new State(live->initial_state());
    Workspace work(*live);
    std::vector<double> inputs = live->input_defaults();
    for (const Control& control : live->controls()) inputs[control.input] = 0.5 * control.range;
    for (int k = 0; k < 500; ++k) ASSERT_TRUE(step(*live, *state, work, Inputs{inputs}).converged);
  }
  static void TearDownTestSuite() {
    delete ahead;
    delete live;
    delete state;
  }
  static LookAheadResult run(LookAheadOptions options) {
    return ahead->run(*live, *state, options);
  }
  static inline Model* live = nullptr;
  static inline LookAhead* ahead = nullptr;
  static inline State* state = nullptr;
};

TEST_F(LookAheads, FutureZeroIsThePresentGoingOn) {
  const LookAheadResult result = run({.futures = 1, .horizon = 0.2});
  EXPECT_EQ(result.marker, "tip");
  LoadOptions options = driven();
  options.step = 5e-3;
  options.integrator = "sdirk2";
  const Model coarse = load(kCrane, options);
  Workspace work(coarse);
  State going = coarse.adopt(*live, *state, work);
  for (int k = 0; k < 40; ++k) ASSERT_TRUE(step(coarse, going, work, Inputs{}).converged);
  std::vector<double> values(coarse.channels().size());
  coarse.observe(going, work, values);
  const std::vector<double>& path = result.futures[0].path;
  ASSERT_EQ(path.size(), 3u * 5u);  // every 50 ms
  EXPECT_EQ(path[12], values[coarse.find_channel("tip.x")]);
  EXPECT_EQ(path[13], values[coarse.find_channel("tip.y")]);
  EXPECT_EQ(path[14], values[coarse.find_channel("tip.z")]);
  EXPECT_EQ(result.futures[0].load, 1.0);
}

TEST_F(LookAheads, NeitherThreadsNorNumberChangeAFuture) {
  const LookAheadResult one = run({.futures = 24, .horizon = 0.1, .threads = 1, .checked = 0});
  const LookAheadResult two = run({.futures = 30, .horizon = 0.1, .threads = 2, .checked = 0});
  for (std::size_t i = 0; i < one.futures.size(); ++i) {
    EXPECT_EQ(one.futures[i].path, two.futures[i].path) << i;
    EXPECT_EQ(one.futures[i].levers, two.futures[i].levers) << i;
    EXPECT_EQ(one.futures[i].peak_pressure, two.futures[i].peak_pressure) << i;
  }
  const LookAheadResult other = run({.futures = 24, .horizon = 0.1, .seed = 2, .checked = 0});
  EXPECT_NE(one.futures[5].levers, other.futures[5].levers);
}

TEST_F(LookAheads, LeversAndLoadsSpread) {
  const LookAheadResult result = run({.futures = 60, .horizon = 0.3, .levers = 0.3});
  double least = 9.0, most = 0.0, low = 1e9, high = 0.0;
  for (const Future& future : result.futures) {
    EXPECT_EQ(future.failed, "");
    for (std::size_t k = 0; k < future.levers.size(); ++k)
      EXPECT_LE(std::abs(future.levers[k] - 5.0), 3.0 + 1e-12);  // 0.3 of 10 V around 5 V
    least = std::min(least, future.load), most = std::max(most, future.load);
    low = std::min(low, future.peak_pressure), high = std::max(high, future.peak_pressure);
    EXPECT_FALSE(future.peak_at.empty());
  }
  EXPECT_DOUBLE_EQ(least, 0.6);
  EXPECT_DOUBLE_EQ(most, 1.4);
  EXPECT_GT(high, low);
  // 5 ms against 1 ms, of a tip that moves some centimetres.
  EXPECT_GT(result.error, 0.0);
  EXPECT_LT(result.error, 2e-3);
}

// With the levers as they are, what differs is the load: the heavier, the lower the tip.
TEST_F(LookAheads, AHeavierLoadHangsLower) {
  const LookAheadResult result = run({.futures = 40, .horizon = 0.3, .levers = 0.0, .checked = 0});
  const auto with = [&](double load) -> const Future& {
    for (const Future& future : result.futures)
      if (std::abs(future.load - load) < 1e-9) return future;
    throw std::runtime_error("no future has this load");
  };
  EXPECT_LT(with(1.4).path.back(), with(1.0).path.back());  // z
  EXPECT_LT(with(1.0).path.back(), with(0.6).path.back());
}

// The error told is that of the path, against the live model's own step.
TEST_F(LookAheads, TellsItsOwnError) {
  const LookAheadResult result = run({.futures = 1, .horizon = 0.2, .checked = 1});
  Workspace work(*live);
  State going = live->adopt(*live, *state, work);
  std::vector<double> points(3 * live->drawing().points.size());
  const int tip = live->scene().markers.at(0).point;
  double largest = 0.0;
  for (std::size_t k = 0; k < result.futures[0].path.size(); k += 3) {
    live->pose(going, work, points);
    const double* at = &points[3 * tip];
    const double* coarse = &result.futures[0].path[k];
    largest =
        std::max(largest, std::hypot(at[0] - coarse[0], at[1] - coarse[1], at[2] - coarse[2]));
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(step(*live, going, work, Inputs{}).converged);
  }
  EXPECT_NEAR(result.error, largest, 1e-9);
}

TEST_F(LookAheads, UnknownMarkersAreRefused) {
  try {
    run({.futures = 1, .marker = "top"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no marker is called \"top\"; there are tip"));
  }
}

}  // namespace
}  // namespace bramah
