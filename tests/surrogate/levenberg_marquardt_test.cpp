#include "surrogate/levenberg_marquardt.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <functional>

#include "core/rng.h"

namespace bramah {
namespace {

// Residuals and their Jacobian as functions.
class Small final : public LeastSquares {
 public:
  using Residuals = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;
  using Jacobian = std::function<Eigen::MatrixXd(const Eigen::VectorXd&)>;
  Small(Eigen::Index parameters, Eigen::Index residuals, Residuals r, Jacobian j)
      : parameters_(parameters), residuals_(residuals), r_(std::move(r)), j_(std::move(j)) {}
  Eigen::Index parameters() const override { return parameters_; }
  double residuals() const override { return static_cast<double>(residuals_); }
  double error(const Eigen::VectorXd& w) override { return r_(w).squaredNorm(); }
  double normal(const Eigen::VectorXd& w, Eigen::MatrixXd& JtJ, Eigen::VectorXd& Jtr) override {
    const Eigen::VectorXd r = r_(w);
    const Eigen::MatrixXd j = j_(w);
    JtJ = j.transpose() * j;
    Jtr = j.transpose() * r;
    return r.squaredNorm();
  }

 private:
  Eigen::Index parameters_, residuals_;
  Residuals r_;
  Jacobian j_;
};

MarquardtState minimised(Small& problem, const Eigen::VectorXd& start, Regularise regularise,
                         int epochs) {
  LevenbergMarquardt method(problem, regularise);
  MarquardtState state;
  state.w = start;
  for (int k = 0; k < epochs && method.epoch(state); ++k) {
  }
  return state;
}

// NIST's statistical reference data set Misra1a: y = b1 (1 - exp(-b2 x)), with certified values.
TEST(LevenbergMarquardt, FindsTheCertifiedParametersOfMisra1a) {
  const Eigen::VectorXd x = (Eigen::VectorXd(14) << 77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
                             378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0)
                                .finished();
  const Eigen::VectorXd y = (Eigen::VectorXd(14) << 10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
                             44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78)
                                .finished();
  // b2 in 1e-4, so that both parameters are of the same size.
  Small problem(
      2, 14,
      [&](const Eigen::VectorXd& b) -> Eigen::VectorXd {
        return b[0] * (1.0 - (-1e-4 * b[1] * x.array()).exp()) - y.array();
      },
      [&](const Eigen::VectorXd& b) {
        Eigen::MatrixXd j(14, 2);
        const Eigen::ArrayXd e = (-1e-4 * b[1] * x.array()).exp();
        j.col(0) = 1.0 - e;
        j.col(1) = 1e-4 * b[0] * x.array() * e;
        return j;
      });
  for (const Eigen::Vector2d& start : {Eigen::Vector2d(500.0, 1.0), Eigen::Vector2d(250.0, 5.0)}) {
    const MarquardtState found = minimised(problem, start, Regularise::never, 200);
    EXPECT_NEAR(found.w[0], 2.3894212918e2, 1e-6 * 239);
    EXPECT_NEAR(1e-4 * found.w[1], 5.5015643181e-4, 1e-6 * 5.5e-4);
    EXPECT_NEAR(found.error, 1.2455138894e-1, 1e-10);
  }
}

TEST(LevenbergMarquardt, WalksThroughRosenbrocksValley) {
  Small problem(
      2, 2,
      [](const Eigen::VectorXd& x) -> Eigen::VectorXd {
        return Eigen::Vector2d(10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]);
      },
      [](const Eigen::VectorXd& x) {
        Eigen::MatrixXd j(2, 2);
        j << -20.0 * x[0], 10.0, -1.0, 0.0;
        return j;
      });
  const MarquardtState found =
      minimised(problem, Eigen::Vector2d(-1.2, 1.0), Regularise::never, 100);
  EXPECT_NEAR(found.w[0], 1.0, 1e-8);
  EXPECT_NEAR(found.w[1], 1.0, 1e-8);
}

TEST(LevenbergMarquardt, SaysThatItIsDoneAndNeverClimbs) {
  Small problem(
      1, 1, [](const Eigen::VectorXd& x) -> Eigen::VectorXd { return x; },
      [](const Eigen::VectorXd&) { return Eigen::MatrixXd::Identity(1, 1); });
  LevenbergMarquardt method(problem, Regularise::never);
  MarquardtState state;
  state.w = Eigen::VectorXd::Constant(1, 3.0);
  double last = 9.0;
  int epochs = 0;
  while (method.epoch(state) && ++epochs < 1000) {
    EXPECT_LT(state.error, last);
    last = state.error;
  }
  EXPECT_LT(epochs, 1000);
  EXPECT_NEAR(state.w[0], 0.0, 1e-12);
}

// Eight smooth features, of which the data have three, under noise of a known size.
double effective_parameters(double noise, Regularise regularise) {
  const int n = 400, p = 8;
  Eigen::MatrixXd features(n, p);
  Eigen::VectorXd y(n);
  for (int k = 0; k < n; ++k) {
    const double x = 2.0 * k / (n - 1.0) - 1.0;
    for (int f = 0; f < p; ++f) features(k, f) = std::cos(f * std::acos(x));
    const double normal = std::sqrt(-2.0 * std::log(1.0 - random_fraction(1, k))) *
                          std::cos(6.283185307179586 * random_fraction(2, k));
    y[k] = 1.0 + 0.5 * x - 0.2 * features(k, 2) + 0.02 * features(k, 5) + noise * normal;
  }
  Small problem(
      p, n, [&](const Eigen::VectorXd& w) -> Eigen::VectorXd { return features * w - y; },
      [&](const Eigen::VectorXd&) { return features; });
  const MarquardtState s = minimised(problem, Eigen::VectorXd::Constant(p, 0.1), regularise, 60);
  EXPECT_GE(s.gamma, 0.0);
  EXPECT_LE(s.gamma, p);
  return s.gamma;
}

TEST(LevenbergMarquardt, EffectiveParametersFallWithNoise) {
  for (const Regularise when : {Regularise::settled, Regularise::always}) {
    const double little = effective_parameters(1e-3, when), some = effective_parameters(0.1, when),
                 much = effective_parameters(1.0, when), drowned = effective_parameters(10.0, when);
    EXPECT_GT(little, 7.5);  // all are found
    EXPECT_LT(some, little);
    EXPECT_LT(much, some);
    EXPECT_LT(drowned, much);
    EXPECT_LT(drowned, 4.0);
  }
}

// At its fixed point the evidence's own equations hold: with H = J^T J + (alpha/beta) I,
// gamma = P - (alpha/beta) tr H^-1, alpha = gamma/(2 E_W), beta = (N - gamma)/(2 E_D).
TEST(LevenbergMarquardt, RegularisationIsConsistent) {
  const int n = 50, p = 4;
  Eigen::MatrixXd features(n, p);
  Eigen::VectorXd y(n);
  for (int k = 0; k < n; ++k) {
    for (int f = 0; f < p; ++f) features(k, f) = std::pow(k / (n - 1.0), f);
    y[k] = 1.0 - features(k, 1) + 0.05 * (random_fraction(3, k) - 0.5);
  }
  Small problem(
      p, n, [&](const Eigen::VectorXd& w) -> Eigen::VectorXd { return features * w - y; },
      [&](const Eigen::VectorXd&) { return features; });
  const MarquardtState s = minimised(problem, Eigen::VectorXd::Zero(p), Regularise::settled, 500);
  const double share = s.alpha / s.beta;
  const Eigen::MatrixXd H =
      features.transpose() * features + share * Eigen::MatrixXd::Identity(p, p);
  EXPECT_NEAR(s.gamma, p - share * H.inverse().trace(), 1e-3);
  EXPECT_NEAR(s.alpha, 0.5 * s.gamma / s.w.squaredNorm(), 1e-6 * s.alpha);
  EXPECT_NEAR(s.beta, 0.5 * (n - s.gamma) / s.error, 1e-6 * s.beta);
  // and the weights are those of ridge regression with this share.
  const Eigen::VectorXd ridge = H.inverse() * features.transpose() * y;
  EXPECT_LT((s.w - ridge).norm(), 1e-3);
}

}  // namespace
}  // namespace bramah
