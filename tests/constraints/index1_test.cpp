#include "constraints/index1.h"

#include "bramah/model.h"
#include "constraints/formulation.h"

namespace bramah {
namespace {

TEST(Index1, TangentIsTheSlopeOfTheResidual) {
  MachineStates states(load_with("four_bar", "al1"));
  expect_tangent_is_slope(states);
}

// The accelerations bring a gap back: Phi'' = -2 xi omega Phi' - omega² Phi, whatever it is; also
// slowly.
TEST(Index1, AccelerationsObeyTheStabilisation) {
  constexpr double kXi = 0.7;
  for (const double omega : {0.5, 40.0}) {
    LoadOptions options;
    options.constraints = "al1";
    options.set = {"solver.omega=" + std::to_string(omega) + " 1/s", "solver.xi=0.7"};
    MachineStates states(
        load(std::string(BRAMAH_SOURCE_DIR) + "/models/four_bar_smooth.yaml", options));
    Random random(74);
    for (int k = 0; k < 20; ++k) {
      states.randomise(random, 0.1);
      for (double& q : states.trial().q) q += random(-1e-3, 1e-3);
      for (double& v : states.trial().v) v += random(-0.1, 0.1);
      ASSERT_TRUE(states.dynamics().rates(states.trial(), states.scratch()));
      const Eigen::VectorXd wanted =
          -2.0 * kXi * omega * gap_rates(states) - omega * omega * gap_values(states);
      EXPECT_GT(wanted.lpNorm<Eigen::Infinity>(), 2e-4 * omega);
      // What repeating the two equations leaves: 1e-9 of the accelerations.
      EXPECT_LT((gap_accelerations(states) - wanted).lpNorm<Eigen::Infinity>(),
                1e-9 * (1.0 + largest(states.trial().a)));
    }
  }
}

}  // namespace
}  // namespace bramah
