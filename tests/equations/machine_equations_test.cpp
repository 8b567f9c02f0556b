// The tangent of whole machines. Where c.a = 0 the penalties vanish, so rows of the mechanism are
// judged against what physics puts there; with a step's c they are judged as Newton sees them.
#include "equations/machine_equations.h"

#include <numbers>

#include "core/largest.h"
#include "coupling/machine_states.h"
#include "derivative.h"
#include "machine/spatial_machine.h"
#include "multibody/forces/joint_force.h"

namespace bramah {
namespace {

constexpr double kTolerance = 1e-6;  // of the row's largest entry
constexpr double kForces = 300.0;    // [N] multipliers that cancel in a row
constexpr int kStates = 100;

StepCoefficients of_step(double b) { return {1.0, 1.0 / b, 1.0 / (b * b), 1.0 / b}; }

const StepCoefficients kBare[] = {{1, 0, 0, 0}, {0, 1, 0, 1}, {1, 10, 0, 7}};
const StepCoefficients kSteps[] = {{0, 0, 1, 0}, of_step(0.5e-3), of_step(5e-3)};

// Where a slope bends, differences see both sides.
bool smooth_anywhere(const Trial&) { return true; }
bool away_from_stops(const Trial& x) {  // of lift_hinge in the spatial machine
  const double depth = std::abs(x.q[1]) - std::numbers::pi / 180.0;
  return std::abs(depth) > 3e-4 && std::abs(depth - JointForce::kOnset) > 3e-4;
}

void expect_tangents(MachineStates& states, std::span<const StepCoefficients> choices, int count,
                     double reach, bool (*smooth)(const Trial&) = smooth_anywhere) {
  Random random(51);
  const ImplicitDynamics& dynamics = states.dynamics();
  for (int k = 0; k < count && !testing::Test::HasFailure(); ++k) {
    do states.randomise(random, reach);
    while (!smooth(states.trial()));
    for (const StepCoefficients& c : choices) {
      SCOPED_TRACE(testing::Message() << "state " << k << ", c.q " << c.q << ", c.v " << c.v
                                      << ", c.a " << c.a << ", c.y " << c.y);
      Eigen::VectorXd scales(dynamics.size());  // coordinates by their rates, pressures in MPa
      for (int i = 0; i < dynamics.size(); ++i)
        scales[i] =
            i < dynamics.moved_coordinates() ? 1.0 / std::max(1.0, c.v) : 0.1 * dynamics.scale(i);
      expect_jacobian_near([&](const Eigen::VectorXd& e) { return states.residual(e, c); },
                           Eigen::VectorXd::Zero(dynamics.size()), states.tangent(c), scales,
                           {.tolerance = kTolerance, .terms = kForces});
    }
  }
}

LoadOptions with_penalty(const char* penalty, const char* constraints = "al3") {
  LoadOptions options;
  options.constraints = constraints;
  options.set = {std::string("solver.penalty=") + penalty};
  return options;
}
Model load_with_penalty(const std::string& name, const char* penalty,
                        const char* constraints = "al3") {
  return load(std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml",
              with_penalty(penalty, constraints));
}

class MonolithicTangent : public testing::TestWithParam<const char*> {};

TEST_P(MonolithicTangent, MatchesDifferencesWithoutPenalties) {
  MachineStates states(load_with_penalty(GetParam(), "1e7"));
  expect_tangents(states, kBare, kStates, 0.2);
}

TEST_P(MonolithicTangent, MatchesDifferencesWithSmallPenalties) {
  MachineStates states(load_with_penalty(GetParam(), "1e-3"));
  expect_tangents(states, kSteps, kStates / 2, 0.2);
}

TEST_P(MonolithicTangent, MatchesDifferencesInAStep) {
  MachineStates states(load_with_penalty(GetParam(), "1e7"));
  expect_tangents(states, kSteps, kStates / 4, 0.2);
}

TEST_P(MonolithicTangent, MatchesDifferencesInIndex1) {
  for (const char* penalty : {"1e-3", "1e3"}) {
    MachineStates states(load_with_penalty(GetParam(), penalty, "al1"));
    expect_tangents(states, kBare, kStates / 4, 0.2);
    expect_tangents(states, kSteps, kStates / 4, 0.2);
  }
}

TEST_P(MonolithicTangent, MatchesDifferencesPartitioned) {
  MachineStates states(load_with_penalty(GetParam(), "1e3", "partition"));
  expect_tangents(states, kBare, kStates, 0.2);
  expect_tangents(states, kSteps, kStates / 4, 0.2);
}

INSTANTIATE_TEST_SUITE_P(Models, MonolithicTangent,
                         testing::Values("naya_rod", "crane_single", "crane_double", "four_bar",
                                         "four_bar_smooth", "quick_return", "quick_return_smooth",
                                         "chrono_crane"),
                         [](const auto& p) { return std::string(p.param); });

TEST(SpatialMachineTangent, MatchesDifferencesWithoutPenalties) {
  MachineStates states(load_text(kSpatialMachine, "spatial.yaml"));
  expect_tangents(states, kBare, kStates, 0.1, away_from_stops);
}

TEST(SpatialMachineTangent, MatchesDifferencesInAStep) {
  for (const char* penalty : {"1e-3", "1e7"}) {
    MachineStates states(load_text(kSpatialMachine, "spatial.yaml", with_penalty(penalty)));
    expect_tangents(states, kSteps, kStates / 4, 0.1, away_from_stops);
  }
}

TEST(SpatialMachineTangent, MatchesDifferencesInIndex1AndPartitioned) {
  for (const char* constraints : {"al1", "partition"}) {
    SCOPED_TRACE(constraints);
    MachineStates states(
        load_text(kSpatialMachine, "spatial.yaml", with_penalty("1e-3", constraints)));
    expect_tangents(states, kBare, kStates / 2, 0.1, away_from_stops);
    expect_tangents(states, kSteps, kStates / 4, 0.1, away_from_stops);
  }
}

// A controller on the force of the second cylinder, one on a chamber and one on a hinge.
TEST(FeedbackTangent, MatchesDifferences) {
  const std::string text = "bramah: 1\ninclude: " BRAMAH_SOURCE_DIR R"(/models/crane_double.yaml
name: Crane led by what it feels
signals:
  push: {constant: 4 kN}
  level: {constant: 3 MPa}
  lift_command: {pid: {setpoint: level, measured: lift.A.p, kp: 2 V/MPa, ki: 1 V/MPa/s}}
  jib_command: {pid: {setpoint: push, measured: jib.force, kp: 2 V/kN, kd: 0.1 V s/kN, derivative_filter: 10 ms}}
)";
  for (const char* constraints : {"al3", "partition"}) {
    SCOPED_TRACE(constraints);
    MachineStates states(load_text(text, "led.yaml", with_penalty("1e-3", constraints)));
    ASSERT_TRUE(states.equations().parts().signals->has_feedback());
    expect_tangents(states, kBare, kStates / 4, 0.1);
    expect_tangents(states, kSteps, kStates / 4, 0.1);
  }
}

// What is found for the reactions leaves the solution alone.
TEST(MachineEquations, ReactionsLeaveTheTrialAlone) {
  MachineStates states(load_with_penalty("four_bar", "1e3"));
  Random random(52);
  for (int k = 0; k < 10; ++k) {
    states.randomise(random, 0.2);
    const Trial before = states.trial();
    states.equations().evaluate_reactions(states.trial(), states.buffers());
    EXPECT_EQ(states.trial().a, before.a);
    EXPECT_EQ(states.trial().ydot, before.ydot);
    EXPECT_EQ(states.trial().lambda, before.lambda);
    EXPECT_GT(largest(states.buffers().reactions), 0.0);
  }
}

// Amounts as states: an increment that would fill an empty chamber stops where it is full.
TEST(MachineEquations, NewtonStopsWhereAmountsBend) {
  LoadOptions options;
  for (const bool amounts : {false, true}) {
    if (amounts) options.set = {"solver.state=amount"};
    MachineStates states(
        load(std::string(BRAMAH_SOURCE_DIR) + "/models/crane_single.yaml", options));
    Random random(53);
    states.randomise(random, 0.1);
    std::fill(states.trial().y.begin(), states.trial().y.end(), 0.0);
    std::vector<double> increment(states.dynamics().size(), 1.0);
    EXPECT_EQ(states.dynamics().clip(states.trial(), increment, states.scratch()), amounts);
    const double first = increment[states.dynamics().moved_coordinates()];
    EXPECT_EQ(first < 1.0, amounts);
  }
}

}  // namespace
}  // namespace bramah
