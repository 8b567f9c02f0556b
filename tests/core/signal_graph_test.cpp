#include "core/signal_graph.h"

#include "bramah/basics.h"
#include "derivative.h"

namespace bramah {
namespace {

using Eigen::VectorXd;

SignalNode node(SignalKind kind, std::vector<SignalTerm> terms) {
  SignalNode n;
  n.kind = kind;
  n.terms = std::move(terms);
  return n;
}
SignalTerm sensor(int index, double weight = 1.0) { return {true, index, weight}; }
SignalTerm signal(int index, double weight = 1.0) { return {false, index, weight}; }
SignalNode constant(double value) {
  SignalNode n;
  n.value = value;
  return n;
}
SignalNode limit(SignalTerm of, double lower, double upper) {
  SignalNode n = node(SignalKind::limit, {of});
  n.lower = lower, n.upper = upper;
  return n;
}
SignalNode filter(SignalTerm of, double time_constant) {
  SignalNode n = node(SignalKind::filter, {of});
  n.time_constant = time_constant;
  return n;
}
SignalNode pid(SignalTerm of, double kp, double ki, double kd, double limit = 1e300) {
  SignalNode n = node(SignalKind::pid, {of});
  n.kp = kp, n.ki = ki, n.kd = kd;
  n.time_constant = 0.1;
  n.lower = -limit, n.upper = limit;
  return n;
}

// A graph with its buffers; sensors and states are set, values and rates read.
class Rig {
 public:
  explicit Rig(std::vector<SignalNode> nodes, int sensors = 3)
      : graph(std::move(nodes), sensors, names()),
        memory(graph.memory(), 0.0),
        x_(graph.make_scratch()) {}

  double value(int i, std::vector<double> sensors = {0, 0, 0}, std::vector<double> states = {}) {
    evaluate(sensors, states);
    return x_.values[i];
  }
  double rate(int state) const { return x_.state_rates[state]; }
  void evaluate(std::span<const double> sensors, std::span<const double> states, double t = 0.0) {
    graph.evaluate_time(t, t, inputs, memory, x_);
    graph.evaluate_feedback(sensors, states, x_);
  }
  void sample(double t, std::vector<double> sensors, std::vector<double> states = {}) {
    evaluate(sensors, states, t);
    graph.sample(t, sensors, states, memory, x_);
  }
  SignalScratch& scratch() { return x_; }

  SignalGraph graph;
  std::vector<double> memory, inputs;

