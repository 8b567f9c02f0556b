// The reference integrator against independent solutions, against fixed steps on a spatial machine,
// and when it must fail.
#include "reference/reference.h"

#include <bramah/bramah.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "force_elements.h"
#include "machine/circuit_checkpoints.h"
#include "machine/spatial_machine.h"

namespace bramah {
namespace {

Model model_file(const std::string& name) {
  LoadOptions options;
  options.integrator = "sundials";
  return load(std::string(BRAMAH_SOURCE_DIR "/models/") + name + ".yaml", options);
}

Model model_text(const std::string& yaml, const char* integrator, double step) {
  LoadOptions options;
  options.integrator = integrator;
  options.step = step;
  options.substeps = "off";
  return load_text(yaml, "machine.yaml", options);
}

Recording record(const Model& model, double every, RunSummary* summary = nullptr) {
  RunOptions options;
  options.every = every;
  Recording recording;
  const RunSummary result = run(model, options, recording);
  EXPECT_TRUE(result.converged) << result.message;
  if (summary) *summary = result;
  return recording;
}

// Half a unit of the last digit that is not zero.
double half_unit(double value) {
  for (int digits = -6; digits < 15; ++digits) {
    const double shifted = value * std::pow(10.0, digits);
    if (std::abs(shifted - std::round(shifted)) < 1e-6 * std::max(1.0, 1e-6 * std::abs(shifted)))
      return 0.5 * std::pow(10.0, -digits);
  }
  return 0.0;
}

// What both solutions may be wrong by, at a relative tolerance of 1e-10 each.
double both_wrong(const std::string& unit) {
  if (unit == "Pa") return 0.02;
  if (unit == "N") return 1e-3;
  return unit == "J" ? 1e-6 : 1e-9;  // m, m/s, rad
}

class ReferenceCheckpoints : public testing::TestWithParam<int> {};

TEST_P(ReferenceCheckpoints, AgreeToThePrintedDigits) {
  const Case& c = kCases[GetParam()];
  const Model model = model_file(c.file);
  RunSummary summary;
  const Recording recording = record(model, 0.05, &summary);
  for (const Expected& e : c.points) {
    const int channel = model.find_channel(e.channel);
    ASSERT_GE(channel, 0) << e.channel;
    const auto row = recording.row(static_cast<std::size_t>(std::llround(e.t / 0.05)));
    const double allowed = 1.001 * half_unit(e.value) + both_wrong(model.channels()[channel].unit);
    EXPECT_NEAR(row[channel], e.value, allowed) << e.channel << " at " << e.t << " s";
  }
  EXPECT_LT(summary.energy_residual_max, 1e-5);  // [J], of some 1000 J
  EXPECT_LT(summary.energy_books_max, 1e-5);
  EXPECT_LT(summary.constraint_max, 1e-13);
  EXPECT_LT(summary.constraint_rate_max, 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Machines, ReferenceCheckpoints,
                         testing::Range(0, static_cast<int>(kCases.size())),
                         [](const auto& test) { return std::string(kCases[test.param].file); });

class ReferenceCircuits : public testing::TestWithParam<int> {};

TEST_P(ReferenceCircuits, AgreeToFiveDigits) {
  const Case& c = kCircuits[GetParam()];
  const Model model = model_file(c.file);
  const Recording recording = record(model, 0.005);
  for (const Expected& e : c.points) {
    const int channel = model.find_channel(e.channel);
    ASSERT_GE(channel, 0) << e.channel;
    const auto row = recording.row(static_cast<std::size_t>(std::llround(e.t / 0.005)));
    std::printf("%s %g s %s: off by %.1e of it\n", c.file, e.t, e.channel,
                row[channel] / e.value - 1.0);
    EXPECT_NEAR(row[channel], e.value, 1e-5 * std::abs(e.value))
        << e.channel << " at " << e.t << " s";
  }
}

INSTANTIATE_TEST_SUITE_P(Circuits, ReferenceCircuits,
                         testing::Range(0, static_cast<int>(kCircuits.size())),
                         [](const auto& test) { return std::string(kCircuits[test.param].file); });

// Independent solution: the instants at which the piston meets an end damper or leaves it.
TEST(Reference, MeetsTheEndDampersOfTheCraneInTime) {
  const Model model = model_file("crane_single");
  Workspace work(model);
  std::vector<double> values(model.channels().size());
  struct Contact {
    double t, length;
  };
  for (const Contact c :
       {Contact{7.088982505, 0.742}, {10.083655874, 0.742}, {16.582745548, 0.458}}) {
    const ReferenceReport report = integrate_reference(
        model, c.t, c.t,
        [&](const State& state, double, const Gaps&) { model.observe(state, work, values); });
    ASSERT_EQ(report.message, "");
    const double gap = values[model.find_channel("lift.length")] - c.length;
    EXPECT_NEAR(gap / values[model.find_channel("lift.rate")], 0.0, 1e-9) << c.t;  // [s]
  }
}

// Spherical joints in the tree and in loops, a free joint, a driver, every kind of feedback: fixed
// steps approach the reference with their order.
TEST(Reference, SpatialMachineIsWhatFixedStepsApproach) {
  const Model model = model_text(kSpatialMachine, "sundials", 1e-3);
  RunSummary summary;
  const Recording exact = record(model, 0.01, &summary);
  EXPECT_LT(summary.energy_residual_max, 1e-6);  // [J]
  EXPECT_LT(summary.constraint_max, 1e-12);
  double last = 0.0;
  for (const double h : {1e-3, 0.5e-3, 0.25e-3}) {
    const Recording r = record(model_text(kSpatialMachine, "trapezoidal", h), 0.01);
    double error = 0.0;
    for (const char* name : {"lift.length", "ball.qx", "ball.qy", "sleeve_ball.qz", "bob.tail.x"})
      for (std::size_t k = 0; k < r.times.size(); ++k) {
        const int channel = model.find_channel(name);
        ASSERT_GE(channel, 0) << name;
        error = std::max(error, std::abs(r.row(k)[channel] - exact.row(k)[channel]));
      }
    std::printf("spatial machine at %g ms: %.3e\n", 1e3 * h, error);
    if (last > 0.0) {
      EXPECT_NEAR(std::log2(last / error), 2.0, 0.2);
    }
    last = error;
  }
}

constexpr const char* kCart = R"(
bramah: 1
name: Cart under sampled control
mechanism: planar
gravity: "[0, 0] m/s2"
bodies:
  cart: {mass: 10 kg, inertia: 1 kg m2}
joints:
  x: {type: prismatic, between: [ground.origin, cart.origin], axis: [1, 0], effort: push, start: 0.3 m}
signals:
  goal: {constant: 1 m}
  push: {pid: {setpoint: goal, measured: x.position, kp: 40 N/m, kd: 30 N s/m, derivative_filter: 50 ms}, sample_time: 20 ms}
solver: {step: 1 ms, until: 2 s}
)";

// Between samples the force is constant: the motion is piecewise quadratic, exact for the
// trapezoidal rule.
TEST(Reference, RestartsAtTheInstantsOfSampledBlocks) {
  const Model model = model_text(kCart, "sundials", 1e-3);
  const Recording exact = record(model, 0.01);
  const Recording steps = record(model_text(kCart, "trapezoidal", 1e-3), 0.01);
  const int x = model.find_channel("x.position");
  for (std::size_t k = 0; k < exact.times.size(); ++k)
    EXPECT_NEAR(exact.row(k)[x], steps.row(k)[x], 2e-8) << exact.times[k];  // 100 starts of 1e-10
}

TEST(Reference, LastRowIsAtTheEnd) {
  const Model model = model_text(kCart, "sundials", 1e-3);
  std::vector<double> times;
  const ReferenceReport report =
      integrate_reference(model, 0.1, 0.03, [&](const State& state, double t, const Gaps&) {
        EXPECT_NEAR(state.time(), t, 1e-15);
        times.push_back(t);
      });
  EXPECT_EQ(report.message, "");
  EXPECT_GT(report.steps, 0);
  ASSERT_EQ(times.size(), 5u);
  EXPECT_NEAR(times[3], 0.09, 1e-15);
  EXPECT_EQ(times[4], 0.1);
}

std::string failure(const Model& model) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  Recording recording;
  const RunSummary summary = run(model, {}, recording);
  EXPECT_EQ(testing::internal::GetCapturedStderr() + testing::internal::GetCapturedStdout(), "");
  EXPECT_FALSE(summary.converged);
  return summary.message;
}

TEST(Reference, SaysWhenAToleranceCannotBeMet) {
  LoadOptions options;
  options.integrator = "sundials";
  options.set = {"solver.relative_tolerance=1e-17"};
  const Model model = load(BRAMAH_SOURCE_DIR "/models/naya_rod.yaml", options);
  EXPECT_THAT(failure(model), testing::HasSubstr("too much accuracy"));
}

TEST(Reference, APistonIsStoppedAtTheEndOfItsBarrel) {
  LoadOptions options;
  options.integrator = "sundials";
  options.set = {"lift.end_damper.stiffness=1 N/m", "lift.end_damper.damping=0 N s/m"};
  const Model model = load(BRAMAH_SOURCE_DIR "/models/crane_single.yaml", options);
  const Recording rows = record(model, 0.01);
  const auto length = static_cast<std::size_t>(model.find_channel("lift.length"));
  double longest = 0.0;
  for (std::size_t k = 0; k < rows.times.size(); ++k)
    longest = std::max(longest, rows.row(k)[length]);
  EXPECT_GT(longest, 0.75 + 1e-6);  // closed + stroke
  EXPECT_LT(longest, 0.75 + 2e-3);
}

// g is exactly zero at the start and falls from there. The oil lets it move, as 50 l hoses are soft.
TEST(Reference, APistonLeavesTheDamperOnWhoseEdgeItStarts) {
  const auto lengths = [](const std::string& damper) {
    const Model model = model_text(R"(bramah: 1
name: On the edge
gravity: "[0, 0] m/s2"
bodies: {load: {mass: 200 kg, inertia: 5 kg m2}}
joints: {rail: {type: prismatic, between: [ground, load], axis: [1, 0], start: 0.75 m, rate: 1 m/s}}
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
cylinders:
  ram: {from: ground, to: load, bore: 40 mm, rod: 25 mm, closed: 0.5 m, stroke: 2 m,
    hose_A: {volume: 50 l}, hose_B: {volume: 50 l}, start_A: 50 bar, start_B: 82 bar)" +
                                       damper + "}\nsolver: {step: 1 ms, until: 50 ms}\n",
                                   "sundials", 1e-3);
    const Recording rows = record(model, 0.01);
    std::vector<double> column;
    for (std::size_t k = 0; k < rows.times.size(); ++k)
      column.push_back(rows.row(k)[model.find_channel("ram.length")]);
    return column;
  };
  const auto free = lengths("");
  EXPECT_GT(free.back(), 0.78);
  EXPECT_THAT(lengths(", end_damper: {length: 0.25 m, stiffness: 1 kN/m, damping: 1e4 N s/m, "
                      "pulls: \"yes\"}"),
              testing::Pointwise(testing::DoubleNear(1e-8), free));  // [m]
}

// A branch that is never the one it was: no start is consistent, and no switch mends it.
struct Undecided {
  static constexpr ForceShape kShape{.measures = 1};
  double strength;
  int mode(const double*) const {
    static int branch = 0;
    return ++branch % 1000;
  }
  template <class T>
  void equations(const T* x, int, T* f) const {
    f[0] = -strength * x[0];
  }
};

TEST(Reference, SaysWhichSwitchIsHeldAgainstTheState) {
  static const ForceInfo info{
      .type = "undecided",
      .doc = "changes its branch whenever it is asked",
      .acts = ForceInfo::Acts::joint,
      .parameters = {{"strength", "N/m", "of it"}},
      .make = [](std::span<const double> p) -> std::unique_ptr<const ForceElement> {
        return std::make_unique<ForceOf<Undecided>>(Undecided{p[0]});
      }};
  LoadOptions options;
  options.forces = {&info};
  options.integrator = "sundials";
  const Model model = load_text(R"(bramah: 1
name: Undecided
bodies: {a: {mass: 2 kg, inertia: 1 kg m2}}
joints: {rail: {type: prismatic, between: [ground, a], axis: [1, 0], start: 0.1 m}}
elements: {odd: {type: undecided, joint: rail, strength: 1 N/m}}
solver: {step: 1 ms, until: 0.5 s}
)",
                                "m.yaml", options);
  EXPECT_THAT(
      failure(model),
      testing::AllOf(testing::HasSubstr("stopped at t = "),
                     testing::HasSubstr("the branch of force element 1 contradicts the state")));
}

