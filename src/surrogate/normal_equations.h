// J^T J and J^T r of many residuals, summed in parallel. The rows are dealt to a fixed number of
// lanes and every lane is summed in order, so that the result does not depend on the threads.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace bramah {

// Calls work(lane) for every lane < lanes.
void for_lanes(int lanes, int threads, const std::function<void(int lane)>& work);

// One lane: columns of J^T are collected into a block, and blocks added to the sums. In double
// precision: the small eigenvalues of J^T J tell how many parameters are effective, and are lost in
// the rounding of single precision.
class NormalLane {
 public:
  explicit NormalLane(Eigen::Index parameters);

  void clear();
  // `gradient` points to d(residual)/d(parameters).
  void add(const double* gradient, double residual);
  void flush();

  [[nodiscard]] const Eigen::MatrixXd& JtJ() const noexcept { return JtJ_; }  // lower
  [[nodiscard]] const Eigen::VectorXd& Jtr() const noexcept { return Jtr_; }
  [[nodiscard]] double error() const noexcept { return error_; }

 private:
  static constexpr int kBlock = 512;
  Eigen::MatrixXd block_, JtJ_;
  Eigen::VectorXd Jtr_;
  double error_ = 0.0;
  int filled_ = 0;
};

// The sum of all lanes; returns the error.
double gather(const std::vector<NormalLane>&, Eigen::MatrixXd& JtJ, Eigen::VectorXd& Jtr);

}  // namespace bramah
