// The coefficients of RODAS3 against the conditions they were made for.
#include "integrators/rodas3.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace bramah {
namespace {

using Matrix = Eigen::Matrix4d;
using Vector = Eigen::Vector4d;
using namespace rodas3;

constexpr double kRoundOff = 1e-13;

// Back from (a, c, m) to the tableau: Gamma^-1 = I/gamma - C, alpha = A Gamma, b = m Gamma.
struct Tableau {
  Matrix Gamma, alpha, beta;
  Vector b, embedded, one = Vector::Ones();
  Tableau() {
    Matrix A, C;
    Vector m;
    for (int i = 0; i < 4; ++i) {
      m[i] = kM[i];
      for (int j = 0; j < 4; ++j) A(i, j) = kA[i][j], C(i, j) = kC[i][j];
    }
    Gamma = (Matrix::Identity() / kGamma - C).inverse();
    alpha = A * Gamma;
    beta = alpha + Gamma;
    b = Gamma.transpose() * m;
    m[3] = 0.0;
    embedded = Gamma.transpose() * m;
  }
};

TEST(Rodas3, SumsAreTheRowsOfTheTableau) {
  const Tableau t;
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(t.alpha.row(i).sum(), kAlpha[i], kRoundOff);
    EXPECT_NEAR(t.Gamma.row(i).sum(), kGammaSum[i], kRoundOff);
  }
}

// [Hairer1996, Sec. IV.7]: sum b = 1, b beta = 1/2, b alpha² = 1/3, b beta beta = 1/6.
TEST(Rodas3, HasOrderThreeAndTheEmbeddedResultTwo) {
  const Tableau t;
  const Vector sums = t.beta * t.one, nodes = t.alpha * t.one;
  EXPECT_NEAR(t.b.sum(), 1.0, kRoundOff);
  EXPECT_NEAR(t.b.dot(sums), 0.5, kRoundOff);
  EXPECT_NEAR(t.b.dot(nodes.cwiseAbs2()), 1.0 / 3.0, kRoundOff);
  EXPECT_NEAR(t.b.dot(t.beta * sums), 1.0 / 6.0, kRoundOff);
  EXPECT_NEAR(t.embedded.sum(), 1.0, kRoundOff);
  EXPECT_NEAR(t.embedded.dot(sums), 0.5, kRoundOff);
  EXPECT_GT(std::abs(t.embedded.dot(nodes.cwiseAbs2()) - 1.0 / 3.0), 0.01);  // and no more
}

// b = last row of beta, and for the embedded result the last but one: R(infinity) = 0 for both.
TEST(Rodas3, IsStifflyAccurate) {
  const Tableau t;
  EXPECT_LT((t.b - t.beta.row(3).transpose()).norm(), kRoundOff);
  EXPECT_LT((t.embedded - t.beta.row(2).transpose()).norm(), kRoundOff);
  EXPECT_NEAR(1.0 - t.b.dot(t.beta.inverse() * t.one), 0.0, kRoundOff);
  EXPECT_NEAR(1.0 - t.embedded.dot(t.beta.inverse() * t.one), 0.0, kRoundOff);
}

// Algebraic unknowns of index 1, order 3 [Hairer1996, Sec. VI.4], omega = beta^-1:
// b omega alpha² = 1, b omega alpha³ = 1, b omega alpha (alpha beta) = 1/2,
// b omega alpha (alpha omega alpha²) = 1.
TEST(Rodas3, HasOrderThreeForAlgebraicUnknowns) {
  const Tableau t;
  const Vector nodes = t.alpha * t.one, sums = t.beta * t.one, squares = nodes.cwiseAbs2();
  const Matrix omega = t.beta.inverse();
  const Vector weights = omega.transpose() * t.b;
  EXPECT_NEAR(weights.dot(squares), 1.0, kRoundOff);
  EXPECT_NEAR(weights.dot(nodes.cwiseProduct(squares)), 1.0, kRoundOff);
  EXPECT_NEAR(weights.dot(nodes.cwiseProduct(t.alpha * sums)), 0.5, kRoundOff);
  EXPECT_NEAR(weights.dot(nodes.cwiseProduct(t.alpha * (omega * squares))), 1.0, kRoundOff);
}

}  // namespace
}  // namespace bramah
