#include "surrogate/levenberg_marquardt.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

constexpr double kFirst = 1e-3;  // mu at the start, of the mean of the diagonal
constexpr double kFall = 0.1, kRise = 4.0;
constexpr double kLeast = 1e-20, kMost = 1e12;
constexpr double kLittle = 0.05;  // of the error
constexpr int kSettled = 8;       // epochs
constexpr double kTiny = 1e-300;

}  // namespace

LevenbergMarquardt::LevenbergMarquardt(LeastSquares& problem, Regularise regularise)
    : problem_(problem), regularise_(regularise) {
  const Eigen::Index n = problem.parameters();
  JtJ_.resize(n, n), H_.resize(n, n);
  Jtr_.resize(n), d_.resize(n), next_.resize(n);
}

// alpha and beta that fit the effective number of parameters.
void LevenbergMarquardt::weigh(MarquardtState& s) const {
  s.alpha = 0.5 * s.gamma / std::max(s.w.squaredNorm(), kTiny);
  s.beta = 0.5 * std::max(problem_.residuals() - s.gamma, 1.0) / std::max(s.error, kTiny);
}

void LevenbergMarquardt::regularise(MarquardtState& s) {
  if (s.alpha == 0.0) return weigh(s);  // all parameters count at first
  const double share = s.alpha / s.beta;
  H_.triangularView<Eigen::Lower>() = JtJ_;
  H_.diagonal().array() += share;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>, Eigen::Lower> factor(H_);
  if (factor.info() != Eigen::Success) return;  // keep what was
  // tr (L L^T)^-1 is the sum of squares of L^-1.
  JtJ_.setIdentity();
  factor.matrixL().solveInPlace(JtJ_);
  const double n = static_cast<double>(s.w.size());
  s.gamma = std::clamp(n - share * JtJ_.squaredNorm(), 0.0, n);
  weigh(s);
}

bool LevenbergMarquardt::epoch(MarquardtState& s) {
  s.error = problem_.normal(s.w, JtJ_, Jtr_);
  if (!std::isfinite(s.error) || !std::isfinite(JtJ_.diagonal().sum())) return false;
  if (s.mu < 0.0) s.mu = kFirst * JtJ_.diagonal().mean();
  if (s.gamma == 0.0) s.gamma = static_cast<double>(s.w.size());  // all, until it is known
  if (regularise_ == Regularise::always && s.alpha == 0.0) weigh(s);
  const double share = s.alpha / s.beta;
  const double objective = s.error + share * s.w.squaredNorm();
  const double scale = JtJ_.diagonal().mean();
  for (; s.mu <= kMost * scale; s.mu *= kRise) {
    H_.triangularView<Eigen::Lower>() = JtJ_;
    H_.diagonal().array() += share + s.mu;
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>, Eigen::Lower> factor(H_);
    if (factor.info() != Eigen::Success) continue;
    d_ = Jtr_ + share * s.w;
    factor.solveInPlace(d_);
    next_ = s.w - d_;
    const double error = problem_.error(next_);
    if (!(error + share * next_.squaredNorm() < objective)) continue;
    s.slow = error > (1.0 - kLittle) * s.error ? s.slow + 1 : 0;
    s.w = next_;
    s.error = error;
    s.mu = std::max(kFall * s.mu, kLeast * scale);
    if (s.alpha > 0.0 || (regularise_ == Regularise::settled && s.slow >= kSettled)) regularise(s);
    return true;
  }
  // As good as it gets without regularisation: then with it.
  const bool enters = regularise_ == Regularise::settled && s.alpha == 0.0;
  if (enters) weigh(s);
  s.mu = kFirst * scale;  // what made no step good here says nothing of the next problem
  return enters;
}

}  // namespace bramah