// A body flies into a buffer whose damper jumps, and out again where its force would pull: between
// the instants of both branches, x = at + v0/w exp(-d t) sin(w t), w² = k/m - d², d = c/2m.
TEST(Reference, StopsWhereAForceElementTakesAnotherBranch) {
  LoadOptions options = with_elements();
  options.integrator = "sundials";
  const Model model = load_text(R"(bramah: 1
name: Flying into a buffer
gravity: "[0, 0] m/s2"
bodies: {a: {mass: 2 kg, inertia: 1 kg m2}}
joints: {rail: {type: prismatic, between: [ground, a], axis: [1, 0], start: 0 m, rate: 3 m/s}}
elements: {buffer: {type: buffer, joint: rail, at: 0.5 m, stiffness: 3 kN/m, damping: 20 N s/m}}
solver: {step: 1 ms, until: 0.5 s}
)",
                                "m.yaml", options);
  const Recording rows = record(model, 0.01);
  const auto column = static_cast<std::size_t>(model.find_channel("rail.position"));
  const double d = 20.0 / 4.0, w = std::sqrt(1500.0 - d * d);
  const double enter = 0.5 / 3.0, leave = enter + M_PI / w, out = -3.0 * std::exp(-d * M_PI / w);
  for (std::size_t k = 0; k < rows.times.size(); ++k) {
    const double t = rows.times[k];
    const double exact =
        t < enter   ? 3.0 * t
        : t < leave ? 0.5 + 3.0 / w * std::exp(-d * (t - enter)) * std::sin(w * (t - enter))
                    : 0.5 + out * (t - leave);
    EXPECT_NEAR(rows.row(k)[column], exact, 1e-8) << t;
  }
}

}  // namespace
}  // namespace bramah
