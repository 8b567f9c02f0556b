#include "constraints/loop_closure.h"

#include <Eigen/Core>
#include <algorithm>

#include "core/dense_algebra.h"

namespace bramah {

bool MassMetric::correct(std::span<double> phi, ClosurePass, std::span<double> x) {
  for (std::size_t k = 0; k < phi.size(); ++k) phi[k] *= alpha_[k];
  std::fill(step_.begin(), step_.end(), 0.0);
  at_.mechanism.add_transposed(phi, at_.scratch, step_);
  mass_.solve(step_);
  for (std::size_t i = 0; i < step_.size(); ++i) x[i] -= step_[i];
  return true;
}

bool LeastChange::correct(std::span<const double> phi, ClosurePass, std::span<double> x) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto rows = static_cast<Eigen::Index>(phi.size());
  RowMajor all(rows, static_cast<Eigen::Index>(x.size()));
  at_.mechanism.jacobian(at_.scratch, {all.data(), static_cast<std::size_t>(all.size())});
  Eigen::MatrixXd some(rows, static_cast<Eigen::Index>(moving_.size()));
  for (std::size_t k = 0; k < moving_.size(); ++k)
    some.col(static_cast<Eigen::Index>(k)) = all.col(moving_[k]);
  const Eigen::VectorXd gap = -Eigen::Map<const Eigen::VectorXd>(phi.data(), rows);
  const Eigen::VectorXd dx = least_squares(some, gap);
  const double shorten = std::min(1.0, longest_ / std::max(1e-12, dx.lpNorm<Eigen::Infinity>()));
  for (std::size_t k = 0; k < moving_.size(); ++k)
    x[static_cast<std::size_t>(moving_[k])] += shorten * dx[static_cast<Eigen::Index>(k)];
  return true;
}

}  // namespace bramah
