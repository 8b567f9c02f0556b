#include "analysis/equilibrium.h"

#include <cmath>

#include "core/dense_algebra.h"

namespace bramah {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMaxIterations = 200;
constexpr double kStep = 1e-12, kRest = 1e-9, kTooLong = 0.3;

class Search {
 public:
  Search(TangentSpace& space, const std::vector<bool>& held, const std::vector<double>& scales)
      : space_(space), nz_(static_cast<std::size_t>(space.free())) {
    for (std::size_t i = 0; i < nz_; ++i) steady_ = steady_ || (held[i] && !held[nz_ + i]);
    for (std::size_t i = 0; i < held.size(); ++i) {
      const bool rate = i >= nz_ && i < 2 * nz_;
      if (held[i] || (rate && !steady_)) continue;
      free_.push_back(i);
      rows_.push_back(static_cast<int>(steady_ || i < nz_ ? i : i - nz_));
    }
    scale_.resize(static_cast<Eigen::Index>(free_.size()));
    for (std::size_t k = 0; k < free_.size(); ++k)
      scale_[static_cast<Eigen::Index>(k)] = scales[free_[k]];
  }

  // First with oil that is whole everywhere, for from where it is torn no slope leads back.
  EquilibriumReport find() {
    const Trial start = space_.trial();
    whole_ = true;
    EquilibriumReport report = search();
    if (report.converged) return report;
    space_.trial() = start;
    whole_ = false;
    const EquilibriumReport again = search();
    return again.converged || again.imbalance < report.imbalance ? again : report;
  }

 private:
  EquilibriumReport search() {
    EquilibriumReport report;
    VectorXd f;
    mend();
    if (!evaluate(f)) return report;
    report.converged = free_.empty();  // nothing is left to solve
    if (report.converged) return report;
    for (; report.iterations < kMaxIterations; ++report.iterations) {
      const MatrixXd j = slopes() * scale_.asDiagonal();
      weigh(j);
      VectorXd step = -least_squares(weight_.asDiagonal() * j, weight_.cwiseProduct(f), 1e-12);
      if (!step.allFinite()) return report;
      if (const double size = largest(step); size > kTooLong) step *= kTooLong / size;
      if (!advance(step, f)) break;
      if (largest(step) < kStep) break;
    }
    Eigen::Index worst = 0;
    const VectorXd left = weight_.cwiseProduct(f).cwiseAbs();
    report.imbalance = left.maxCoeff(&worst);
    report.worst = static_cast<int>(free_[static_cast<std::size_t>(worst)]);
    report.converged = report.imbalance < kRest;
    return report;
  }

  void mend() {
    for (const std::size_t i : free_)
      if (whole_ && i >= 2 * nz_) space_.mend(i - 2 * nz_);
  }

  bool evaluate(VectorXd& f) {
    if (!space_.close()) return false;
    if (!steady_) {
      f = space_.imbalance()(rows_);
      return true;
    }
    if (!space_.solve_rates()) return false;
    f = space_.rates()(rows_);
    return true;
  }

  MatrixXd slopes() {
    return steady_ ? space_.A()(rows_, rows_) : space_.imbalance_slopes()(rows_, rows_);
  }

  static double largest(const VectorXd& x) { return x.size() ? x.lpNorm<Eigen::Infinity>() : 0.0; }

  // An equation weighs as much as one scale of the unknown that moves it most; one that nothing
  // moves, as its own unknown.
  void weigh(const MatrixXd& j) {
    weight_.resize(j.rows());
    for (Eigen::Index i = 0; i < j.rows(); ++i) {
      const double most = j.row(i).lpNorm<Eigen::Infinity>();
      weight_[i] = 1.0 / (most > 0.0 ? most : scale_[i]);
    }
  }

  // Shorter steps until the imbalance shrinks. False: none does.
  bool advance(const VectorXd& step, VectorXd& f) {
    const Trial start = space_.trial();
    const double before = weight_.cwiseProduct(f).norm();
    for (double part = 1.0; part > 1e-6; part *= 0.5) {
      space_.trial() = start;
      move(part * step);
      if (VectorXd trial; evaluate(trial)) {
        const double after = weight_.cwiseProduct(trial).norm();
        if (std::isfinite(after) && (after <= (1.0 - 1e-4 * part) * before || after < 1e-14)) {
          f = trial;
          return true;
        }
      }
    }
    space_.trial() = start;
    evaluate(f);
    return false;
  }

  void move(const VectorXd& step) {
    const std::span<const int> z = space_.independent();
    Trial& x = space_.trial();
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const std::size_t i = free_[k];
      const auto at = static_cast<Eigen::Index>(k);
      const double change = step[at] * scale_[at];
      if (i < nz_)
        x.q[static_cast<std::size_t>(z[i])] += change;
      else if (i < 2 * nz_)
        x.v[static_cast<std::size_t>(z[i - nz_])] += change;
      else
        x.y[i - 2 * nz_] += change;
    }
    mend();
  }

  TangentSpace& space_;
  std::size_t nz_;
  bool steady_ = false;
  bool whole_ = true;
  std::vector<std::size_t> free_;  // of (z, w, y)
  std::vector<int> rows_;          // of the equations, beside free_
  VectorXd scale_, weight_;
};

}  // namespace

EquilibriumReport find_equilibrium(TangentSpace& space, const std::vector<bool>& held,
                                   const std::vector<double>& scales) {
  return Search(space, held, scales).find();
}

}  // namespace bramah
