#include "constraints/partition.h"

#include "constraints/formulation.h"
#include "constraints/independent_coordinates.h"

namespace bramah {
namespace {

TEST(Partition, TangentIsTheSlopeOfTheResidual) {
  MachineStates states(load_with("four_bar", "partition"));
  expect_tangent_is_slope(states);
}

// r = B^T R with B = dq/dz from differences of a closed mechanism, R without constraint forces.
TEST(Partition, ResidualIsTheForceAlongTheMotion) {
  MachineStates states(load_with("quick_return", "partition"));
  const ImplicitDynamics& dynamics = states.dynamics();
  const int nq = dynamics.coordinates(), nz = dynamics.moved_coordinates();
  ASSERT_LT(nz, nq);
  Random random(75);
  for (int k = 0; k < 10; ++k) {
    states.randomise(random, 0.1);
    const StepCoefficients still{1.0, 0.0, 0.0, 0.0};
    const Eigen::VectorXd r = states.residual(Eigen::VectorXd::Zero(dynamics.size()), still);
    // Closed anew for each z: the residual overwrites dependent coordinates.
    const auto pose = [&](double h, int i) {
      const Trial kept = states.trial();
      Trial& x = states.trial();
      x.q[static_cast<std::size_t>(dynamics.moved(states.scratch())[i])] += h;
      std::vector<double> unused(static_cast<std::size_t>(dynamics.size()));
      dynamics.residual(x, still, -1, states.scratch(), unused);
      const Eigen::VectorXd q = Eigen::Map<Eigen::VectorXd>(x.q.data(), nq);
      states.trial() = kept;
      return q;
    };
    Eigen::MatrixXd B(nq, nz);
    for (int i = 0; i < nz; ++i) B.col(i) = (pose(1e-6, i) - pose(-1e-6, i)) / 2e-6;
    std::vector<double> unused(static_cast<std::size_t>(dynamics.size()));
    dynamics.residual(states.trial(), still, -1, states.scratch(), unused);
    Eigen::VectorXd R(states.equations().size());
    MachineEquations::Buffers& b = states.buffers();
    std::ranges::fill(b.total_multipliers, 0.0);
    states.equations().residual(states.trial(), b, span(R));
    const Eigen::VectorXd expected = B.transpose() * R.head(nq);
    EXPECT_LT((r.head(nz) - expected).norm(), 1e-6 * R.head(nq).norm());
  }
}

// Accelerations are those of the index-1 equations, which know nothing of independent coordinates.
TEST(Partition, AccelerationsAreThoseOfTheWholeMachine) {
  MachineStates states(load_with("four_bar", "partition", "1e6"));
  Random random(76);
  for (int k = 0; k < 10; ++k) {
    states.randomise(random, 0.1);
    ASSERT_TRUE(states.dynamics().rates(states.trial(), states.scratch()));
    const std::vector<double> by_partition = states.trial().a;
    ASSERT_TRUE(states.equations().rates(states.trial(), false, states.buffers()));
    for (std::size_t i = 0; i < by_partition.size(); ++i)
      EXPECT_NEAR(by_partition[i], states.trial().a[i], 1e-8 * (1.0 + largest(states.trial().a)));
    EXPECT_LT(gap_accelerations(states).lpNorm<Eigen::Infinity>(),
              1e-8 * (1.0 + largest(states.trial().a)));
  }
}

}  // namespace
}  // namespace bramah
