// The slow half of dense_algebra.h: eigenvalues of any matrix, singular values and complex systems, which
// linearize asks for once.
#include <Eigen/Dense>

#include "core/dense_algebra.h"

namespace bramah {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

Eigenmodes eigenmodes(const MatrixXd& A) {
  const Eigen::EigenSolver<MatrixXd> solver(A);
  const MatrixXcd right = solver.eigenvectors();
  return {solver.eigenvalues(), right, right.inverse()};
}

VectorXd singular_values(const MatrixXd& A) {
  return Eigen::JacobiSVD<MatrixXd>(A).singularValues();
}

VectorXcd solve_complex(const MatrixXcd& A, const VectorXcd& b) {
  return A.partialPivLu().solve(b);
}

}  // namespace bramah
