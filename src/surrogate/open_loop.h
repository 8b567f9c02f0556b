// Fitting a network to windows with the measured outputs in their delays [Malysheva2021, Fig. 3.1]:
// the residuals are the errors of one step.
#pragma once

#include "surrogate/dataset.h"
#include "surrogate/levenberg_marquardt.h"
#include "surrogate/network.h"
#include "surrogate/normal_equations.h"

namespace bramah {

class OpenLoop final : public LeastSquares {
 public:
  // `columns` of the windows to fit; both must outlive this.
  OpenLoop(const Network& shape, const Windows&, std::vector<Eigen::Index> columns, int threads);

  [[nodiscard]] Eigen::Index parameters() const override { return parameter_count(sizes_); }
  [[nodiscard]] double residuals() const override;
  double error(const Eigen::VectorXd& w) override;
  double normal(const Eigen::VectorXd& w, Eigen::MatrixXd& JtJ, Eigen::VectorXd& Jtr) override;
  // Residuals of every column, one after the other: predicted - measured, scaled.
  Eigen::MatrixXd errors(const Eigen::VectorXd& w);

 private:
  static constexpr int kLanes = 4, kColumns = 128;
  // Calls look(lane, batch, columns' inputs, first, residuals) for every group of columns.
  template <class Look>
  void for_batches(const Eigen::VectorXd& w, const Look& look);

  std::vector<int> sizes_;
  Activation activation_;
  const Windows& windows_;
  std::vector<Eigen::Index> columns_;
  int threads_;
  std::vector<NormalLane> lanes_;  // made when first needed
};

}  // namespace bramah
