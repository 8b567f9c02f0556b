// Decompositions of dense matrices of any size: what building and analysing a machine need, a few
// times a run.
//
// Eigen's templates for these are long to compile, so they are made in two files; a step uses
// LinearSolver or matrices of fixed size instead. Sources: Golub and Van Loan, Matrix Computations; the
// algorithms are Eigen's own.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <vector>

namespace bramah {

// The shortest x with the least |A x - b|. Pivots below `threshold` of the largest count as zero;
// by default round-off.
Eigen::VectorXd least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
Eigen::VectorXd least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double threshold);

// |diagonal of R| of A P = Q R with column pivoting, descending: how many are not zero is the rank.
Eigen::VectorXd rank_pivots(const Eigen::MatrixXd& A);

// Elimination with full pivoting.
struct FullPivots {
  int rank;
  std::vector<int> rows, columns;  // place of row i after pivoting; column that went to place k
};
FullPivots full_pivots(const Eigen::MatrixXd& A, double threshold);

// A = P^T L D L^T P of a symmetric matrix.
struct SymmetricPivots {
  Eigen::VectorXd pivots;  // D
  std::vector<int> order;  // row that went to place i
  Eigen::MatrixXd solution;
};
SymmetricPivots solve_symmetric(const Eigen::MatrixXd& A, const Eigen::MatrixXd& right);
Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

// A V = V diag(values), A symmetric: values ascend, V is orthogonal.
struct SymmetricModes {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
SymmetricModes symmetric_modes(const Eigen::MatrixXd& A);

// A right = right diag(values), left = right^-1.
struct Eigenmodes {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd right, left;
};
Eigenmodes eigenmodes(const Eigen::MatrixXd& A);

Eigen::VectorXd singular_values(const Eigen::MatrixXd& A);

Eigen::VectorXcd solve_complex(const Eigen::MatrixXcd& A, const Eigen::VectorXcd& b);

// A square matrix factorised once, for several right sides.
class SquareLu {
 public:
  void compute(const Eigen::MatrixXd& A);
  Eigen::MatrixXd solve(const Eigen::MatrixXd& right) const;
  Eigen::VectorXd solve(const Eigen::VectorXd& right) const;
  Eigen::VectorXd solve_transposed(const Eigen::VectorXd& right) const;  // A^T x = right

 private:
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

}  // namespace bramah
