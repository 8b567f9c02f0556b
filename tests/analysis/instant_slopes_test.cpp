// Slopes of channels by inputs at one instant, against differences of the machine with its rates solved anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bramah/binding.h"
#include "bramah/bramah.h"

namespace bramah {
namespace {

// Every way from an input to a channel without a state between them: torque of a joint, spool, throttle, pressure,
// flow and speed of sources, limit, gain.
constexpr const char* kArm = R"(bramah: 1
mechanism: planar
gravity: "[0, -9.81] m/s2"
ground: {points: {O: [0 m, 0 m], G: [0.3 m, -0.6 m]}}
bodies:
  arm:
    mass: 80 kg
    com: [0.8 m, 0 m]
    inertia: 20 kg m2
    points: {O: [0 m, 0 m], F: [0.6 m, 0 m], T: [1.6 m, 0 m]}
joints: {hinge: {type: revolute, between: [ground.O, arm.O], start: 10 deg, effort: torque}}
probes: {tip: {type: motion, at: arm.T}}
fluid: {density: 850 kg/m3, bulk: 1.4e9 Pa}
sources:
  pump: {pressure: level}
  tank: {pressure: 1 bar}
  feed: {flow: feed_flow, into: lift.A}
  engine: {speed: speed}
components: {pilot: {type: fixed_pump, S: tank, P: lift.A, shaft: engine, displacement: 0.1 cm3/rev}}
cylinders:
  lift: {from: ground.G, to: arm.F, bore: 60 mm, rod: 30 mm, closed: 0.5 m, stroke: 0.5 m, start_A: 30 bar, start_B: 10 bar}
valves:
  valve:
    type: 4/3
    P: pump
    T: tank
    A: lift.A
    B: lift.B
    nominal: {flow: 20 l/min, drop: 35 bar, at: 10 V}
    overlap: 1 V
    signal: command
orifices: {bleed: {from: lift.B, to: tank, nominal: {flow: 2 l/min, drop: 10 bar}, opening: brake}}
signals:
  lever: {input: 0}
  torque: {input: 0 N m}
  level: {input: 150 bar}
  speed: {input: 600 rpm}
  feed_flow: {input: 1 l/min}
  brake: {limit: {of: lever, lower: 0, upper: 0.9}}
  command: {gain: {of: lever, times: 8 V}}
solver: {step: 1 ms, until: 1 s}
)";

struct Instant {
  Model model;
  State state;
  std::vector<double> inputs;
  Workspace work;

  explicit Instant(Model made)
      : model(std::move(made)),
        state(model.initial_state()),
        inputs(model.input_defaults()),
        work(model) {}
  double& input(const std::string& name) {
    return inputs[static_cast<std::size_t>(std::ranges::find(model.inputs(), name) -
                                           model.inputs().begin())];
  }
  void go(long long ticks) { ASSERT_TRUE(advance(model, state, work, {inputs}, ticks).converged); }
  std::vector<int> all_channels() const {
    std::vector<int> all;
    for (std::size_t k = 0; k < model.channels().size(); ++k)
      if (model.channels()[k].causality == Causality::output) all.push_back(static_cast<int>(k));
    return all;
  }
};

// The slope of one channel by one input.
double slope(Instant& at, const std::string& channel, const std::string& input) {
  const int c = at.model.find_channel(channel);
  const int i =
      static_cast<int>(std::ranges::find(at.model.inputs(), input) - at.model.inputs().begin());
  double value = NAN;
  EXPECT_EQ(observe_slopes(at.model, at.state, {at.inputs}, {&c, 1}, {&i, 1}, {&value, 1}), "");
  return value;
}

// All channels by all inputs; how many of them answer at once.
int compare(Instant& at, double width) {
  const std::vector<int> channels = at.all_channels();
  std::vector<int> inputs;
  for (std::size_t i = 0; i < at.inputs.size(); ++i) inputs.push_back(static_cast<int>(i));
  std::vector<double> exact(channels.size() * inputs.size());
  EXPECT_EQ(observe_slopes(at.model, at.state, {at.inputs}, channels, inputs, exact), "");
  int answers = 0;
  std::vector<double> y[4];
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double d = width * std::max(1e-3, std::abs(at.inputs[i]));
    for (int k = 0; k < 4; ++k) {
      std::vector<double> u = at.inputs;
      u[i] += std::array{-2.0, -1.0, 1.0, 2.0}[static_cast<std::size_t>(k)] * d;
      y[k].resize(channels.size());
      EXPECT_TRUE(observe_with(at.model, at.state, at.work, {u}, channels, y[k]));
    }
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const double wanted = (y[0][c] - 8.0 * y[1][c] + 8.0 * y[2][c] - y[3][c]) / (12.0 * d);
      const double got = exact[c * inputs.size() + i];
      const double round_off = 1e-13 * std::max(std::abs(y[1][c]), 1e-6) / d;
      EXPECT_NEAR(got, wanted, 1e-6 * std::abs(wanted) + round_off)
          << at.model.channels()[static_cast<std::size_t>(channels[c])].name << " by "
          << at.model.inputs()[i];
      answers += got != 0.0;
    }
  }
  return answers;
}

