#include "constraints/open_tree.h"

#include "constraints/formulation.h"
#include "constraints/index3.h"

namespace bramah {
namespace {

TEST(OpenTree, TangentIsTheSlopeOfTheResidual) {
  MachineStates states(load_with("chrono_crane", "tree"));
  ASSERT_NE(dynamic_cast<const OpenTree*>(&states.dynamics()), nullptr);
  expect_tangent_is_slope(states);
}

// Without loops al3 has nothing to add: the same residual, tangent and end of a step, bit by bit, and
// accelerations from the recursion that solve the same equations.
TEST(OpenTree, EqualsIndex3WithoutLoops) {
  MachineStates states(load_with("chrono_crane", "tree"));
  ASSERT_EQ(states.dynamics().constraints(), 0);
  const Index3 index3(states.equations());
  const ImplicitDynamics& tree = states.dynamics();
  const StepCoefficients c = of_step(5e-4);
  Random random(77);
  for (int k = 0; k < 10; ++k) {
    states.randomise(random, 0.1);
    const auto evaluate = [&](const ImplicitDynamics& dynamics, SquareMatrix& j) {
      Eigen::VectorXd r(dynamics.size());
      j.set_zero();
      dynamics.residual(states.trial(), c, -1, states.scratch(), span(r));
      dynamics.tangent(states.trial(), c, states.scratch(), j);
      return r;
    };
    LinearSolver of_tree(tree.size(), tree.coordinates()),
        of_index3(tree.size(), tree.coordinates());
    EXPECT_EQ(evaluate(tree, of_tree), evaluate(index3, of_index3));
    for (int i = 0; i < tree.size(); ++i)
      for (int l = 0; l < tree.size(); ++l) EXPECT_EQ(of_tree.row(i)[l], of_index3.row(i)[l]);
    ASSERT_TRUE(tree.rates(states.trial(), states.scratch()));
    const std::vector<double> by_recursion = states.trial().a;
    ASSERT_TRUE(index3.rates(states.trial(), states.scratch()));
    for (std::size_t i = 0; i < by_recursion.size(); ++i)
      EXPECT_NEAR(by_recursion[i], states.trial().a[i], 1e-9 * (1.0 + largest(states.trial().a)));
  }
}

}  // namespace
}  // namespace bramah
