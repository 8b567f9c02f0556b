#include "analysis/equilibrium.h"

#include <cmath>

namespace bramah {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMaxIterations = 200;
constexpr double kStep = 1e-12, kRest = 1e-9, kTooLong = 0.3;

class Search {
 public:
  Search(TangentSpace& space, const std::vector<bool>& held, const std::vector<double>& scales)
      : space_(space) {
    for (std::size_t i = 0; i < held.size(); ++i)
      if (!held[i]) free_.push_back(static_cast<int>(i));
    scale_.resize(static_cast<Eigen::Index>(free_.size()));
    for (std::size_t k = 0; k < free_.size(); ++k)
      scale_[static_cast<Eigen::Index>(k)] = scales[static_cast<std::size_t>(free_[k])];
  }

  EquilibriumReport find() {
    EquilibriumReport report;
    if (!space_.close()) return report;
    VectorXd f = space_.imbalance()(free_);
    for (; report.iterations < kMaxIterations; ++report.iterations) {
      const MatrixXd j = space_.imbalance_slopes()(free_, free_) * scale_.asDiagonal();
      weigh(j);
      Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(weight_.asDiagonal() * j);
      solver.setThreshold(1e-12);
      VectorXd step = -solver.solve(weight_.cwiseProduct(f));
      if (!step.allFinite()) return report;
      if (const double size = largest(step); size > kTooLong) step *= kTooLong / size;
      if (!advance(step, f)) break;
      if (largest(step) < kStep) break;
    }
    Eigen::Index worst = 0;
    const VectorXd left = weight_.cwiseProduct(f).cwiseAbs();
    report.imbalance = left.size() ? left.maxCoeff(&worst) : 0.0;
    report.worst = left.size() ? free_[static_cast<std::size_t>(worst)] : -1;
    report.converged = report.imbalance < kRest;
    return report;
  }

 private:
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
      if (space_.close()) {
        const VectorXd trial = space_.imbalance()(free_);
        const double after = weight_.cwiseProduct(trial).norm();
        if (std::isfinite(after) && (after <= (1.0 - 1e-4 * part) * before || after < 1e-14)) {
          f = trial;
          return true;
        }
      }
    }
    space_.trial() = start;
    space_.close();
    f = space_.imbalance()(free_);
    return false;
  }

  void move(const VectorXd& step) {
    const auto& z = space_.partition().independent;
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const auto i = static_cast<std::size_t>(free_[k]);
      const double change =
          step[static_cast<Eigen::Index>(k)] * scale_[static_cast<Eigen::Index>(k)];
      if (i < z.size())
        space_.trial().q[static_cast<std::size_t>(z[i])] += change;
      else
        space_.trial().y[i - z.size()] += change;
    }
  }

  TangentSpace& space_;
  std::vector<int> free_;
  VectorXd scale_, weight_;
};

}  // namespace

EquilibriumReport find_equilibrium(TangentSpace& space, const std::vector<bool>& held,
                                   const std::vector<double>& scales) {
  return Search(space, held, scales).find();
}

}  // namespace bramah
