#include "surrogate/normal_equations.h"

#include <atomic>
#include <thread>

namespace bramah {

void for_lanes(int lanes, int threads, const std::function<void(int lane)>& work) {
  std::atomic<int> next{0};
  const auto take = [&] {
    for (int lane = next++; lane < lanes; lane = next++) work(lane);
  };
  std::vector<std::jthread> others;
  for (int k = 1; k < std::min(threads, lanes); ++k) others.emplace_back(take);
  take();
}

NormalLane::NormalLane(Eigen::Index parameters)
    : block_(parameters, kBlock), JtJ_(parameters, parameters), Jtr_(parameters) {
  clear();
}

void NormalLane::clear() {
  JtJ_.setZero();
  Jtr_.setZero();
  error_ = 0.0;
  filled_ = 0;
}

void NormalLane::add(const double* gradient, double residual) {
  const Eigen::Map<const Eigen::VectorXd> row(gradient, Jtr_.size());
  block_.col(filled_++) = row;
  Jtr_ += residual * row;
  error_ += residual * residual;
  if (filled_ == kBlock) flush();
}

void NormalLane::flush() {
  if (filled_ == 0) return;
  JtJ_.selfadjointView<Eigen::Lower>().rankUpdate(block_.leftCols(filled_));
  filled_ = 0;
}

double gather(const std::vector<NormalLane>& lanes, Eigen::MatrixXd& JtJ, Eigen::VectorXd& Jtr) {
  JtJ = lanes.front().JtJ();
  Jtr = lanes.front().Jtr();
  double error = lanes.front().error();
  for (std::size_t k = 1; k < lanes.size(); ++k) {
    JtJ += lanes[k].JtJ();
    Jtr += lanes[k].Jtr();
    error += lanes[k].error();
  }
  return error;
}

}  // namespace bramah
