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
  const SparseFactors factors(arrow, {}, [](int i, int k) { return kSize * i + k; });
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

// A block u_i w_k for i < k, x_k y_i for k > i beside a sparse matrix, written in full and spread out over
// h_i = h_i-1 + y_i q_i and g_i = g_i+1 + w_i q_i.
struct Spread {
  static constexpr int kChain = 12, kSize = 15;
  Pattern pattern{kSize};
  MatrixXd full = MatrixXd::Zero(kSize, kSize), rows = full;
  std::vector<double> hidden;

  explicit Spread(std::mt19937& random) {
    std::uniform_real_distribution<double> entry(0.2, 1.0);
    const VectorXd u = random_side(kChain, random), w = random_side(kChain, random);
    const VectorXd x = random_side(kChain, random), y = random_side(kChain, random);
    const int h = pattern.hide(kChain), g = pattern.hide(kChain);
    const auto hide = [&](int row, int column, double value) {
      pattern.add_hidden(row, column);
      hidden.push_back(value);
    };
    for (int i = 0; i < kSize; ++i)
      for (int k = 0; k < kSize; ++k)
        if (i == k || (k == kChain && i % 3 == 0) || (i > kChain && k % 4 == 0))
          pattern.add(i, k), rows(i, k) = entry(random) + (i == k ? 4.0 : 0.0);
    full = rows;
    for (int i = 0; i < kChain; ++i) {
      for (int k = i + 1; k < kChain; ++k) {
        pattern.add_full(i, k), pattern.add_full(k, i);
        full(i, k) += u[i] * w[k], full(k, i) += x[k] * y[i];
      }
      hide(h + i, h + i, 1.0), hide(h + i, i, -y[i]);
      hide(g + i, g + i, 1.0), hide(g + i, i, -w[i]);
      if (i > 0) hide(h + i, h + i - 1, -1.0), hide(i, h + i - 1, x[i]);
      if (i + 1 < kChain) hide(g + i, g + i + 1, -1.0), hide(i, g + i + 1, u[i]);
    }
    for (int i = kChain - 1; i >= 0; --i)
      for (const int unknown : {g + i, h + i, i}) pattern.eliminate_in_turn(unknown);
  }
  void fill_in(SquareMatrix& matrix) const {
    fill(rows, matrix);
    std::copy(hidden.begin(), hidden.end(), matrix.hidden());
  }
};

// With good pivots; with one that vanishes, so that rows are exchanged and before that the hidden unknowns
// eliminated; and with one that vanishes in the leading block only.
TEST(StaticLu, SolvesABlockThatIsSpreadOut) {
  enum Vanishing { none, whole, leading };
  std::mt19937 random(5);
  for (const Vanishing pivot : {none, whole, leading}) {
    Spread s(random);
    const int lead = Spread::kChain, last = lead - 1, oil = lead + 1;
    const auto add = [&](int i, int k, double value) {
      s.pattern.add(i, k), s.rows(i, k) += value, s.full(i, k) += value;
    };
    if (pivot != none) add(last, last, -s.rows(last, last));
    if (pivot == leading) add(last, oil, 2.0), add(oil, last, -3.0);
    SquareMatrix matrix(s.pattern, true);
    StaticLu lu(s.pattern, lead, {}, matrix.stride(), true);
    for (int again = 0; again < 2; ++again) {
      s.fill_in(matrix);
      ASSERT_TRUE(lu.factorise(matrix));
      EXPECT_EQ(lu.pivoted(), pivot == whole);
      const VectorXd b = random_side(Spread::kSize, random), c = random_side(lead, random);
      VectorXd x = b, xt = b, xl = c;
      lu.solve(matrix, span_of(x));
      lu.solve_transposed(matrix, span_of(xt));
      lu.solve_lead(matrix, span_of(xl));
      EXPECT_LT((s.full * x - b).norm(), 1e-12 * (1.0 + x.norm()));
      EXPECT_LT((s.full.transpose() * xt - b).norm(), 1e-12 * (1.0 + xt.norm()));
      EXPECT_LT((s.full.topLeftCorner(lead, lead) * xl - c).norm(), 1e-12 * (1.0 + xl.norm()));
    }
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
