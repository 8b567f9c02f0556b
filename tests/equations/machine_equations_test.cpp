// The tangent of whole machines. Where c.a = 0 the penalties vanish, so rows of the mechanism are
// judged against what physics puts there; with a step's c they are judged as Newton sees them.
#include "equations/machine_equations.h"

#include <numbers>

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

}  // namespace
}  // namespace bramah
