// A surrogate outside of what it was trained for: a warning, a stop, or the oil.
#include <cmath>

#include "coupling/stepper.h"
#include "force_elements.h"
#include "surrogate_rig.h"

namespace bramah {
namespace {

using namespace rig;

using OutsideTheBox = SurrogateMachine;

// Inside, outside from 0.5 s to 0.8 s, inside again.
constexpr const char* kU = "signals: {U: {steps: [[0 s, 1.5 V], [0.5 s, 4 V], [0.8 s, 1 V]]}}\n";

std::string use(const char* outside) {
  return std::string(kU) + "surrogate: {file: lag.yaml, outside: " + outside + "}\n";
}

LoadOptions options(double step, double until) {
  LoadOptions o;
  o.step = step, o.until = until;
  return o;
}

Lag narrow() {
  Lag lag;
  lag.input_box = 2.0;
  return lag;
}

TEST_F(OutsideTheBox, RunsGoOnWithAWarning) {
  network(narrow());
  const Recorded run = go(machine("circuit3", use("warn"), options(1e-3, 1.0)));
  ASSERT_EQ(run.summary.warnings.size(), 1u);
  // 0.5 s to 0.8 s at every 2 ms; 2 V of 4 V.
  EXPECT_EQ(run.summary.warnings[0],
            "the surrogate left what it was trained for, in 150 samples, first at t = 0.5 s, at "
            "most by 50 % of the range of U (-2 to 2 V, 8 V within a sample); do not trust the "
            "results");
  EXPECT_EQ(run("surrogate.outside", 400), 0.0);
  EXPECT_EQ(run("surrogate.outside", 600), 0.5);
  EXPECT_EQ(run("surrogate.outside", 900), 0.0);
  EXPECT_NE(summary_json(run.model, run.summary).find("in 150 samples"), std::string::npos);
  const Recorded inside = go(machine("circuit3", use("warn"), options(1e-3, 0.5)));
  EXPECT_TRUE(inside.summary.warnings.empty());
}

TEST_F(OutsideTheBox, StepsStop) {
  network(narrow());
  const auto stop = [&] {
    const Model model = machine("circuit3", use("stop"), options(1e-3, 1.0));
    Recording rows;
    const RunSummary summary = run(model, {}, rows);
    EXPECT_FALSE(summary.converged);
    EXPECT_NEAR(summary.simulated_s, 0.5, 1e-9);
    return summary.message;
  };
  EXPECT_EQ(stop(),
            "the surrogate left what it was trained for: U is 4 V, but was trained from -2 to 2 V. "
            "Stay inside, train it further, or write outside: warn or physics.");
  Surrogate quick = surrogate(Lag{});
  quick.inputs[0].valid_change = 2.0;
  write("lag.yaml", surrogate_text(quick));
  EXPECT_NE(stop().find("U changes by 2.5 V within a sample, but was trained up to 2 V"),
            std::string::npos);
}

TEST_F(OutsideTheBox, AFailedStepLeavesTheStateAlone) {
  network(narrow());
  const Model model = machine("circuit3", use("stop"), options(1e-3, 1.0));
  State state = model.initial_state();
  Workspace work(model);
  while (state.tick() < 500) ASSERT_TRUE(step(model, state, work, {}).converged);
  const State before = state;
  EXPECT_FALSE(step(model, state, work, {}).converged);
  EXPECT_TRUE(state == before);
}

// The lag's gain is the circuit's at 1.5 V, so that the oil finds what it would have itself.
Lag fitted(const Recorded& oil, std::size_t row, double volts) {
  Lag lag = narrow();
  lag.gain = oil("cylinder.rate", row) / volts;
  return lag;
}

TEST_F(OutsideTheBox, TheOilTakesOverSmoothlyAndGivesBack) {
  const double h = 0.1e-3;
  const Recorded oil = go(machine("circuit3", kU, options(h, 1.2)));
  const Lag lag = fitted(oil, 4900, 1.5);
  network(lag);
  for (const double step : {h, 0.3e-3}) {
    const Recorded run = go(machine("circuit3", use("physics"), options(step, 1.2)));
    const auto row = [&](double t) { return static_cast<std::size_t>(std::llround(t / step)); };
    EXPECT_EQ(run("surrogate.physics", row(0.4)), 0.0);
    EXPECT_EQ(run("surrogate.physics", row(0.6)), 1.0);
    EXPECT_EQ(run("surrogate.physics", row(1.1)), 0.0);
    // Length and rate go on, and no acceleration is beyond what the oil has by itself.
    double hardest = 0.0, own = 0.0;
    for (std::size_t k = 1; k < oil.size(); ++k)
      if (oil.rows.times[k] > 0.45) own = std::max(own, std::abs(oil("cylinder.acceleration", k)));
    for (std::size_t k = row(0.45); k < run.size(); ++k) {
      const double ds = run("cylinder.length", k) - run("cylinder.length", k - 1);
      const double mean = 0.5 * (run("cylinder.rate", k) + run("cylinder.rate", k - 1));
      ASSERT_NEAR(ds, mean * step, 1.2 * own * step * step) << run.rows.times[k];
      if (run("surrogate.physics", k) == 1.0)
        hardest = std::max(hardest, std::abs(run("cylinder.acceleration", k)));
    }
    EXPECT_LT(hardest, 1.1 * own);
    // As the machine that had oil all the time.
    for (const double t : {0.51, 0.55, 0.6, 0.7, 0.79}) {
      const auto other = static_cast<std::size_t>(std::llround(t / h));
      EXPECT_NEAR(run("cylinder.rate", row(t)), oil("cylinder.rate", other), 5e-3) << t;
      EXPECT_NEAR(run("cylinder.force", row(t)), oil("cylinder.force", other), 50.0) << t;
      EXPECT_NEAR(run("cylinder.length", row(t)) - run("cylinder.length", row(0.5)),
                  oil("cylinder.length", other) -
                      oil("cylinder.length", static_cast<std::size_t>(std::llround(0.5 / h))),
                  1e-3)
          << t;
    }
    // The network again.
    EXPECT_NEAR(run("cylinder.rate", row(1.19)), lag.gain * 1.0, 1e-6);
    EXPECT_LT(run.summary.energy_residual_max, 1.0);
    ASSERT_EQ(run.summary.warnings.size(), 1u);
    EXPECT_TRUE(run.summary.warnings[0].ends_with("the oil was solved there"));
  }
}

// At the instant itself: the oil pushes as the guide did.
TEST_F(OutsideTheBox, PressuresGiveTheForceOfTheGuide) {
  const Recorded oil = go(machine("circuit3", kU, options(0.1e-3, 0.5)));
  network(fitted(oil, 4900, 1.5));
  const Model model = machine("circuit3", use("physics"), options(0.1e-3, 1.2));
  State state = model.initial_state();
  Workspace work(model);
  while (state.tick() < 5000) ASSERT_TRUE(step(model, state, work, {}).converged);
  const double s = value(model, state, work, "cylinder.length");
  const double v = value(model, state, work, "cylinder.rate");
  const double F = value(model, state, work, "cylinder.force");
  ASSERT_TRUE(step(model, state, work, {}).converged);
  ASSERT_EQ(value(model, state, work, "surrogate.physics"), 1.0);
  EXPECT_NEAR(value(model, state, work, "cylinder.length"), s + 1e-4 * v, 1e-8);
  EXPECT_NEAR(value(model, state, work, "cylinder.force"), F, 1.0);  // of some 5 kN each way
  const auto x = model.plant().layout.physics.in(std::as_const(state).values());
  const Plant& physics = model.stepper().blamed({.took_over = true});
  const auto y = physics.layout.y.in(x);
  const auto last = oil.size() - 1;
  EXPECT_NEAR(y[0], oil("cylinder.A.p", last), 2e5);
  EXPECT_NEAR(y[1], oil("cylinder.B.p", last), 2e5);
}

// A mechanism under its weight: the pressures carry it as those of a run with oil throughout.
TEST_F(OutsideTheBox, MechanismsGoOnUnderTheirWeight) {
  const std::string signals =
      "signals: {lift_command: {steps: [[0 s, 0 V], [0.2 s, 5 V], [1 s, 8 V], [1.5 s, 2 V]]}}\n";
  for (const char* method : {"semirecursive", "ali3p"}) {
    SCOPED_TRACE(method);
    LoadOptions o = options(1e-3, 2.0);
    o.method = method;
    const Recorded oil = go(machine("crane_single", signals, o));
    Lag lag;
    lag.input = "lift_command", lag.cylinder = "lift", lag.input_box = 6.0;
    lag.gain = oil("lift.rate", 990) / 5.0;
    network(lag);
    const Recorded run =
        go(machine("crane_single", signals + "surrogate: {file: lag.yaml, outside: physics}\n", o));
    EXPECT_EQ(run("surrogate.physics", 990), 0.0);
    EXPECT_EQ(run("surrogate.physics", 1200), 1.0);
    EXPECT_EQ(run("surrogate.physics", 1900), 0.0);
    for (std::size_t k = 1000; k < 1500; ++k) {
      ASSERT_NEAR(run("lift.rate", k), oil("lift.rate", k), 1e-3) << k;
      ASSERT_NEAR(run("lift.acceleration", k), oil("lift.acceleration", k), 0.2) << k;
      ASSERT_NEAR(run("lift.force", k), oil("lift.force", k), 200.0) << k;
    }
    EXPECT_LT(run.summary.energy_residual_max, 1.0);
  }
}

// Controllers go on where they are: a sampled counter does not count twice, a filter does not jump.
TEST_F(OutsideTheBox, ControllersGoOn) {
  network(narrow());
  const std::string signals =
      "signals:\n  U: {steps: [[0 s, 0.5 V], [0.4 s, 1.5 V], [0.5 s, 4 V], [0.8 s, 1 V]]}\n"
      "  one: {constant: 1}\n  none: {constant: 0}\n"
      "  count: {pid: {setpoint: one, measured: none, kp: 0, ki: 1 1/s}, sample_time: 10 ms}\n"
      "  slow: {filter: {of: U, time_constant: 200 ms}}\n"
      "surrogate: {file: lag.yaml, outside: physics}\n";
  const Recorded run = go(machine("circuit3", signals, options(1e-3, 1.0)));
  ASSERT_EQ(run("surrogate.physics", 600), 1.0);
  ASSERT_EQ(run("surrogate.physics", 950), 0.0);
  for (std::size_t k = 2; k < run.size(); ++k) {
    ASSERT_NEAR(run("count", k) - run("count", k - 1), 0.005, 0.0051) << k;
    ASSERT_NEAR(run("slow", k), run("slow", k - 1), 0.02) << k;
  }
  EXPECT_NEAR(run("count", 1000) - run("count", 100), 0.9, 1e-9);
}

// States and branches of force elements go over with the motion, and back.
TEST_F(OutsideTheBox, ForceElementsGoOn) {
  Lag lag = narrow();
  lag.cylinder = "ram", lag.gain = 0.02;
  network(lag);
  std::string text = kSlider;
  const std::string sine = "signals: {U: {sine: {amplitude: 5 V, frequency: 1 Hz}}}\n";
  text.replace(text.find(sine), sine.size(),
               "signals: {U: {ramps: [[0 s, 1.5 V], [0.4 s, 1.5 V], [0.5 s, 3 V], [0.6 s, 1.5 V], "
               "[1 s, 1.5 V]]}}\nsurrogate: {file: lag.yaml, outside: physics}\n");
  LoadOptions options = with_elements();
  const Recorded run = go(load(write("m.yaml", text), options));
  bool physics = false, network = false;
  for (std::size_t k = 1; k < run.size(); ++k) {
    (run("surrogate.physics", k) == 1.0 ? physics : network) = true;
    // creep' = k/d (s - rest - creep) = -F/d, whoever moves the load.
    const double mean = 0.5 * (run("mount.force", k) + run("mount.force", k - 1));
    ASSERT_NEAR(run("mount.creep", k) - run("mount.creep", k - 1), -1e-3 * mean / 4e3, 2e-8) << k;
    if (run("rail.position", k) > 0.1401) {
      ASSERT_LT(run("buffer.force", k), 0.0) << k;
    }
  }
  EXPECT_TRUE(physics && network);
}

}  // namespace
}  // namespace bramah
