// What a linearised machine shows, and where it is linearised: outputs, steady motion, the file's
// section.
#include <gmock/gmock.h>

#include <cmath>

#include "bramah/analysis.h"

namespace bramah {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

Linearization outputs_of(const std::string& text, const LinearizeOptions& options = {}) {
  return linearize(
      load_text("bramah: 1\nfluid: {density: 850 kg/m3, bulk: 1.5e9 Pa}\n" + text, "m.yaml"),
      options);
}

// Slope of an output by a state or an input.
double slope(const Linearization& l, const std::string& output, const std::string& by) {
  const auto at = [](const std::vector<LinearVariable>& all, const std::string& name) {
    std::size_t k = 0;
    while (k < all.size() && all[k].name != name) ++k;
    return k;
  };
  const std::size_t row = at(l.outputs, output), state = at(l.states, by), u = at(l.inputs, by);
  if (row == l.outputs.size()) return NAN;
  if (state < l.states.size()) return l.C[row * l.states.size() + state];
  return u < l.inputs.size() ? l.D[row * l.inputs.size() + u] : NAN;
}

const std::string kLine = R"(
sources: {pump: {pressure: p_s}, tank: {pressure: 0 Pa}}
volumes: {line: {volume: 1 l, start: 5 MPa}}
orifices:
  in: {from: pump, to: line, coefficient: 1e-7 m3/s/Pa^0.5, law: sqrt}
  out: {from: line, to: tank, coefficient: 1e-7 m3/s/Pa^0.5, law: sqrt}
signals: {p_s: {constant: 20 MPa}}
)";

// Q = K sqrt(dp): dQ/dp = K/(2 sqrt(dp)), which the supply feels without any lag.
TEST(LinearOutputs, FlowsHaveDirectFeedThrough) {
  LinearizeOptions options;
  options.outputs = {"in.flow", "out.flow", "line.p", "p_s"};
  const Linearization l = outputs_of(kLine, options);
  ASSERT_TRUE(l.converged) << l.message;
  const double in = 1e-7 / (2.0 * std::sqrt(15e6)), out = 1e-7 / (2.0 * std::sqrt(5e6));
  EXPECT_NEAR(slope(l, "in.flow", "line.p"), -in, 1e-8 * in);
  EXPECT_NEAR(slope(l, "in.flow", "p_s"), in, 1e-8 * in);
  EXPECT_NEAR(slope(l, "out.flow", "line.p"), out, 1e-8 * out);
  EXPECT_EQ(slope(l, "out.flow", "p_s"), 0.0);
  EXPECT_EQ(slope(l, "line.p", "line.p"), 1.0);
  EXPECT_NEAR(slope(l, "p_s", "p_s"), 1.0, 1e-8);
  EXPECT_NEAR(l.outputs[0].value, 1e-7 * std::sqrt(15e6), 1e-15);
  EXPECT_EQ(l.outputs[0].unit, "m3/s");
  // Far above the volume's pole, nothing but the feed-through is left.
  EXPECT_NEAR(std::abs(frequency_response(l, 0, 0, {1e5})[0]), in, 1e-4 * in);
}

const std::string kServo = R"(
sources: {pump: {pressure: 20 MPa}, tank: {pressure: 0.1 MPa}}
cylinders:
  c:
    area_A: 20 cm2
    area_B: 10 cm2
    closed: 0.5 m
    stroke: 1 m
    start_A: 4 MPa
    start_B: 8 MPa
    friction: {viscous: 700 N s/m}
    load: {mass: 40 kg, start: 1 m}
valves:
  v: {type: 4/3, P: pump, T: tank, A: c.A, B: c.B, nominal: {flow: 20 l/min, drop: 35 bar},
      spool: {bandwidth: 30 Hz}, signal: U}
signals:
  wanted: {constant: 1 m}
  U: {pid: {setpoint: wanted, measured: c.length, kp: 2 1/m}}
)";

