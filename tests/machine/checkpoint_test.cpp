// The papers' machines against independently computed solutions (minimal coordinates, Radau at
// 1e-10).
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <cmath>

#include "machine/checkpoints.h"

namespace bramah {
namespace {

Model machine(const Case& c, double h) {
  LoadOptions options;
  options.integrator = "trapezoidal";
  options.step = h;
  return load(std::string(BRAMAH_SOURCE_DIR "/models/") + c.file + ".yaml", options);
}

// What the checkpoints allow at 1 ms, by the channel's unit.
double allowed(const Expected& e, const std::string& unit) {
  if (unit == "m") return 3e-6;
  if (unit == "Pa") return std::max(3e-3 * std::abs(e.value), 2e3);
  if (unit == "rad") return 1e-5;
  if (unit == "J") return 0.05;
  if (unit == "m/s") return 1e-6;
  return 3e-3 * std::abs(e.value);  // forces
}

class Checkpoints : public testing::TestWithParam<int> {};

// One run; every checkpoint, with the summary's bounds.
TEST_P(Checkpoints, TrapezoidalAtOneMillisecond) {
  const Case& c = kCases[GetParam()];
  const Model model = machine(c, 1e-3);
  RunOptions options;
  options.until = c.points.back().t;
  Recording recording;
  const RunSummary summary = run(model, options, recording);
  ASSERT_TRUE(summary.converged) << summary.message;
  for (const Expected& e : c.points) {
    const int channel = model.find_channel(e.channel);
    ASSERT_GE(channel, 0) << e.channel;
    const auto row = recording.row(static_cast<std::size_t>(std::llround(e.t * 1e3)));
    EXPECT_NEAR(row[channel], e.value, allowed(e, model.channels()[channel].unit))
        << e.channel << " at " << e.t << " s";
  }
  EXPECT_LE(summary.newton_mean, 2.5);
  EXPECT_LT(summary.constraint_max, 1e-9);
  EXPECT_LT(summary.constraint_rate_max, 1e-9);
  EXPECT_LE(summary.energy_residual_max, 0.1);  // the paper: 0.84 and 0.23 J
  EXPECT_LE(summary.energy_books_max, 0.1);
}

TEST_P(Checkpoints, TrapezoidalAtATenthOfAMillisecond) {
  const Case& c = kCases[GetParam()];
  const Model model = machine(c, 1e-4);
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> values(model.channels().size());
  for (const Expected& e : c.points) {
    if (!std::string(e.channel).ends_with(".length")) continue;
    while (state.tick() < std::llround(e.t * 1e4))
      ASSERT_TRUE(step(model, state, work, {}).converged);
    model.observe(state, work, values);
    EXPECT_NEAR(values[model.find_channel(e.channel)], e.value, 2e-7)
        << e.channel << " at " << e.t << " s";
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, Checkpoints, testing::Range(0, int(kCases.size())),
                         [](const auto& test) { return std::string(kCases[test.param].file); });

// theta2 of the paper is absolute, the joint's angle relative to the boom.
TEST(CraneSingle, SecondLinkHangs) {
  const Model model = machine(kCases[1], 1e-3);
  RunOptions options;
  options.every = 5.0;
  Recording recording;
  ASSERT_TRUE(run(model, options, recording).converged);
  const auto theta2 = [&](std::size_t row) {
    return recording.row(row)[model.find_channel("theta1.angle")] +
           recording.row(row)[model.find_channel("theta2.angle")];
  };
  EXPECT_NEAR(theta2(1), 4.6943662, 2e-5);
  EXPECT_NEAR(theta2(4), 4.7253662, 2e-5);
}

// The static starts in closed form.
TEST(StaticStart, MatchesClosedForms) {
  const auto value = [](const char* file, const char* channel) {
    const Model model = load(std::string(BRAMAH_SOURCE_DIR "/models/") + file + ".yaml");
    Workspace work(model);
    std::vector<double> values(model.channels().size());
    model.observe(model.initial_state(), work, values);
    return values[model.find_channel(channel)];
  };
  EXPECT_NEAR(value("naya_rod", "lift_valve.neutral"), 0.464608174857492, 1e-12);
  EXPECT_NEAR(value("naya_rod", "lift.B.p"), 3.3217692308e6, 1e-3);
  EXPECT_NEAR(value("naya_rod", "lift.A.p"), 4.3782307692e6, 1e-3);
  EXPECT_NEAR(value("naya_rod", "lift.force"), 6867.0, 1e-6);
  EXPECT_NEAR(value("crane_single", "lift.A.p"), 4.5865519e6, 0.1);
  EXPECT_NEAR(value("crane_double", "jib.A.p"), 2.8300781e6, 0.1);
  EXPECT_NEAR(value("four_bar", "lift.A.p"), 5.0243037e6, 0.1);
  EXPECT_NEAR(value("four_bar", "lift_hose.p"), 5.0243037e6, 0.1);
  EXPECT_NEAR(value("four_bar", "lift.force"), 11029.380862, 1e-5);
  EXPECT_NEAR(value("quick_return", "lift.A.p"), 2.0041524e6, 0.1);
  EXPECT_NEAR(value("quick_return", "lift.force"), -4151.5556, 1e-3);
  EXPECT_NEAR(value("quick_return", "lift.length"), 1.4135054383, 1e-10);
}

}  // namespace
}  // namespace bramah