 private:
  static std::vector<std::string> names() { return {"a", "b", "c", "d", "e", "f", "g"}; }
  SignalScratch x_;
};

// -------------------------------------------------------------------------------------- closed
// forms
TEST(SignalGraph, SumsAndOffsets) {
  SignalNode sum = node(SignalKind::sum, {sensor(0, 2.0), signal(1, -3.0)});
  sum.offset = 10.0;
  Rig rig({sum, constant(4.0)});  // refers to a later node
  EXPECT_EQ(rig.value(0, {5.0, 0, 0}), 2.0 * 5.0 - 3.0 * 4.0 + 10.0);
}

TEST(SignalGraph, Inputs) {
  SignalNode input;
  input.kind = SignalKind::input;
  input.input = 0;
  Rig rig({input, node(SignalKind::sum, {signal(0, 2.0)})});
  rig.inputs = {7.0};
  EXPECT_EQ(rig.value(1), 14.0);
}

TEST(SignalGraph, Limits) {
  Rig rig({limit(sensor(0), -1.0, 2.0)});
  EXPECT_EQ(rig.value(0, {-5.0, 0, 0}), -1.0);
  EXPECT_EQ(rig.value(0, {1.5, 0, 0}), 1.5);
  EXPECT_EQ(rig.value(0, {5.0, 0, 0}), 2.0);
}

TEST(SignalGraph, TablesAreLinearBetweenAndConstantOutside) {
  SignalNode table = node(SignalKind::table, {sensor(0)});
  table.x = {0.0, 1.0, 3.0}, table.y = {10.0, 20.0, -20.0};
  Rig rig({table});
  EXPECT_EQ(rig.value(0, {-1.0, 0, 0}), 10.0);
  EXPECT_EQ(rig.value(0, {0.5, 0, 0}), 15.0);
  EXPECT_EQ(rig.value(0, {2.5, 0, 0}), -10.0);
  EXPECT_EQ(rig.value(0, {9.0, 0, 0}), -20.0);
}

TEST(SignalGraph, FiltersLag) {  // T dx/dt = e - x
  Rig rig({filter(sensor(0, 2.0), 0.5)});
  ASSERT_EQ(rig.graph.states(), 1);
  EXPECT_EQ(rig.value(0, {3.0, 0, 0}, {1.0}), 1.0);
  EXPECT_EQ(rig.rate(0), (6.0 - 1.0) / 0.5);
}

TEST(SignalGraph, PidInsideItsLimits) {  // kp e + ki I + kd (e - x)/Td
  Rig rig({pid(sensor(0), 4.0, 3.0, 0.2)});
  ASSERT_EQ(rig.graph.states(), 2);
  EXPECT_NEAR(rig.value(0, {2.0, 0, 0}, {0.5, 1.7}), 4.0 * 2.0 + 3.0 * 0.5 + 0.2 * 0.3 / 0.1,
              1e-14);
  EXPECT_EQ(rig.rate(0), 2.0);
  EXPECT_NEAR(rig.rate(1), 0.3 / 0.1, 1e-14);
}

TEST(SignalGraph, PidAtALimitDoesNotWindUp) {  // dI/dt = e + (limited - raw)/kp
  Rig rig({pid(sensor(0), 4.0, 3.0, 0.0, 5.0)});
  EXPECT_EQ(rig.value(0, {2.0, 0, 0}, {0.5, 0.0}), 5.0);
  EXPECT_NEAR(rig.rate(0), 2.0 + (5.0 - 9.5) / 4.0, 1e-14);
  // At rest the integral is such that raw = limited + kp e: it leaves the limit as soon as e turns.
  const double rest = 5.0 / 3.0;
  rig.value(0, {2.0, 0, 0}, {rest, 0.0});
  EXPECT_NEAR(rig.rate(0), 0.0, 1e-14);
}

// --------------------------------------------------------------------------------------- gradients
std::vector<SignalNode> tangled() {
  SignalNode table = node(SignalKind::table, {sensor(1), signal(0, 0.3)});
  table.x = {-2.0, 0.5, 4.0}, table.y = {3.0, -1.0, 5.0};
  return {pid(sensor(0, -1.0), 4.0, 3.0, 0.2, 6.0),
          filter(signal(3, 2.0), 0.5),
          table,
          node(SignalKind::sum, {signal(0), signal(2, -2.0), sensor(2, 0.7)}),
          limit(signal(1, 1.5), -4.0, 4.0),
          pid(signal(4), 2.0, 1.0, 0.1),
          node(SignalKind::sum, {signal(5), signal(1), sensor(0, -1.0)})};
}

// d(values, state rates)/d(sensors, states); e in some states limited, in others not.
TEST(SignalGraph, GradientsMatchDifferences) {
  Rig rig(tangled());
  const int nodes = rig.graph.size(), states = rig.graph.states(), wide = 3 + states;
  const auto all = [&](const VectorXd& x) {
    rig.evaluate({x.data(), 3}, {x.data() + 3, static_cast<std::size_t>(states)});
    VectorXd out(nodes + states);
    for (int i = 0; i < nodes; ++i) out[i] = rig.scratch().values[i];
    for (int k = 0; k < states; ++k) out[nodes + k] = rig.scratch().state_rates[k];
    return out;
  };
  std::srand(5);
  int limited = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const VectorXd x = 2.0 * VectorXd::Random(wide);
    limited += std::abs(all(x)[0]) == 6.0;
    rig.graph.gradients({x.data(), 3}, {x.data() + 3, static_cast<std::size_t>(states)},
                        rig.scratch());
    Eigen::MatrixXd gradient(nodes + states, wide);
    for (int k = 0; k < wide; ++k) {
      for (int i = 0; i < nodes; ++i) gradient(i, k) = rig.scratch().gradient[i * wide + k];
      for (int s = 0; s < states; ++s)
        gradient(nodes + s, k) = rig.scratch().state_gradient[s * wide + k];
    }
    expect_jacobian_near(all, x, gradient, DifferenceOptions{.step = 1e-6, .terms = 10.0});
  }
  EXPECT_GT(limited, 5);
  EXPECT_LT(limited, 45);
}

// ------------------------------------------------------------------------------------ sampled
// blocks
TEST(SignalGraph, SampledBlocksHoldBetweenTheirInstants) {
  SignalNode sum = node(SignalKind::sum, {sensor(0, 2.0)});
  sum.sample_time = 0.1;
  Rig rig({sum, node(SignalKind::sum, {signal(0)})});
  EXPECT_EQ(rig.graph.states(), 0);
  rig.sample(0.3, {5.0, 0, 0});
  EXPECT_EQ(rig.value(1, {9.0, 0, 0}), 10.0);
  rig.sample(0.35, {6.0, 0, 0});  // not its instant
  EXPECT_EQ(rig.value(1, {9.0, 0, 0}), 10.0);
  rig.sample(0.4, {7.0, 0, 0});
  EXPECT_EQ(rig.value(1, {9.0, 0, 0}), 14.0);
}

// Held input e for Ts: x moves by (1 - exp(-Ts/T)) (e - x), exactly.
TEST(SignalGraph, SampledFiltersAreExactForHeldInputs) {
  SignalNode lag = filter(sensor(0), 0.5);
  lag.sample_time = 0.2;
  Rig rig({lag});
  double x = 0.0;
  for (int k = 0; k < 5; ++k) {
    const double e = 1.0 + k;
    rig.sample(0.2 * k, {e, 0, 0});
    x += (1.0 - std::exp(-0.2 / 0.5)) * (e - x);
    EXPECT_NEAR(rig.value(0), x, 1e-14);
  }
}

TEST(SignalGraph, SampledPidSumsItsError) {
  SignalNode controller = pid(sensor(0), 2.0, 10.0, 0.0);
  controller.sample_time = 0.1;
  Rig rig({controller});
  rig.sample(0.0, {3.0, 0, 0});
  EXPECT_EQ(rig.value(0), 2.0 * 3.0);
  rig.sample(0.1, {1.0, 0, 0});
  EXPECT_NEAR(rig.value(0), 2.0 * 1.0 + 10.0 * 0.1 * 3.0, 1e-14);
}

// --------------------------------------------------------------------------------------------
// breaks
TEST(SignalGraph, BreaksAreFoundInOrder) {
  SignalNode steps, ramps, sine;
  steps.kind = SignalKind::steps, steps.x = {0.0, 2.0}, steps.y = {0.0, 1.0};
  ramps.kind = SignalKind::ramps, ramps.x = {1.0, 3.0}, ramps.y = {0.0, 1.0};
  sine.kind = SignalKind::sine;
  Rig rig({steps, ramps, sine});
  std::vector<double> found;
  for (double t = -1.0; found.size() < 9 && std::isfinite(t);) {
    t = rig.graph.next_break(t);
    if (std::isfinite(t)) found.push_back(t);
  }
  EXPECT_EQ(found, (std::vector<double>{0.0, 1.0, 2.0, 3.0}));
}

TEST(SignalGraph, BreaksOfPeriodicAndSampledSignals) {
  SignalNode steps, sum = node(SignalKind::sum, {sensor(0)});
  steps.kind = SignalKind::steps, steps.x = {0.25, 1.0}, steps.y = {0.0, 1.0}, steps.period = 2.0;
  sum.sample_time = 0.75;
  Rig periodic({steps}), sampled({sum});
  std::vector<double> found;
  for (double t = 1.5; found.size() < 5;) found.push_back(t = periodic.graph.next_break(t));
  EXPECT_EQ(found, (std::vector<double>{2.0, 2.25, 3.0, 4.0, 4.25}));
  EXPECT_EQ(sampled.graph.next_break(0.0), 0.75);
  EXPECT_EQ(sampled.graph.next_break(0.8), 1.5);
}

// --------------------------------------------------------------------------------------------
// loops
std::string refusal(std::vector<SignalNode> nodes) {
  try {
    Rig rig(std::move(nodes));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(SignalGraph, AlgebraicLoopsAreRefused) {
  const SignalNode to_b = node(SignalKind::sum, {signal(1)}),
                   to_a = node(SignalKind::sum, {signal(0)});
  EXPECT_EQ(refusal({to_b, to_a}),
            "signal \"a\" depends on itself; break the circle with a filter or a sample time");
  EXPECT_EQ(refusal({to_b, pid(signal(0), 1, 0, 0)}),
            "signal \"a\" depends on itself; break the circle with a filter or a sample time");
}

TEST(SignalGraph, AFilterOrASampleTimeBreaksALoop) {
  const SignalNode to_b = node(SignalKind::sum, {signal(1), sensor(0)});
  EXPECT_EQ(refusal({to_b, filter(signal(0), 0.1)}), "none");
  SignalNode sampled = node(SignalKind::sum, {signal(0)});
  sampled.sample_time = 0.1;
  EXPECT_EQ(refusal({to_b, sampled}), "none");
  Rig rig(
      {to_b, filter(signal(0, 0.5), 0.1)});  // the filter's rate sees the sum that comes after it
  EXPECT_EQ(rig.value(0, {3.0, 0, 0}, {2.0}), 5.0);
  EXPECT_NEAR(rig.rate(0), (0.5 * 5.0 - 2.0) / 0.1, 1e-13);
}

// A block that two others use has its states once.
TEST(SignalGraph, SharedBlocksAreCountedOnce) {
  SignalNode sampled = filter(sensor(1), 0.2);
  sampled.sample_time = 0.1;
  const Rig rig({filter(sensor(0), 0.1), sampled, node(SignalKind::sum, {signal(0), signal(1)}),
                 node(SignalKind::sum, {signal(0), signal(1), signal(2)})});
  EXPECT_EQ(rig.graph.states(), 1);
  EXPECT_EQ(rig.graph.memory(), 2);  // its output and its state
}

// ------------------------------------------------------------------------------- what integrators
// ask
TEST(SignalGraph, KnowsWhetherItVariesOnAPiece) {
  SignalNode steps, ramps, sine, samples, random;
  steps.kind = SignalKind::steps, steps.x = {0.0, 2.0}, steps.y = {0.0, 1.0};
  ramps.kind = SignalKind::ramps, ramps.x = {1.0, 3.0, 4.0}, ramps.y = {0.0, 1.0, 1.0};
  sine.kind = SignalKind::sine, sine.omega = 1.0;
  samples.kind = SignalKind::samples, samples.x = {0.0, 1.0}, samples.y = {2.0, 2.0};
  random.kind = SignalKind::random, random.random.upper = 1.0, random.random.ramp = 0.2;
  const auto varies = [](const SignalNode& n, double anchor) {
    return Rig({constant(1.0), n}).graph.varies(anchor);
  };
  EXPECT_FALSE(varies(constant(2.0), 1.0));
  EXPECT_FALSE(varies(steps, 1.0));
  EXPECT_FALSE(varies(ramps, 0.5));
  EXPECT_TRUE(varies(ramps, 2.0));
  EXPECT_FALSE(varies(ramps, 3.5));
  ramps.smooth = true;
  EXPECT_TRUE(varies(ramps, 2.0));
  EXPECT_FALSE(varies(sine, 1.0));
  sine.amplitude = 0.1;
  EXPECT_TRUE(varies(sine, 1.0));
  EXPECT_TRUE(varies(samples, 0.5));
  samples.hold = true;
  EXPECT_FALSE(varies(samples, 0.5));
  EXPECT_TRUE(varies(random, 1.1));   // on its way to the next level
  EXPECT_FALSE(varies(random, 1.6));  // there
}

TEST(SignalGraph, KnowsTheClosestOfItsSamples) {
  SignalNode samples, held, steps;
  samples.kind = SignalKind::samples, samples.x = {0.0, 0.5, 0.7, 1.7}, samples.y = {0, 1, 2, 3};
  held = samples, held.hold = true, held.x = {0.0, 0.1, 0.2, 0.3};
  steps.kind = SignalKind::steps, steps.x = {0.0, 0.01}, steps.y = {0.0, 1.0};
  EXPECT_NEAR(Rig({held, samples, steps}).graph.sample_spacing(), 0.2, 1e-15);
  EXPECT_TRUE(std::isinf(Rig({held, steps}).graph.sample_spacing()));
}

TEST(SignalGraph, HeldSamplesJump) {
  SignalNode held;
  held.kind = SignalKind::samples, held.x = {0.0, 0.5}, held.y = {0.0, 1.0};
  EXPECT_TRUE(std::isinf(Rig({held}).graph.next_break(0.2)));
  held.hold = true;
  EXPECT_EQ(Rig({held}).graph.next_break(0.2), 0.5);
}

// What is sampled and has no state of its own is left alone.
TEST(SignalGraph, SettlesStatesAlone) {
  SignalNode sum = node(SignalKind::sum, {sensor(0)}), lag = filter(sensor(1), 0.2);
  sum.sample_time = lag.sample_time = 0.1;
  Rig rig({sum, lag});
  rig.memory = {1.0, 2.0, 3.0};
  rig.graph.settle(std::vector{5.0, 6.0, 7.0}, {}, rig.memory, rig.scratch());
  EXPECT_EQ(rig.memory, (std::vector{1.0, 2.0, 6.0}));
}

// Filters begin at what they see, also one behind the other; integrals where they are.
TEST(SignalGraph, SettlesWithoutATransient) {
  SignalNode sampled = filter(signal(1), 0.2);
  sampled.sample_time = 0.1;
  Rig rig({filter(sensor(0, 2.0), 0.3), filter(signal(0), 0.1), pid(signal(1), 2.0, 3.0, 4.0),
           sampled});
  const std::vector<double> sensors{5.0, 0.0, 0.0};
  std::vector<double> states(rig.graph.states(), 7.0);
  const auto at = [&](int n, int k = 0) -> double& { return states[rig.graph.node(n).state + k]; };
  rig.evaluate(sensors, states);
  rig.graph.settle(sensors, states, rig.memory, rig.scratch());
  EXPECT_EQ(at(0), 10.0);
  EXPECT_EQ(at(1), 10.0);
  EXPECT_EQ(at(2, 0), 7.0);   // the integral stays
  EXPECT_EQ(at(2, 1), 10.0);  // what it differentiates
  EXPECT_EQ(rig.memory[rig.graph.node(3).memory + 1], 10.0);
  rig.evaluate(sensors, states);
  EXPECT_EQ(rig.rate(rig.graph.node(0).state), 0.0);
  EXPECT_EQ(rig.rate(rig.graph.node(1).state), 0.0);
  EXPECT_EQ(rig.rate(rig.graph.node(2).state + 1), 0.0);
}

}  // namespace
}  // namespace bramah
