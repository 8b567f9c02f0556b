#include "integrators/predictor.h"

#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <array>

#include "integrators/swinging_mass.h"

namespace bramah {
namespace {

TEST(Predictor, KnowsNoStepBeforeTheFirstAndBehindAJump) {
  StatePoint p;
  EXPECT_EQ(steps_back(p, 1e-3), 0.0);
  std::array<double, 1> h{0.0};
  p.before_h = h;
  EXPECT_EQ(steps_back(p, 1e-3), 0.0);
  h[0] = 2e-3;
  EXPECT_EQ(steps_back(p, 1e-3), 0.5);
}

TEST(Predictor, FollowsARateThatChangesLittle) {
  const SwingingMass mass(1.0);  // whose state has the scale 1
  const Predictor predictor(mass);
  const auto bend = [&](double rate, double before, double change) {
    return predictor.bend(0, change, rate, before, 1e-3);
  };
  EXPECT_EQ(bend(0.3, 0.2, 0.05), 0.05);
  EXPECT_EQ(bend(0.2, 0.3, -0.2), -0.2);
  EXPECT_EQ(bend(30.0, 28.0, 2.0), 0.0);  // would move the state by 0.2 % of its size
  EXPECT_EQ(bend(0.1, -0.1, 0.2), 0.0);   // rings
}

// A rate that goes with the square of time, over steps of three lengths.
TEST(Predictor, KnowsHowRatesBend) {
  const auto rate = [](double t) { return 1.0 + 2.0 * t + 3.0 * t * t; };
  constexpr double kTimes[] = {0.0, 0.1, 0.4, 0.6, 0.9};
  std::array<double, 1> a{}, ydot{}, before_a{}, before_y{}, bend_a{}, bend_y{}, h{};
  StatePoint p;
  p.a = a, p.ydot = ydot, p.before_a = before_a, p.before_y = before_y, p.before_h = h;
  p.bend_a = bend_a, p.bend_y = bend_y;
  Trial end(1, 1, 0);
  for (int k = 0; k < 4; ++k) {
    const double from = kTimes[k], to = kTimes[k + 1];
    a[0] = rate(from), ydot[0] = -rate(from);
    const Ahead ahead = look_ahead(p, to - from);
    EXPECT_EQ(ahead.known(), k > 0);
    if (k > 1) {  // three rates are known
      EXPECT_NEAR(a[0] + ahead.change(a[0], before_a[0], bend_a[0]), rate(to), 1e-14);
      EXPECT_NEAR(ydot[0] + ahead.change(ydot[0], before_y[0], bend_y[0]), -rate(to), 1e-14);
    }
    end.a[0] = rate(to), end.ydot[0] = -rate(to);
    remember(p, to - from, end);
    EXPECT_EQ(bend_a[0] == 0.0, k == 0);  // of one step nobody knows
  }
}

TEST(Predictor, RemembersTheRatesOfTheStart) {
  std::array<double, 1> a{1.0}, ydot{2.0}, before_a{}, before_y{}, bend_a{}, bend_y{}, h{};
  StatePoint p;
  p.a = a, p.ydot = ydot, p.before_a = before_a, p.before_y = before_y, p.before_h = h;
  p.bend_a = bend_a, p.bend_y = bend_y;
  remember(p, 1e-3, Trial(1, 1, 0));
  EXPECT_EQ(before_a[0], 1.0);
  EXPECT_EQ(before_y[0], 2.0);
  EXPECT_EQ(h[0], 1e-3);
}

// Solves of a crane that moves mostly end with the first iteration: 1.2 (sdirk2 1.1) on average; without
// the bend 1.6 and 1.3.
TEST(Predictor, SparesIterations) {
  struct Case {
    const char* rule;
    double most;
  };
  for (const Case& c : {Case{"trapezoidal", 1.3}, Case{"sdirk2", 1.2}, Case{"gen_alpha", 1.3}}) {
    LoadOptions options;
    options.integrator = c.rule;
    options.step = 1e-3;
    const Model model = load(BRAMAH_SOURCE_DIR "/models/chrono_crane.yaml", options);
    State state = model.initial_state();
    Workspace work(model);
    int solves = 0, iterations = 0;
    while (state.time() < 3.0) {
      const StepReport report = step(model, state, work, {});
      ASSERT_TRUE(report.converged);
      solves += report.solves, iterations += report.iterations;
    }
    EXPECT_LT(iterations, c.most * solves) << c.rule;
  }
}

// At 7.57 s a shuttle valve switches, and from the bent guess Newton does not get there.
TEST(Predictor, AGuessThatFailsIsFollowedByAnother) {
  LoadOptions options;
  options.integrator = "gen_alpha";
  options.substeps = "off";
  options.step = 1e-3;
  const Model model = load(BRAMAH_SOURCE_DIR "/models/excavator.yaml", options);
  State state = model.initial_state();
  Workspace work(model);
  while (state.time() < 7.6) {
    const StepReport report = step(model, state, work, {});
    ASSERT_TRUE(report.converged) << state.time() << ": " << explain(model, report);
  }
}

}  // namespace
}  // namespace bramah
