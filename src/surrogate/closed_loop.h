// Fitting a network that runs on its own outputs: from a measured past it predicts `horizon` steps,
// and the residuals are the errors of them all. What removes the drift and the instability that
// one-step training leaves.
//
//   dy(k)/dw = d(psi)/dw + sum over d, j of d(psi)/dy_j(k - d) dy_j(k - d)/dw
// The sensitivities run along with the prediction (real-time recurrent learning [Williams1989]), so
// that Levenberg-Marquardt has its exact Jacobian at about the price of one-step training. A run
// that goes astray, half a range off, counts as if it stayed there.
#pragma once

#include "surrogate/dataset.h"
#include "surrogate/levenberg_marquardt.h"
#include "surrogate/network.h"
#include "surrogate/normal_equations.h"

namespace bramah {

class ClosedLoop final : public LeastSquares {
 public:
  // A run starts at each of `columns`; all of its steps must lie in the same record.
  ClosedLoop(const Network& shape, const Windows&, std::vector<Eigen::Index> columns, int horizon,
             int threads);

  [[nodiscard]] Eigen::Index parameters() const override { return parameter_count(shape_.sizes); }
  [[nodiscard]] double residuals() const override;
  double error(const Eigen::VectorXd& w) override;
  double normal(const Eigen::VectorXd& w, Eigen::MatrixXd& JtJ, Eigen::VectorXd& Jtr) override;
  // Predicted outputs, scaled, of the run that starts at columns[k].
  Eigen::MatrixXd predict(const Eigen::VectorXd& w, std::size_t k);

 private:
  static constexpr int kLanes = 4;
  // Error of one run; `lane` takes its rows, if given, and `outputs` its predictions.
  double run(const Eigen::VectorXd& w, Eigen::Index start, NetworkBatch&, NormalLane* lane,
             Eigen::MatrixXd* outputs) const;

  Network shape_;
  const Windows& windows_;
  std::vector<Eigen::Index> columns_;
  int horizon_, threads_;
  std::vector<NormalLane> lanes_;
};

// Columns from which runs of `horizon` steps stay in the part and in one record: about `count` of
// them, drawn by the seed.
std::vector<Eigen::Index> draw_starts(const Windows&, const SampleRange&, int horizon,
                                      std::size_t count, std::uint64_t seed);

}  // namespace bramah
