// Levenberg-Marquardt for least squares, with Bayesian regularisation [MacKay1992, Foresee1997].
//
//   E_D = sum r^2,  E_W = sum w^2,  F = beta E_D + alpha E_W
//   step: (J^T J + (alpha/beta + mu) I) d = J^T r + (alpha/beta) w,   w <- w - d
//   gamma = P - (alpha/beta) tr (J^T J + alpha/beta I)^-1      effective number of parameters
//   alpha = gamma/(2 E_W),   beta = (N - gamma)/(2 E_D)        after every step
// From random weights alpha is better 0 at first: far from a fit beta is small, and the weights
// would be held where they began. It enters once eight epochs in a row lower the error by little,
// or none does (Regularise::settled), or from the first epoch on (always), which fits worse and
// leaves smaller weights. One call of epoch() is one accepted step; mu falls after it and rises
// after every refusal. Not for problems with more parameters than a dense matrix holds.
#pragma once

#include <Eigen/Core>

#include "bramah/surrogate.h"

namespace bramah {

class LeastSquares {
 public:
  virtual ~LeastSquares() = default;
  [[nodiscard]] virtual Eigen::Index parameters() const = 0;
  [[nodiscard]] virtual double residuals() const = 0;  // N
  // Sum of squares; anything not finite counts as infinite.
  virtual double error(const Eigen::VectorXd& w) = 0;
  // The same, with J^T J (lower triangle) and J^T r.
  virtual double normal(const Eigen::VectorXd& w, Eigen::MatrixXd& JtJ, Eigen::VectorXd& Jtr) = 0;
};

// Everything that the next epoch depends on.
struct MarquardtState {
  Eigen::VectorXd w;
  double mu = -1.0;                // below zero: not begun
  double alpha = 0.0, beta = 1.0;  // alpha is 0 while the weights are free
  double gamma = 0.0;              // effective parameters
  double error = -1.0;             // E_D at w; below zero: not known
  int slow = 0;                    // epochs in a row that lowered it by little
};

class LevenbergMarquardt {
 public:
  LevenbergMarquardt(LeastSquares& problem, Regularise regularise);

  // False: no step makes it smaller, w is as good as it gets.
  bool epoch(MarquardtState&);

 private:
  void weigh(MarquardtState&) const;
  void regularise(MarquardtState&);

  LeastSquares& problem_;
  Regularise regularise_;
  Eigen::MatrixXd JtJ_, H_;
  Eigen::VectorXd Jtr_, d_, next_;
};

}  // namespace bramah
