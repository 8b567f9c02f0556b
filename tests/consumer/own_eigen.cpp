// A program that uses Eigen itself, compiled with other flags than the library: neither may be
// given the other's templates, whose alignment and vector width differ. Argument: a machine whose
// loops the library closes with Eigen.
#include <Eigen/Dense>
#include <cstdio>

#include "bramah/analysis.h"
#include "bramah/bramah.h"

namespace {

// What is left of A x = b after solving; it goes through products, Householder reflections and
// allocation.
double solve_something(int size) {
  const Eigen::MatrixXd A = Eigen::MatrixXd::Random(size, size);
  const Eigen::VectorXd b = Eigen::VectorXd::Ones(size);
  const Eigen::VectorXd x = A.completeOrthogonalDecomposition().solve(b);
  return (A * A.inverse() - Eigen::MatrixXd::Identity(size, size)).norm() + (A * x - b).norm();
}

}  // namespace

int main(int, char** arguments) {
  const double before = solve_something(60);
  const bramah::Model model = bramah::load(arguments[1]);
  bramah::State state = model.initial_state();
  bramah::Workspace work{model};
  bool converged = true;
  while (state.time() < 0.1 && converged)
    converged = bramah::step(model, state, work, bramah::Inputs{}).converged;
  const bramah::Linearization linear = bramah::linearize(model);
  const double after = solve_something(60);
  std::printf("left %g and %g, %zu modes\n", before, after, linear.modes.size());
  return converged && before < 1e-9 && after < 1e-9 && !linear.modes.empty() ? 0 : 1;
}
