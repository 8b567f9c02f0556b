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
  const auto bend = [&](double rate, double before, double steps) {
    return predictor.bend(0, rate, before, steps, 1e-3);
  };
  EXPECT_DOUBLE_EQ(bend(0.3, 0.2, 0.5), 0.05);
  EXPECT_DOUBLE_EQ(bend(0.2, 0.3, 2.0), -0.2);
  EXPECT_EQ(bend(30.0, 28.0, 1.0), 0.0);  // would move the state by 0.2 % of its size
  EXPECT_EQ(bend(0.1, -0.1, 1.0), 0.0);   // rings
}

TEST(Predictor, RemembersTheRatesOfTheStart) {
  std::array<double, 1> a{1.0}, ydot{2.0}, before_a{}, before_y{}, h{};
  StatePoint p;
  p.a = a, p.ydot = ydot, p.before_a = before_a, p.before_y = before_y, p.before_h = h;
  remember(p, 1e-3);
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
