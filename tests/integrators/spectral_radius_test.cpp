// The estimate against the eigenvalues of the same equations, written out as one matrix.
#include "integrators/spectral_radius.h"
#include "integrators/plain_dynamics.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

namespace bramah {
namespace {

// M a + C v + K q - B y = 0,  m ydot = D q + E v + F y; a state with m = 0 is algebraic.
struct LinearMachine final : PlainDynamics {
  Eigen::Matrix2d M{{2.0, 0.3}, {0.3, 1.0}}, C{{1.0, 0.2}, {-0.1, 2.0}}, K{{5.0, 1.0}, {1.0, 3.0}};
  Eigen::Matrix<double, 2, 3> B{{1.0, 0.5, -0.2}, {-0.4, 2.0, 0.3}};
  Eigen::Matrix<double, 3, 2> D{{0.5, -1.0}, {0.2, 0.1}, {3.0, 1.0}},
      E{{0.7, 0.1}, {-0.3, 0.6}, {0.0, 0.0}};
  Eigen::Matrix3d F{{-4.0, 0.5, 0.1}, {0.3, -6.0, 0.2}, {0.0, 0.1, -900.0}};
  Eigen::Vector3d m{1.0, 1.0, 0.0};
  Eigen::Matrix<double, 5, 1> scales{1.0, 1.0, 1.0, 1.0, 1.0};

  int coordinates() const override { return 2; }
  int states() const override { return 3; }
  double scale(int i) const override { return scales[i]; }
  bool residual(Trial&, StepCoefficients, int, Scratch&, std::span<double>) const override {
    return false;
  }
  void tangent(const Trial&, StepCoefficients c, Scratch&, SquareMatrix& j) const override {
    for (int r = 0; r < 2; ++r) {
      for (int i = 0; i < 2; ++i) j.row(r)[i] += c.a * M(r, i) + c.v * C(r, i) + c.q * K(r, i);
      for (int k = 0; k < 3; ++k) j.row(r)[2 + k] -= B(r, k);
    }
    for (int r = 0; r < 3; ++r) {
      for (int i = 0; i < 2; ++i) j.row(2 + r)[i] -= c.q * D(r, i) + c.v * E(r, i);
      for (int k = 0; k < 3; ++k) j.row(2 + r)[2 + k] += (r == k ? c.y * m[r] : 0.0) - F(r, k);
    }
  }

  // (q, v, y)' = A (q, v, y); an algebraic state stays where it is.
  Eigen::MatrixXd matrix() const {
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(7, 7);
    A.block<2, 2>(0, 2).setIdentity();
    A.block<2, 7>(2, 0) << -K, -C, B;
    A.block<2, 7>(2, 0) = M.inverse() * A.block<2, 7>(2, 0);
    A.block<3, 7>(4, 0) << D, E, F;
    for (int k = 0; k < 3; ++k) A.row(4 + k) *= m[k];
    return A;
  }
};

// The fastest mode, real and at least three times as fast as the next: 20 passes leave 3⁻²⁰.
void expect_fastest(const LinearMachine& machine, int unknown) {
  constexpr double kLeft = 1e-8;
  const Eigen::EigenSolver<Eigen::MatrixXd> modes(machine.matrix());
  Eigen::Index fastest = 0;
  const double radius = modes.eigenvalues().cwiseAbs().maxCoeff(&fastest);
  Eigen::VectorXd shape = modes.eigenvectors().col(fastest).cwiseAbs().tail(5);
  shape.tail(3).array() /= machine.scales.tail(3).array();
  Eigen::Index most = 0;
  shape.maxCoeff(&most);
  ASSERT_EQ(most, unknown);

  SpectralRadius estimator(machine);
  const auto scratch = machine.make_scratch();
  Trial trial(2, 3, 0);
  const SpectralRadius::Estimate found = estimator.estimate(machine, trial, *scratch);
  EXPECT_NEAR(found.radius, radius, kLeft * radius);
  EXPECT_EQ(found.unknown, unknown);
}

TEST(SpectralRadius, IsTheFastestEigenvalue) {
  LinearMachine damped, stiff;
  damped.C(1, 1) = 300.0;
  expect_fastest(damped, 1);
  stiff.F(1, 1) = -300.0;
  expect_fastest(stiff, 3);
}

// Not even where all its slopes are large: an explicit rule does not advance it.
TEST(SpectralRadius, LeavesAlgebraicStatesOut) {
  LinearMachine machine;
  machine.F(0, 0) = -200.0;
  machine.D.row(2) << 1e4, 1e4;
  machine.E.row(2) << 1e4, 1e4;
  expect_fastest(machine, 2);
  machine.m[2] = 1.0;
  expect_fastest(machine, 4);
}

// A pressure moves by 1e5 Pa where a velocity moves by 1 m/s: scales decide who moves most, not
// how fast.
TEST(SpectralRadius, MeasuresInScales) {
  LinearMachine machine;
  machine.C(0, 0) = 400.0;
  machine.D(0, 0) = machine.E(0, 0) = 1e5;
  machine.B.col(0).setConstant(1e-6);
  expect_fastest(machine, 2);
  machine.scales[2] = 1e5;
  expect_fastest(machine, 0);
}

TEST(SpectralRadius, OfWhatDoesNotMoveIsNone) {
  LinearMachine machine;
  machine.M.setZero();
  SpectralRadius estimator(machine);
  const auto scratch = machine.make_scratch();
  Trial trial(2, 3, 0);
  const SpectralRadius::Estimate found = estimator.estimate(machine, trial, *scratch);
  EXPECT_EQ(found.radius, 0.0);
  EXPECT_EQ(found.unknown, -1);
}

}  // namespace
}  // namespace bramah
