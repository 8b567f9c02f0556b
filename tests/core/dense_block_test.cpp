#include "core/dense_block.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

namespace bramah {
namespace {

constexpr double kMost = 1e10;

// Rows as the block wants them, zeros behind the last column.
std::vector<double> rows_of(const Eigen::MatrixXd& a, int width) {
  std::vector<double> rows(static_cast<std::size_t>(a.rows()) * width, 0.0);
  for (int i = 0; i < a.rows(); ++i)
    for (int k = 0; k < a.cols(); ++k) rows[static_cast<std::size_t>(i) * width + k] = a(i, k);
  return rows;
}

// All widths that are unrolled, and some that are not.
TEST(DenseBlock, SolvesAsEigenDoes) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  for (int n = 0; n <= 30; ++n) {
    Eigen::MatrixXd a = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return entry(random); });
    a.diagonal().array() += n;
    const Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(n, [&] { return entry(random); });
    DenseBlock block(n);
    std::vector<double> rows = rows_of(a, block.width()), inverse(n);
    ASSERT_TRUE(block.factorise(rows.data(), kMost, inverse)) << n;
    for (const bool transposed : {false, true}) {
      std::vector<double> x(block.width(), 0.0);
      for (int i = 0; i < n; ++i) x[i] = b[i];
      transposed ? block.solve_transposed(inverse, x.data()) : block.solve(inverse, x.data());
      const Eigen::VectorXd found = Eigen::Map<const Eigen::VectorXd>(x.data(), n);
      const Eigen::MatrixXd matrix = transposed ? Eigen::MatrixXd(a.transpose()) : a;
      EXPECT_LE((matrix * found - b).lpNorm<Eigen::Infinity>(), 1e-14) << n << transposed;
      for (int i = n; i < block.width(); ++i) EXPECT_EQ(x[i], 0.0);
    }
  }
}

// 1e-13 beside 1: of no use; not so where the unknown beside it is counted in units of 1e-7.
TEST(DenseBlock, SmallPivotsAreRefusedInTheUnitsOfTheUnknowns) {
  const Eigen::MatrixXd a = (Eigen::MatrixXd(2, 2) << 1e-13, 1.0, 1.0, 1.0).finished();
  for (const double scale : {1.0, 1e-7}) {
    const std::vector<double> scales = {1.0, scale};
    DenseBlock block(2, scales);
    std::vector<double> rows = rows_of(a, block.width()), inverse(2);
    EXPECT_EQ(block.factorise(rows.data(), kMost, inverse), scale != 1.0);
  }
}

// Wherever it stands; and the next matrix finds nothing of it.
TEST(DenseBlock, WhatIsNotFiniteIsRefused) {
  constexpr int kSize = 6;
  DenseBlock block(kSize);
  std::vector<double> inverse(kSize);
  for (const double bad : {std::nan(""), HUGE_VAL})
    for (int i = 0; i < kSize; ++i)
      for (int k = 0; k < kSize; ++k) {
        Eigen::MatrixXd a = Eigen::MatrixXd::Identity(kSize, kSize) * 3.0;
        a.array() += 0.1;
        std::vector<double> good = rows_of(a, block.width());
        a(i, k) = bad;
        std::vector<double> rows = rows_of(a, block.width());
        EXPECT_FALSE(block.factorise(rows.data(), kMost, inverse)) << i << k << bad;
        ASSERT_TRUE(block.factorise(good.data(), kMost, inverse)) << i << k << bad;
        std::vector<double> x(block.width(), 0.0);
        std::fill_n(x.begin(), kSize, 3.6);
        block.solve(inverse, x.data());
        for (int r = 0; r < kSize; ++r) EXPECT_NEAR(x[r], 1.0, 1e-14);
      }
}

}  // namespace
}  // namespace bramah
