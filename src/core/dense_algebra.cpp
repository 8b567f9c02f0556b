#include "core/dense_algebra.h"

#include <Eigen/Dense>

namespace bramah {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd least_squares(const MatrixXd& A, const VectorXd& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

VectorXd least_squares(const MatrixXd& A, const VectorXd& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(A);
  solver.setThreshold(threshold);
  return solver.solve(b);
}

VectorXd rank_pivots(const MatrixXd& A) {
  return A.colPivHouseholderQr().matrixQR().diagonal().cwiseAbs();
}

FullPivots full_pivots(const MatrixXd& A, double threshold) {
  Eigen::FullPivLU<MatrixXd> lu(A);
  lu.setThreshold(threshold);
  const auto& p = lu.permutationP().indices();
  const auto& q = lu.permutationQ().indices();
  return {static_cast<int>(lu.rank()), {p.begin(), p.end()}, {q.begin(), q.end()}};
}

SymmetricPivots solve_symmetric(const MatrixXd& A, const MatrixXd& right) {
  const Eigen::LDLT<MatrixXd> ldlt(A);
  Eigen::VectorXi order = Eigen::VectorXi::LinSpaced(A.rows(), 0, static_cast<int>(A.rows()) - 1);
  order = ldlt.transpositionsP() * order;
  return {ldlt.vectorD(), {order.begin(), order.end()}, ldlt.solve(right)};
}

VectorXd solve_symmetric(const MatrixXd& A, const VectorXd& b) { return A.ldlt().solve(b); }

SymmetricModes symmetric_modes(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

void SquareLu::compute(const MatrixXd& A) { lu_.compute(A); }
MatrixXd SquareLu::solve(const MatrixXd& right) const { return lu_.solve(right); }
VectorXd SquareLu::solve(const VectorXd& right) const { return lu_.solve(right); }
VectorXd SquareLu::solve_transposed(const VectorXd& right) const {
  return lu_.transpose().solve(right);
}

}  // namespace bramah
