#include "core/linear_solver.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRoundOff = 1e-12;  // of the solution's size; condition numbers stay below 1e3

MatrixXd random_matrix(int n, std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  MatrixXd a(n, n);
  for (double& x : a.reshaped()) x = entry(random);
  a.diagonal().array() += 0.3;  // still far from dominant: rows are exchanged
  return a;
}

void fill(const MatrixXd& a, SquareMatrix& lu) {
  lu.set_zero();
  for (int i = 0; i < a.rows(); ++i)
    for (int k = 0; k < a.cols(); ++k) lu.row(i)[k] = a(i, k);
}

bool well_posed(const MatrixXd& a) {
  const VectorXd s = a.jacobiSvd().singularValues();
  return s[0] < 1e3 * s[s.size() - 1];
}

TEST(DenseLu, SolvesAsEigenDoes) {
  std::mt19937 random(1);
  int solved = 0;
  for (int n = 1; n <= 12; ++n)
    for (int lead = 0; lead <= n; ++lead) {
      const MatrixXd a = random_matrix(n, random);
      if (!well_posed(a) || (lead > 0 && !well_posed(a.topLeftCorner(lead, lead)))) continue;
      LinearSolver lu(n, lead);
      fill(a, lu);
      ASSERT_TRUE(lu.factorise());
      VectorXd b = random_matrix(n, random).col(0);
      const VectorXd expected = a.partialPivLu().solve(b);
      lu.solve({b.data(), static_cast<std::size_t>(n)});
      EXPECT_LT((b - expected).norm(), kRoundOff * (1.0 + expected.norm())) << n << ", " << lead;
      ++solved;
    }
  EXPECT_GT(solved, 60);
}

TEST(DenseLu, LeadingBlockIsSolvedAlone) {
  std::mt19937 random(2);
  constexpr int kSize = 9, kLead = 5;
  for (int trial = 0; trial < 50; ++trial) {
    MatrixXd a = random_matrix(kSize, random);
    a.bottomLeftCorner(kSize - kLead, kLead) *= 1e6;  // would attract the pivots of the lead
    const MatrixXd block = a.topLeftCorner(kLead, kLead);
    if (!well_posed(block)) continue;
    LinearSolver lu(kSize, kLead);
    fill(a, lu);
    ASSERT_TRUE(lu.factorise());
    VectorXd b = random_matrix(kLead, random).col(0);
    const VectorXd expected = block.partialPivLu().solve(b);
    lu.solve_lead({b.data(), kLead});
    EXPECT_LT((b - expected).norm(), kRoundOff * (1.0 + expected.norm()));
  }
}

TEST(DenseLu, RowsAreExchangedInsideTheLead) {
  const MatrixXd a = (MatrixXd(3, 3) << 0, 1, 4, 2, 0, 5, 0, 0, 3).finished();
  LinearSolver lu(3, 2);
  fill(a, lu);
  ASSERT_TRUE(lu.factorise());
  VectorXd b = (VectorXd(3) << 14, 17, 9).finished();  // = a (1, 2, 3)
  lu.solve({b.data(), 3});
  EXPECT_EQ(b, (VectorXd(3) << 1, 2, 3).finished());
  VectorXd c = (VectorXd(2) << 2, 2).finished();  // = lead (1, 2)
  lu.solve_lead({c.data(), 2});
  EXPECT_EQ(c, (VectorXd(2) << 1, 2).finished());
}

TEST(DenseLu, SingularMatricesNameTheRow) {
  LinearSolver lu(3, 2);
  fill((MatrixXd(3, 3) << 1, 2, 0, 2, 4, 1, 0, 1, 1).finished(), lu);  // the lead is singular
  EXPECT_FALSE(lu.factorise());
  EXPECT_EQ(lu.failed_row(), 1);
  fill((MatrixXd(3, 3) << 1, 2, 0, 2, 5, 1, 1, 3, 1).finished(), lu);  // row 2 = row 1 - row 0
  EXPECT_FALSE(lu.factorise());
  EXPECT_EQ(lu.failed_row(), 2);
}

TEST(DenseLu, NumbersThatAreNotFiniteAreReported) {
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    LinearSolver lu(2, 2);
    fill((MatrixXd(2, 2) << 1, 0, 0, bad).finished(), lu);
    EXPECT_FALSE(lu.factorise()) << bad;
    EXPECT_EQ(lu.failed_row(), 1);
  }
}

}  // namespace
}  // namespace bramah