TEST(InstantSlopes, OfAnArmAreDifferences) {
  Instant at(load_text(kArm, "arm.yaml"));
  at.input("lever") = 0.4, at.input("torque") = 50.0;
  at.go(20);
  EXPECT_GE(compare(at, 1e-3), 12);
  at.input("lever") = -0.5;
  EXPECT_GE(compare(at, 1e-3), 10);
}

// In closed form: torque over inertia about the hinge, the lever arm of the tip, a valve's flow over its opening.
TEST(InstantSlopes, AreThoseOfTheFormulas) {
  Instant at(load_text(kArm, "arm.yaml"));
  at.input("lever") = 0.5;
  at.go(5);
  const double inertia = 20.0 + 80.0 * 0.8 * 0.8;
  const std::vector<StateNumber> numbers = state_numbers(at.model);
  const auto hinge = std::ranges::find(numbers, "hinge.angle", &StateNumber::name);
  ASSERT_NE(hinge, numbers.end());
  const double angle = at.state.values()[hinge->at];
  EXPECT_NEAR(slope(at, "tip.ay", "torque"), 1.6 * std::cos(angle) / inertia, 1e-12);
  EXPECT_EQ(slope(at, "lift.length", "torque"), 0.0);
  EXPECT_EQ(slope(at, "lift.A.p", "feed_flow"), 0.0);
  EXPECT_EQ(slope(at, "command", "lever"), 8.0);
  EXPECT_EQ(slope(at, "brake", "lever"), 1.0);
  const int flow = at.model.find_channel("valve.PA.flow");
  double value = 0.0;
  ASSERT_TRUE(observe_with(at.model, at.state, at.work, {at.inputs}, {&flow, 1}, {&value, 1}));
  EXPECT_GT(value, 0.0);
  // Straight from the edge of the overlap on.
  EXPECT_NEAR(slope(at, "valve.PA.flow", "lever"), value / (0.5 - 1.0 / 8.0), 1e-8 * value);
}

// At the edges of the overlap and of the limit a difference would have half of either side.
TEST(InstantSlopes, AtAKinkAreThoseOfTheClosedSide) {
  Instant at(load_text(kArm, "arm.yaml"));
  at.go(5);
  at.input("lever") = 1.0 / 8.0;  // 1 V of 10: the valve is just shut
  EXPECT_EQ(slope(at, "valve.PA.flow", "lever"), 0.0);
  at.input("lever") = 1.0 / 8.0 + 1e-4;
  EXPECT_GT(slope(at, "valve.PA.flow", "lever"), 0.0);
  at.input("lever") = 0.9 + 1e-5;
  EXPECT_EQ(slope(at, "brake", "lever"), 0.0);
  EXPECT_EQ(slope(at, "bleed.flow", "lever"), 0.0);
}

TEST(InstantSlopes, OfShippedMachinesAreDifferences) {
  struct Case {
    const char* machine;
    int answers;
  };
  for (const Case& c : {Case{"naya_rod", 4},
                        {"four_bar", 0},
                        {"patu655", 0},
                        {"excavator", 3},
                        {"circuit2", 0},
                        {"wheel_loader", 0}}) {
    SCOPED_TRACE(c.machine);
    LoadOptions options;
    options.controls = true;
    Instant at(load(std::string(BRAMAH_SOURCE_DIR "/models/") + c.machine + ".yaml", options));
    for (std::size_t i = 0; i < at.inputs.size(); ++i)
      if (at.inputs[i] == 0.0) at.inputs[i] = 0.01 * static_cast<double>(i + 1);
    at.go(30);
    EXPECT_GE(compare(at, 1e-3), c.answers);
  }
}

TEST(InstantSlopes, AreRefusedWhereThereAreNone) {
  LoadOptions natural;
  natural.method = "ali3p";
  Instant at(load(BRAMAH_SOURCE_DIR "/models/naya_rod.yaml", natural));
  EXPECT_EQ(observe_slopes(at.model, at.state, {at.inputs}, {}, {}, {}), "natural coordinates");
}

}  // namespace
}  // namespace bramah
