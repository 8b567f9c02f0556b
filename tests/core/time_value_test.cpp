#include <numbers>

#include "core/signal_graph.h"
#include "derivative.h"

namespace bramah {
namespace {

SignalNode series(SignalKind kind, std::vector<double> x, std::vector<double> y,
                  double period = 0.0) {
  SignalNode n;
  n.kind = kind;
  n.x = std::move(x), n.y = std::move(y);
  n.period = period;
  return n;
}

double value(const SignalNode& n, double t, double anchor) {
  return time_value(n, t, anchor).value;
}
double value(const SignalNode& n, double t) { return value(n, t, t); }

TEST(TimeValue, Constant) {
  SignalNode n;
  n.value = 3.5;
  EXPECT_EQ(value(n, 17.0), 3.5);
  EXPECT_EQ(time_value(n, 17.0, 17.0).rate, 0.0);
}

TEST(TimeValue, StepsHoldFromTheirTimeOn) {
  const SignalNode n = series(SignalKind::steps, {1.0, 2.0, 4.0}, {5.0, -1.0, 7.0});
  EXPECT_EQ(value(n, 0.5), 5.0);  // the first also before its time
  EXPECT_EQ(value(n, 1.5), 5.0);
  EXPECT_EQ(value(n, 2.0), -1.0);
  EXPECT_EQ(value(n, 3.999), -1.0);
  EXPECT_EQ(value(n, 9.0), 7.0);
}

// Both ends of a step from 1 to 2 see the piece between; likewise from 2 to 3.
TEST(TimeValue, TheAnchorChoosesThePieceAtAJump) {
  const SignalNode steps = series(SignalKind::steps, {0.0, 2.0}, {5.0, -1.0});
  EXPECT_EQ(value(steps, 2.0, 1.5), 5.0);
  EXPECT_EQ(value(steps, 2.0, 2.5), -1.0);
  const SignalNode ramps = series(SignalKind::ramps, {0.0, 2.0, 3.0}, {0.0, 4.0, 1.0});
  EXPECT_EQ(time_value(ramps, 2.0, 1.5).rate, 2.0);
  EXPECT_EQ(time_value(ramps, 2.0, 2.5).rate, -3.0);
  EXPECT_EQ(value(ramps, 2.0, 1.5), 4.0);
  EXPECT_EQ(value(ramps, 2.0, 2.5), 4.0);
}

TEST(TimeValue, RampsAreStraightAndConstantOutside) {
  const SignalNode n = series(SignalKind::ramps, {1.0, 2.0, 4.0}, {10.0, 20.0, 0.0});
  EXPECT_EQ(value(n, 0.0), 10.0);
  EXPECT_EQ(value(n, 1.25), 12.5);
  EXPECT_EQ(value(n, 3.0), 10.0);
  EXPECT_EQ(value(n, 9.0), 0.0);
  EXPECT_EQ(time_value(n, 3.0, 3.0).rate, -10.0);
  EXPECT_EQ(time_value(n, 9.0, 9.0).rate, 0.0);
}

TEST(TimeValue, SineWithItsDerivatives) {
  SignalNode n;
  n.kind = SignalKind::sine;
  n.value = 1.0, n.amplitude = 3.0, n.omega = 2.0 * std::numbers::pi * 0.5, n.phase = 0.3;
  for (const double t : {0.0, 0.7, 4.1}) {
    const TimeValue at = time_value(n, t, t);
    EXPECT_NEAR(at.value, 1.0 + 3.0 * std::sin(std::numbers::pi * t + 0.3), 1e-14);
    expect_slope_near([&](double x) { return value(n, x); }, t, at.rate);
    expect_slope_near([&](double x) { return time_value(n, x, x).rate; }, t, at.acceleration);
  }
}

TEST(TimeValue, SamplesAreInterpolatedOrHeld) {
  SignalNode n = series(SignalKind::samples, {0.0, 1.0, 3.0}, {2.0, 4.0, 0.0});
  EXPECT_EQ(value(n, 0.5), 3.0);
  EXPECT_EQ(value(n, 2.0), 2.0);
  n.hold = true;
  EXPECT_EQ(value(n, 0.5), 2.0);
  EXPECT_EQ(value(n, 2.999), 4.0);
  EXPECT_EQ(value(n, 1.0, 0.9), 2.0);  // held up to the end of a step that ends there
}

TEST(TimeValue, PeriodicSignalsRepeat) {
  const SignalNode ramps = series(SignalKind::ramps, {0.0, 1.0, 2.0}, {0.0, 6.0, 0.0}, 2.5);
  for (const double t : {0.25, 1.5, 2.25})
    for (const int k : {1, 2, 7}) EXPECT_NEAR(value(ramps, t + 2.5 * k), value(ramps, t), 1e-13);
  const SignalNode steps = series(SignalKind::steps, {0.0, 1.0}, {3.0, 4.0}, 2.0);
  EXPECT_EQ(value(steps, 2.0, 1.9), 4.0);  // the end of a period belongs to it,
  EXPECT_EQ(value(steps, 2.0, 2.1), 3.0);  // and begins the next
}

// Ramps that drive a joint: the same points, reached at rest, with consistent derivatives.
TEST(TimeValue, SmoothRampsRestAtTheirPoints) {
  SignalNode node;
  node.kind = SignalKind::ramps;
  node.smooth = true;
  node.x = {0.0, 1.0, 3.0}, node.y = {0.0, 2.0, -1.0};
  const auto at = [&](double t) { return time_value(node, t, t); };
  for (const double t : {0.0, 1.0 + 1e-12, 3.0 - 1e-12}) {
    EXPECT_NEAR(at(t).rate, 0.0, 1e-9);
    EXPECT_NEAR(at(t).acceleration, 0.0, 1e-9);
  }
  for (const double t : {-1.0, 0.0, 3.0, 5.0}) {  // held outside
    EXPECT_EQ(at(t).value, t < 1.0 ? 0.0 : -1.0);
    EXPECT_EQ(at(t).rate, 0.0);
    EXPECT_EQ(at(t).acceleration, 0.0);
  }
  EXPECT_NEAR(at(0.5).value, 1.0, 1e-15);
  EXPECT_NEAR(at(2.0).value, 0.5, 1e-15);
  EXPECT_NEAR(at(0.5).rate, 2.0 * 30.0 / 16.0, 1e-14);  // S'(1/2) = 15/8
  for (const double t : {0.2, 0.7, 1.6, 2.9}) {
    expect_slope_near([&](double x) { return at(x).value; }, t, at(t).rate, {.scale = 0.1});
    expect_slope_near([&](double x) { return at(x).rate; }, t, at(t).acceleration, {.scale = 0.1});
  }
}

}  // namespace
}  // namespace bramah