// F = p_A A_A - p_B A_B - c s', to the last digit; U = k_p (wanted - s).
TEST(LinearOutputs, ForcesAndSignals) {
  LinearizeOptions options;
  options.outputs = {"c.force", "U", "c.friction"};
  const Linearization l = outputs_of(kServo, options);
  ASSERT_TRUE(l.converged) << l.message;
  EXPECT_NEAR(slope(l, "c.force", "c.A.p"), 20e-4, 1e-15);
  EXPECT_NEAR(slope(l, "c.force", "c.B.p"), -10e-4, 1e-15);
  EXPECT_NEAR(slope(l, "c.force", "c.slide.rate"), -700.0, 1e-9);
  EXPECT_NEAR(slope(l, "c.force", "c.slide.position"), 0.0, 1e-9);
  EXPECT_NEAR(slope(l, "c.friction", "c.slide.rate"), 700.0, 1e-4);
  EXPECT_NEAR(slope(l, "U", "c.slide.position"), -2.0, 1e-8);
  EXPECT_NEAR(slope(l, "U", "wanted"), 2.0, 1e-8);
  EXPECT_EQ(slope(l, "c.force", "wanted"), 0.0);
}

TEST(LinearOutputs, AShutValveIsSaid) {
  LinearizeOptions open;
  open.state = {{"v.U", 0.1}};
  const auto shut = HasSubstr("valve v is shut: no gain");
  EXPECT_THAT(outputs_of(kServo).notes, Contains(shut));
  EXPECT_THAT(outputs_of(kServo, open).notes, Not(Contains(shut)));
}

const std::string kSledge = R"(
cylinders:
  c:
    area_A: 1 mm2
    area_B: 1 mm2
    closed: 0 m
    stroke: 1 m
    hose_A: {volume: 1e6 m3}
    hose_B: {volume: 1e6 m3}
    load: {mass: 4 kg, damping: 8 N s/m, start: 0.5 m, force: push}
signals: {push: {constant: 3 N}}
)";

// m x'' + d x' = F: with x held, the steady rate F/d and the pole -d/m.
TEST(Equilibrium, AFrozenPoseMovesOnSteadily) {
  LinearizeOptions options;
  options.equilibrium = true;
  options.freeze = {"p", "c.slide.position"};
  const Linearization l = outputs_of(kSledge, options);
  ASSERT_TRUE(l.converged) << l.message;
  ASSERT_EQ(l.states.size(), 1u);
  EXPECT_EQ(l.states[0].name, "c.slide.rate");
  EXPECT_NEAR(l.states[0].value, 3.0 / 8.0, 1e-12);
  EXPECT_NEAR(l.modes[0].pole.real(), -2.0, 1e-12);
  EXPECT_LT(l.unrest, 1e-9);
  options.freeze.push_back("c.slide.rate");  // held at rest: nothing is left to solve
  const Linearization held = outputs_of(kSledge, options);
  EXPECT_TRUE(held.converged);
  EXPECT_TRUE(held.states.empty());
}

// The file's section counts where the options are silent.
TEST(OperatingPoint, OptionsReplaceTheFiles) {
  const std::string file =
      kLine + "linearize: {state: {line.p: 8 MPa}, equilibrium: true, freeze: line.p}\n";
  const auto linear = outputs_of(file);
  EXPECT_EQ(linear.frozen, std::vector<std::string>{"line.p"});
  LinearizeOptions start;
  start.at = 0.0;
  EXPECT_EQ(outputs_of(file, start).states.at(0).value, 5e6);
  LinearizeOptions state;
  state.freeze = {"line.p"};
  state.state = {{"line.p", 9e6}};
  state.outputs = {"line.p"};
  EXPECT_EQ(outputs_of(file, state).outputs.at(0).value, 9e6);
}

TEST(OperatingPoint, ARateBelongsToItsState) {
  LinearizeOptions options;
  options.freeze = {"K", "kt"};
  const Linearization l =
      linearize(load(std::string(BRAMAH_SOURCE_DIR) + "/models/circuit2.yaml"), options);
  ASSERT_TRUE(l.converged) << l.message;
  EXPECT_EQ(l.frozen,
            (std::vector<std::string>{"compensator.K", "throttle.kt", "throttle.kt_rate"}));
  EXPECT_NEAR(l.stiffness_ratio, 77.8046, 1e-4);
  EXPECT_NEAR(l.condition, 77.8121, 1e-4);
}

}  // namespace
}  // namespace bramah
