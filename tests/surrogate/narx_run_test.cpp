#include "surrogate/narx_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "linear_plant.h"
#include "surrogate/trainer.h"

namespace bramah {
namespace {

Surrogate random_surrogate(const NarxDelays& delays, int nu, int ny) {
  Surrogate s;
  for (int i = 0; i < nu; ++i)
    s.inputs.push_back({"u" + std::to_string(i), "V", -10.0, 10.0, -10.0, 10.0, 20.0});
  for (int o = 0; o < ny; ++o)
    s.outputs.push_back({"y" + std::to_string(o), "m", 0.0, 1.0 + o, 0.0, 1.0 + o, 0.5});
  s.delays = delays;
  s.network.sizes = {window_size(s), 6, ny};
  initialise(s.network, 4);
  s.network.parameters *= 0.5;
  return s;
}

// Against the windows of training: the same outputs, with the input held where its delay is zero.
TEST(NarxRun, RunsAsItWasTrained) {
  for (const NarxDelays& delays :
       {NarxDelays{1, 3, 2, 0}, NarxDelays{1, 4, 3, 0}, NarxDelays{1, 5, 0, 0},
        NarxDelays{1, 1, 1, 0}, NarxDelays{1, 3, 5, 0}}) {
    const Surrogate s = random_surrogate(delays, 2, 2);
    Samples samples;
    samples.inputs = s.inputs, samples.outputs = s.outputs;
    samples.u.resize(2, 60), samples.y.resize(2, 60);
    for (Eigen::Index k = 0; k < 60; ++k) {
      // At rest until every delay is filled.
      const Eigen::Index at = k < 10 ? 0 : k;
      samples.u.col(k) = Eigen::Vector2d(10.0 * std::sin(0.3 * at), 5.0 * std::cos(0.2 * at));
      samples.y.col(k) = Eigen::Vector2d(0.4, 1.1);
    }
    const Eigen::MatrixXd expected = free_run(s, samples);
    const NarxRun run(s);
    NarxRun::Scratch scratch = run.make_scratch();
    std::vector<double> state(run.state_size());
    run.start({samples.u.col(0).data(), 2}, {samples.y.col(0).data(), 2}, state);
    const int first = delays.depth();
    // free_run() predicts column `first` from the measured past before it.
    for (Eigen::Index k = first - 1; k + 1 < 60; ++k) {
      run.sample({samples.u.col(k).data(), 2}, state, scratch);
      for (int o = 0; o < 2; ++o)
        EXPECT_NEAR(run.output_after(o, state), expected(o, k + 1), 1e-12) << k;
    }
  }
}

TEST(NarxRun, ADelayOfZeroSeesTheInputHeld) {
  const Surrogate held = random_surrogate({0, 2, 1, 0}, 1, 1);
  const NarxRun run(held);
  NarxRun::Scratch scratch = run.make_scratch();
  std::vector<double> state(run.state_size());
  const double u0 = 1.0, y0 = 0.5;
  run.start({&u0, 1}, {&y0, 1}, state);
  double u1 = -2.0;
  for (const double u2 : {3.0, 4.0, -5.0}) {
    const double y = run.output_after(0, state);
    run.sample({&u2, 1}, state, scratch);
    const ForwardPass pass(held.network);
    ForwardPass::Scratch inner = pass.make_scratch();
    const double before = u2 == 3.0 ? u0 : u1;
    const double x[4] = {held.inputs[0].scaled(u2), held.inputs[0].scaled(u2),
                         held.inputs[0].scaled(before), held.outputs[0].scaled(y)};
    double next = 0.0;
    pass(x, {&next, 1}, inner);
    EXPECT_NEAR(run.output_after(0, state), held.outputs[0].physical(next), 1e-14);
    u1 = u2;
  }
}

TEST(NarxRun, MeasuredValuesReplacePredictedOnes) {
  const Surrogate s = random_surrogate({1, 2, 2, 2}, 1, 1);
  const NarxRun run(s);
  NarxRun::Scratch scratch = run.make_scratch();
  std::vector<double> a(run.state_size()), b;
  const double u = 2.0, y = 0.5, other = 0.7;
  run.start({&u, 1}, {&y, 1}, a);
  run.sample({&u, 1}, a, scratch);
  b = a;
  const double guess = run.output_after(0, b);
  run.measure({&other, 1}, b);
  EXPECT_EQ(run.output_after(0, b), other);
  run.sample({&u, 1}, a, scratch);
  run.sample({&u, 1}, b, scratch);
  EXPECT_NE(run.output_after(0, a), run.output_after(0, b));
  EXPECT_EQ(run.output_before(0, b), other);
  // NARMAX: the error of the guess stands in the last line, then moves on.
  const std::size_t errors = b.size() - 2;
  EXPECT_DOUBLE_EQ(b[errors + 1], s.outputs[0].scaled(other) - s.outputs[0].scaled(guess));
  EXPECT_EQ(b[errors], 0.0);
  EXPECT_EQ(a[errors + 1], 0.0);
}

TEST(NarxRun, TellsWhenItLeavesTheBox) {
  Surrogate s = random_surrogate({1, 2, 2, 0}, 1, 1);
  s.network.parameters.setZero();  // predicts the middle, 0.5
  s.inputs[0].valid_change = 4.0;
  const NarxRun run(s);
  NarxRun::Scratch scratch = run.make_scratch();
  std::vector<double> state(run.state_size());
  double u = 8.0;
  const double y = 0.5;
  run.start({&u, 1}, {&y, 1}, state);
  run.sample({&u, 1}, state, scratch);
  EXPECT_EQ(run.excess(state).channel, -1);
  EXPECT_TRUE(run.history_inside(state));
  u = 11.0;  // 1 V beyond a box of 20 V
  run.sample({&u, 1}, state, scratch);
  EXPECT_EQ(run.excess(state).channel, 0);
  EXPECT_NEAR(run.excess(state).share, 0.05, 1e-12);
  EXPECT_FALSE(run.history_inside(state));
  u = 9.0;  // inside, but the past is not: two delays
  run.sample({&u, 1}, state, scratch);
  EXPECT_EQ(run.excess(state).channel, -1);
  EXPECT_FALSE(run.history_inside(state));
  run.sample({&u, 1}, state, scratch);
  EXPECT_TRUE(run.history_inside(state));
  u = 2.0;  // a jump of 7 where 4 was the largest
  run.sample({&u, 1}, state, scratch);
  EXPECT_EQ(run.excess(state).channel, 0);
  EXPECT_NEAR(run.excess(state).share, 3.0 / 20.0, 1e-12);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  run.sample({&nan, 1}, state, scratch);
  EXPECT_GE(run.excess(state).channel, 0);
}

}  // namespace
}  // namespace bramah
