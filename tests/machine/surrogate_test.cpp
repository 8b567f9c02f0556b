// A surrogate in place of the oil: networks made by hand, whose motion is known.
#include <cmath>

#include "hinged_boom.h"
#include "malloc_count.h"
#include "surrogate_rig.h"

namespace bramah {
namespace {

using namespace rig;

using Surrogates = SurrogateMachine;

constexpr const char* kJumps =
    "signals: {U: {steps: [[0 s, 1 V], [0.1 s, 4 V], [0.1534 s, -1 V]]}}\n";
double jumps(double t) { return t < 0.1 - 1e-9 ? 1.0 : t < 0.1534 - 1e-9 ? 4.0 : -1.0; }

struct Motion {
  double s = 0.0, v = 0.0, a = 0.0;
};

// What the network says at its instants, with the rate linear in between.
Motion exact(const Lag& lag, double (*u)(double), double start, double t) {
  double s = start, v = 0.0;
  const auto k = static_cast<long long>(std::floor(t / lag.T + 1e-9));
  for (long long i = 0; i < k; ++i) lag.step(u(static_cast<double>(i) * lag.T), 0.0, s, v);
  double s1 = s, v1 = v;
  lag.step(u(static_cast<double>(k) * lag.T), 0.0, s1, v1);
  const double x = t - static_cast<double>(k) * lag.T, a = (v1 - v) / lag.T;
  return {s + x * (v + 0.5 * a * x), v + a * x, a};
}

// Step, sample time and jumps need not fit each other.
TEST_F(Surrogates, DriveTheLengthExactly) {
  for (const double step : {1e-3, 0.7e-3, 5e-3})
    for (const int outputs : {3, 1}) {  // length and rate, rate alone
      SCOPED_TRACE(testing::Message() << step << " s, outputs " << outputs);
      Lag lag;
      lag.length = outputs == 3;
      network(lag);
      LoadOptions o;
      o.step = step, o.until = 0.3;
      const Recorded run =
          go(machine("circuit3", std::string(kJumps) + "surrogate: lag.yaml\n", o));
      EXPECT_EQ(run.model.coupling(), "surrogate");
      for (std::size_t k = 0; k < run.size(); ++k) {
        const double t = run.rows.times[k];
        const Motion m = exact(lag, jumps, 0.0, t);
        ASSERT_NEAR(run("cylinder.length", k), m.s, 1e-12) << t;
        ASSERT_NEAR(run("cylinder.rate", k), m.v, 1e-9) << t;
        // 210 kg and no weight; the row at an instant belongs to the piece that led there.
        const double x = std::fmod(t + 1e-9, lag.T);
        if (x > 1e-6) {
          ASSERT_NEAR(run("cylinder.force", k), 210.0 * m.a, 1e-4) << t;
        }
      }
      EXPECT_LT(run.summary.energy_residual_max, 0.01);
      EXPECT_TRUE(run.summary.warnings.empty());
    }
}

// From lengths alone: through the predicted lengths, with a rate that does not jump.
TEST_F(Surrogates, LengthAloneIsSmooth) {
  Lag lag;
  lag.rate = false, lag.keep = 0.0;
  network(lag);
  LoadOptions o;
  o.step = 0.5e-3, o.until = 0.3;
  const Recorded run = go(machine("circuit3", std::string(kJumps) + "surrogate: lag.yaml\n", o));
  double s = 0.0, v = 0.0, d = 0.0;
  for (std::size_t k = 4; k < run.size(); k += 4) {
    const double t = run.rows.times[k], u = jumps(t - lag.T);
    s += lag.T * lag.gain * u;
    v = 1.5 * lag.gain * u - 0.5 * d;
    d = lag.gain * u;
    ASSERT_NEAR(run("cylinder.length", k), s, 1e-11)
        << t;  // what Newton leaves of a tolerance of 1e-9
    ASSERT_NEAR(run("cylinder.rate", k), v, 1e-9) << t;
    const double before = run("cylinder.length", k - 1), after = run("cylinder.length", k);
    ASSERT_NEAR((after - before) / 0.5e-3, v, 0.16) << t;  // no jump: a cubic in between
  }
  EXPECT_NEAR(v, -1.0 * lag.gain, 1e-12);  // it settles
}

TEST_F(Surrogates, SnapshotsGoOnBitForBit) {
  Lag lag;
  network(lag);
  LoadOptions o;
  o.step = 0.7e-3;
  for (const char* more : {"", "surrogate: {file: lag.yaml, outside: physics}\n"}) {
    Lag narrow = lag;
    if (*more) narrow.input_box = 3.5;
    network(narrow);
    const Model model =
        machine("circuit3", std::string(kJumps) + (*more ? more : "surrogate: lag.yaml\n"), o);
    State state = model.initial_state();
    Workspace work(model);
    for (int k = 0; k < 153; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);  // 107.1 ms
    State copy = state;
    Workspace fresh(model);
    for (int k = 0; k < 200; ++k) {
      ASSERT_TRUE(step(model, state, work, {}).converged);
      ASSERT_TRUE(step(model, copy, fresh, {}).converged);
      ASSERT_TRUE(state == copy) << k;
    }
  }
}

// Adopting a state samples nothing twice.
TEST_F(Surrogates, StatesCanBeAdopted) {
  network({});
  LoadOptions o;
  o.step = 1e-3;
  const Model model = machine("circuit3", std::string(kJumps) + "surrogate: lag.yaml\n", o);
  State state = model.initial_state();
  Workspace work(model);
  for (int k = 0; k < 100; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);
  State other = model.adopt(model, state, work);
  for (int k = 0; k < 50; ++k) {
    ASSERT_TRUE(step(model, state, work, {}).converged);
    ASSERT_TRUE(step(model, other, work, {}).converged);
  }
  EXPECT_EQ(value(model, state, work, "cylinder.length"),
            value(model, other, work, "cylinder.length"));
}

double lift(double t) { return t < 0.05 - 1e-9 ? 0.0 : 10.0; }
constexpr const char* kLift =
    "signals: {lift_command: {steps: [[0 s, 0 V], [0.05 s, 10 V]]}}\nsurrogate: lag.yaml\n";

Lag crane_lag() {
  Lag lag;
  lag.input = "lift_command", lag.cylinder = "lift", lag.gain = 0.01;
  return lag;
}

TEST_F(Surrogates, DriveMechanismsInAnyCoordinates) {
  const Lag lag = crane_lag();
  network(lag);
  double force = 0.0;
  for (const char* method : {"semirecursive", "ali3p", "ali1", "double_step"})
    for (const char* integrator : {"sdirk2", "trapezoidal"}) {
      SCOPED_TRACE(testing::Message() << method << ", " << integrator);
      LoadOptions o;
      o.method = method, o.integrator = integrator, o.step = 1e-3, o.until = 0.4;
      const Recorded run = go(machine("crane_single", kLift, o));
      const bool decays = std::string(method) == "ali1";
      for (std::size_t k = 0; k < run.size(); k += 7)
        ASSERT_NEAR(run("lift.length", k), exact(lag, lift, 0.5, run.rows.times[k]).s,
                    decays ? 1e-5 : 1e-9);
      const double last = run("lift.force", run.size() - 1);
      if (force == 0.0) force = last;
      EXPECT_NEAR(last, force, 2e-3 * force);
      EXPECT_LT(run.summary.energy_residual_max, 1.0);
    }
}

constexpr const char* kLag = R"(signals: {command: {steps: [[0 s, 0], [0.1 s, 2]]}}
solver: {step: 1 ms, until: 0.3 s}
surrogate: lag.yaml
)";

// It yields under the load: the reaction reaches the network, and the rate the mechanism.
TEST_F(Surrogates, WithAForceItIsASourceOfSpeed) {
  Lag lag;
  lag.input = "command", lag.unit = "1", lag.cylinder = "lift", lag.force = true;
  lag.yield = 2e-7;
  for (const bool length : {true, false}) {  // a length among the outputs is not followed
    lag.length = length;
    network(lag);
    const Recorded run = go(load(write("m.yaml", hinged_boom() + kLag)));
    // At rest: F ds/dangle = m g x.
    const double angle = std::acos(-1.0) / 6.0, s0 = std::sqrt(0.89 - 0.8 * std::cos(angle));
    double F = 981.0 * 0.5 * std::cos(angle) / (0.4 * std::sin(angle) / s0);
    double s = s0, v = 0.0;
    for (std::size_t k = 2; k < run.size(); k += 2) {
      lag.step(run.rows.times[k] - lag.T < 0.1 - 1e-9 ? 0.0 : 2.0, F, s, v);
      ASSERT_NEAR(run("lift.rate", k), v, 1e-9) << run.rows.times[k];
      ASSERT_NEAR(run("lift.length", k), s, 1e-9);
      F = run("lift.force", k);
    }
    EXPECT_GT(F, 500.0);
  }
}

TEST_F(Surrogates, DoNotAllocate) {
  network({});
  Lag lag = crane_lag(), narrow;
  narrow.input_box = 3.5;
  network(narrow, "narrow.yaml");
  const auto steps = [](const Model& model) {
    State state = model.initial_state();
    Workspace work(model);
    const long before = malloc_count();
    for (int k = 0; k < 400; ++k) EXPECT_TRUE(step(model, state, work, {}).converged) << k;
    return malloc_count() - before;
  };
  LoadOptions o;
  o.step = 0.7e-3;
  EXPECT_EQ(steps(machine("circuit3", std::string(kJumps) + "surrogate: lag.yaml\n", o)), 0);
  EXPECT_EQ(
      steps(machine("circuit3",
                    std::string(kJumps) + "surrogate: {file: narrow.yaml, outside: physics}\n", o)),
      0);
  network(lag);
  for (const char* method : {"semirecursive", "ali3p", "double_step", "ali1"}) {
    o.method = method;
    EXPECT_EQ(steps(machine("crane_single", kLift, o)), 0) << method;
  }
}

TEST_F(Surrogates, OneWordBringsTheOilBack) {
  network({});
  LoadOptions o;
  o.until = 0.05;
  const Recorded oil = go(machine("circuit3", kJumps, o));
  o.set = {"surrogate.actuator=physical"};
  for (const char* use :
       {"surrogate: lag.yaml\n", "surrogate: {file: lag.yaml, outside: stop}\n"}) {
    const Recorded back = go(machine("circuit3", std::string(kJumps) + use, o));
    EXPECT_EQ(back.model.coupling(), "monolithic");
    EXPECT_EQ(back.rows.values, oil.rows.values);
  }
}

// The network is part of what a result depends on.
TEST_F(Surrogates, NetworkIsInTheHash) {
  Lag lag;
  network(lag);
  const std::string one = machine("circuit3", "surrogate: lag.yaml\n").hash();
  lag.gain *= 1.001;
  network(lag);
  EXPECT_NE(machine("circuit3", "surrogate: lag.yaml\n").hash(), one);
}

TEST_F(Surrogates, CheckTellsWhatRuns) {
  Lag lag;
  network(lag);
  const auto notes = [&](const std::string& use) {
    std::string all;
    for (const std::string& note : check(machine("circuit3", use)).notes) all += note + "\n";
    return all;
  };
  const std::string said = notes("surrogate: {file: lag.yaml, outside: stop}\n");
  for (const char* part :
       {"a surrogate (lag.yaml) takes the place of the oil: U -> cylinder.length, cylinder.rate, "
        "every 2 ms, delays of inputs 1 to 1, of outputs 1, 8 parameters",
        "it sets the cylinders' lengths, whatever the load", "U from -20 to 20 V",
        "changes within a sample up to 80 V", "Outside: the run stops"})
    EXPECT_NE(said.find(part), std::string::npos) << part << "\n" << said;
  lag.force = true;
  network(lag);
  EXPECT_NE(notes("surrogate: lag.yaml\n").find("it is a source of speed under the load"),
            std::string::npos);
}

}  // namespace
}  // namespace bramah
