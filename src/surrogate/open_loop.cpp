#include "surrogate/open_loop.h"

#include <algorithm>
#include <numeric>

namespace bramah {

OpenLoop::OpenLoop(const Network& shape, const Windows& windows, std::vector<Eigen::Index> columns,
                   int threads)
    : sizes_(shape.sizes),
      activation_(shape.activation),
      windows_(windows),
      columns_(std::move(columns)),
      threads_(threads) {}

double OpenLoop::residuals() const { return static_cast<double>(columns_.size()) * sizes_.back(); }

template <class Look>
void OpenLoop::for_batches(const Eigen::VectorXd& w, const Look& look) {
  const auto count = static_cast<Eigen::Index>(columns_.size());
  for_lanes(kLanes, threads_, [&](int lane) {
    NetworkBatch batch(sizes_, activation_, kColumns);
    Eigen::MatrixXd x, r;
    for (Eigen::Index first = static_cast<Eigen::Index>(lane) * kColumns; first < count;
         first += static_cast<Eigen::Index>(kLanes) * kColumns) {
      const Eigen::Index n = std::min<Eigen::Index>(kColumns, count - first);
      x.resize(windows_.size(), n);
      for (Eigen::Index c = 0; c < n; ++c) windows_.fill(columns_[first + c], x.col(c).data());
      r = batch.forward(w, x);
      for (Eigen::Index c = 0; c < n; ++c) r.col(c) -= windows_.y().col(columns_[first + c]);
      look(lane, batch, x, first, r);
    }
  });
}

double OpenLoop::error(const Eigen::VectorXd& w) {
  std::vector<double> sums(kLanes, 0.0);
  for_batches(w, [&](int lane, NetworkBatch&, const Eigen::MatrixXd&, Eigen::Index,
                     const Eigen::MatrixXd& r) { sums[lane] += r.squaredNorm(); });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

double OpenLoop::normal(const Eigen::VectorXd& w, Eigen::MatrixXd& JtJ, Eigen::VectorXd& Jtr) {
  if (lanes_.empty()) lanes_.assign(kLanes, NormalLane(parameters()));
  for (NormalLane& lane : lanes_) lane.clear();
  std::vector<Eigen::MatrixXd> jacobians(kLanes);
  for_batches(w, [&](int lane, NetworkBatch& batch, const Eigen::MatrixXd& x, Eigen::Index,
                     const Eigen::MatrixXd& r) {
    for (int o = 0; o < sizes_.back(); ++o) {
      batch.backward(w, x, o, &jacobians[lane], nullptr);
      for (Eigen::Index c = 0; c < x.cols(); ++c)
        lanes_[lane].add(jacobians[lane].col(c).data(), r(o, c));
    }
  });
  for (NormalLane& lane : lanes_) lane.flush();
  return gather(lanes_, JtJ, Jtr);
}

Eigen::MatrixXd OpenLoop::errors(const Eigen::VectorXd& w) {
  Eigen::MatrixXd out(sizes_.back(), static_cast<Eigen::Index>(columns_.size()));
  for_batches(w, [&](int, NetworkBatch&, const Eigen::MatrixXd& x, Eigen::Index first,
                     const Eigen::MatrixXd& r) { out.middleCols(first, x.cols()) = r; });
  return out;
}

}  // namespace bramah
