#include "build/rest_search.h"

#include <cmath>

#include "core/dense_algebra.h"

namespace bramah {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// ------------------------------------------------------------------------------------------ balance
double gauss_newton(RestEquations& rest, const VectorXd& weights) {
  VectorXd u = rest.unknowns();
  VectorXd r = weights.cwiseProduct(rest.imbalance(u));
  if (u.size() == 0) return r.size() > 0 ? r.lpNorm<Eigen::Infinity>() : 0.0;
  double damping = 1e-6, size = r.norm();
  for (int pass = 0; pass < 200; ++pass) {
    const MatrixXd j = weights.asDiagonal() * rest.slopes(u);
    const MatrixXd normal = j.transpose() * j + damping * MatrixXd::Identity(j.cols(), j.cols());
    const VectorXd step = damping < 1e-13 ? least_squares(j, -r)
                                          : solve_symmetric(normal, VectorXd(-j.transpose() * r));
    const VectorXd candidate = u + rest.scales().cwiseProduct(step);
    const VectorXd next = weights.cwiseProduct(rest.imbalance(candidate));
    if (next.allFinite() && next.norm() < size) {
      u = candidate;
      damping *= 0.1;
      r = next;
      if (size - next.norm() <= 1e-15 * size || next.norm() < 1e-14) break;
      size = next.norm();
    } else if (damping < 1e-13) {
      break;  // at round-off
    } else {
      damping *= 10.0;
      if (damping > 1e12) break;
    }
  }
  rest.imbalance(u);
  return r.lpNorm<Eigen::Infinity>();
}

// -------------------------------------------------------------------------------------------- relax
constexpr int kMostSteps = 400;
constexpr int kPatience = 60;         // steps after which the path counts less than the end
constexpr double kImpatience = 1.06;  // by which errors may grow with each further step
constexpr double kFirst = 1e-4, kShortest = 1e-10, kLongest = 1e8;  // [s]
constexpr double kPath = 0.5;      // scales that a step may be off the path
constexpr double kStill = 1e-7;    // scales that a step of kSettled or longer moves at rest
constexpr double kSettled = 10.0;  // [s]
constexpr double kBurst = 1e9;     // [Pa]
constexpr double kFar = 1e3;       // [rad], [m], [rad/s], [m/s]

class Relaxation {
 public:
  Relaxation(RestEquations& rest, bool moving)
      : rest_(rest), moving_(moving), scales_(rest.motion_scales(moving)), x_(rest.motion(moving)) {
    f_ = rest_.rates(x_, moving_);
  }

  Relaxed run() {
    double length = kFirst, loose = kPath;
    for (int step = 0; step < kMostSteps; ++step) {
      if (!f_.allFinite()) return Relaxed::lost;
      find_slopes();
      double error = advance(length);
      while (!(error <= loose)) {
        length *= 0.25;
        if (length < kShortest) return finish(Relaxed::lost);
        error = advance(length);
      }
      const double moved = (next_ - x_).cwiseQuotient(scales_).lpNorm<Eigen::Infinity>();
      x_ = next_, f_ = f_next_;
      if (far()) return finish(Relaxed::runaway);
      if (length >= kSettled && moved < kStill) return finish(Relaxed::rest);
      length = std::min(length * (error < 0.2 * loose ? 3.0 : 1.3), kLongest);
      if (step > kPatience) loose *= kImpatience;
    }
    return finish(Relaxed::lost);
  }

 private:
  // Where speeds are left, it goes on.
  Relaxed finish(Relaxed end) {
    rest_.rates(x_, moving_);
    const Index n = moving_ ? rest_.forces() : 0;
    const bool moves = n > 0 && x_.tail(n).lpNorm<Eigen::Infinity>() > 1e-9;
    return end == Relaxed::rest && moves ? Relaxed::drift : end;
  }

  void find_slopes() {
    constexpr double kEpsilon = 1e-6;
    slopes_.resize(x_.size(), x_.size());
    for (Index k = 0; k < x_.size(); ++k) {
      VectorXd up = x_, down = x_;
      up[k] += kEpsilon * scales_[k];
      down[k] -= kEpsilon * scales_[k];
      const VectorXd above = rest_.rates(up, moving_), below = rest_.rates(down, moving_);
      const double width = up[k] - down[k];  // a stop may have shortened it
      slopes_.col(k) = width > 0.0 ? VectorXd((above - below) / width) : VectorXd::Zero(x_.size());
    }
  }

  // One step from x_ to next_; returns how far it leaves the implicit step's own equation.
  double advance(double length) {
    MatrixXd matrix =
        -length * (scales_.cwiseInverse().asDiagonal() * slopes_ * scales_.asDiagonal());
    matrix.diagonal().array() += 1.0;
    SquareLu lu;
    lu.compute(matrix);
    const VectorXd step = lu.solve(VectorXd(length * f_.cwiseQuotient(scales_)));
    if (!step.allFinite()) return INFINITY;
    next_ = x_ + scales_.cwiseProduct(step);
    f_next_ = rest_.rates(next_, moving_);
    if (!f_next_.allFinite()) return INFINITY;
    const VectorXd off = (next_ - x_ - length * f_next_).cwiseQuotient(scales_);
    // Against what the step itself is: far from rest fast states may be far off and come back.
    const VectorXd far = lu.solve(off);
    return far.allFinite() ? far.lpNorm<Eigen::Infinity>() : INFINITY;
  }

  bool far() const {
    const Index oil = static_cast<Index>(rest_.pressures().size());
    const Index other = x_.size() - oil - static_cast<Index>(rest_.states().size());
    return (oil > 0 && x_.head(oil).lpNorm<Eigen::Infinity>() > kBurst) ||
           (other > 0 && x_.tail(other).lpNorm<Eigen::Infinity>() > kFar);
  }

  RestEquations& rest_;
  bool moving_;
  VectorXd scales_, x_, f_, next_, f_next_;
  MatrixXd slopes_;
};

}  // namespace

double balance(RestEquations& rest) {
  const VectorXd r = rest.imbalance(rest.unknowns());
  return gauss_newton(rest, VectorXd::Ones(r.size()));
}

double balance_rows(RestEquations& rest, int first, int count) {
  VectorXd weights = VectorXd::Zero(rest.imbalance(rest.unknowns()).size());
  weights.segment(first, count).setOnes();
  return gauss_newton(rest, weights);
}

Relaxed relax(RestEquations& rest, bool moving) { return Relaxation(rest, moving).run(); }

}  // namespace bramah
