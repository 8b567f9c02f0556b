#include "core/static_lu.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Rows of a few entries beside a strong diagonal, as slopes of volumes and bodies are.
struct Sparse {
  MatrixXd a;
  Pattern pattern;

  Sparse(int n, double share, std::mt19937& random) : a(MatrixXd::Zero(n, n)), pattern(n) {
    std::uniform_real_distribution<double> entry(-1.0, 1.0), unit(0.0, 1.0);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        if (i == k || unit(random) < share) a(i, k) = entry(random), pattern.add(i, k);
    a.diagonal().array() += 2.0;
  }
};

void fill(const MatrixXd& a, SquareMatrix& to) {
  to.set_zero();
  for (int i = 0; i < a.rows(); ++i)
    for (int k = 0; k < a.cols(); ++k)
      if (a(i, k) != 0.0) to.row(i)[k] = a(i, k);
}

VectorXd random_side(Eigen::Index n, std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  return VectorXd::NullaryExpr(n, [&] { return entry(random); });
}

std::span<double> span_of(VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

TEST(StaticLu, SolvesAsEigenDoes) {
  std::mt19937 random(1);
  for (int n = 1; n <= 40; ++n) {
    const Sparse s(n, 3.0 / n, random);
    const int lead = n / 3;
    SquareMatrix matrix(s.pattern);
    StaticLu lu(s.pattern, lead, {}, matrix.stride());
    for (int again = 0; again < 2; ++again) {  // the second one over the remains of the first
      fill(s.a, matrix);
      ASSERT_TRUE(lu.factorise(matrix));
      const VectorXd b = random_side(n, random), c = random_side(lead, random);
      VectorXd x = b, xt = b, xl = c;
      lu.solve(matrix, span_of(x));
      lu.solve_transposed(matrix, span_of(xt));
      lu.solve_lead(matrix, span_of(xl));
      EXPECT_LT((s.a * x - b).norm(), 1e-12 * (1.0 + x.norm())) << n;
      EXPECT_LT((s.a.transpose() * xt - b).norm(), 1e-12 * (1.0 + xt.norm())) << n;
      EXPECT_LT((s.a.topLeftCorner(lead, lead) * xl - c).norm(), 1e-12 * (1.0 + xl.norm())) << n;
    }
  }
}

// Arrow: with the head first everything fills up, with the head last nothing does.
TEST(StaticLu, OrderMakesNoFurtherEntriesWhereItNeedNot) {
  constexpr int kSize = 50;
  Pattern arrow(kSize);
  for (int i = 0; i < kSize; ++i) arrow.add(i, i), arrow.add(0, i), arrow.add(i, 0);
  const SparseFactors factors(arrow, {}, 52);
  EXPECT_EQ(factors.entries(), 3u * kSize - 2u);
  EXPECT_EQ(factors.operations(), kSize - 1u);
}

// A volume that everything has shut off from: its row is there, its numbers are zero.
TEST(StaticLu, VanishingPivotsAreExchangedAway) {
  Pattern pattern(3);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      if (i != 2 || k != 2) pattern.add(i, k);
  pattern.add(2, 2);
  const MatrixXd a = (MatrixXd(3, 3) << 0, 1, 4, 2, 0, 5, 0, 0, 3).finished();
  SquareMatrix matrix(pattern);
  StaticLu lu(pattern, 2, {}, matrix.stride());
  fill(a, matrix);
  ASSERT_TRUE(lu.factorise(matrix));
  EXPECT_TRUE(lu.pivoted());
  VectorXd b = (VectorXd(3) << 14, 17, 9).finished(), c = (VectorXd(2) << 2, 2).finished();
  lu.solve(matrix, span_of(b));
  EXPECT_EQ(b, (VectorXd(3) << 1, 2, 3).finished());
  lu.solve_lead(matrix, span_of(c));
  EXPECT_EQ(c, (VectorXd(2) << 1, 2).finished());
  // And back on the straight list afterwards, with nothing of the exchange left.
  const MatrixXd good = a + 4.0 * MatrixXd::Identity(3, 3);
  fill(good, matrix);
  ASSERT_TRUE(lu.factorise(matrix));
  EXPECT_FALSE(lu.pivoted());
  VectorXd x = good * (VectorXd(3) << 1, 2, 3).finished();
  lu.solve(matrix, span_of(x));
  EXPECT_LT((x - (VectorXd(3) << 1, 2, 3).finished()).norm(), 1e-14);
}

// Small beside its row in the units of the unknowns; with other units it is not.
TEST(StaticLu, SmallPivotsAreSeenInTheUnitsOfTheUnknowns) {
  const Pattern pattern = Pattern::full(2);
  const MatrixXd a = (MatrixXd(2, 2) << 1e-13, 1.0, 1.0, 1.0).finished();
  for (const double scale : {1.0, 1e-7}) {
    const std::vector<double> scales = {1.0, scale};
    SquareMatrix matrix(2);
    StaticLu lu(pattern, 0, scales, matrix.stride());
    fill(a, matrix);
    ASSERT_TRUE(lu.factorise(matrix));
    EXPECT_EQ(lu.pivoted(), scale == 1.0);
  }
}

TEST(StaticLu, SingularMatricesAndWrongNumbersNameTheRow) {
  const Pattern pattern = Pattern::full(3);
  SquareMatrix matrix(3);
  StaticLu lu(pattern, 2, {}, matrix.stride());
  fill((MatrixXd(3, 3) << 1, 2, 0, 2, 5, 1, 1, 3, 1).finished(), matrix);  // row 2 = row 1 - row 0
  EXPECT_FALSE(lu.factorise(matrix));
  EXPECT_EQ(lu.failed_row(), 2);
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    fill((MatrixXd(3, 3) << 1, 0, 0, 0, bad, 0, 0, 0, 1).finished(), matrix);
    EXPECT_FALSE(lu.factorise(matrix)) << bad;
    EXPECT_EQ(lu.failed_row(), 1);
  }
}

TEST(LinearSolver, TakesTheListWhereManyEntriesAreZero) {
  constexpr int kSize = 30;
  Pattern chain(kSize);
  for (int i = 0; i < kSize; ++i) {
    chain.add(i, i);
    if (i > 0) chain.add(i, i - 1), chain.add(i - 1, i);
  }
  EXPECT_TRUE(StaticLu(chain, 0, {}, 32).pays());
  EXPECT_FALSE(StaticLu(Pattern::full(kSize), 0, {}, 32).pays());
}

}  // namespace
}  // namespace bramah
