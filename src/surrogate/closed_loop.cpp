#include "surrogate/closed_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rng.h"

namespace bramah {

namespace {

constexpr double kLost = 1e3;  // scaled outputs beyond this have run away
// While fitting, a run counts as lost where it is half a range off, and as too sensitive to learn
// from where its slopes are this steep: what follows says nothing about the weights.
constexpr double kAstray = 1.0, kSteep = 1e4;

// Outputs of a run in place of the measured ones: newest first in every delay line.
void feed_back(Eigen::VectorXd& x, int at, const NarxDelays& delays, const Eigen::VectorXd& y) {
  for (Eigen::Index o = 0; o < y.size(); ++o) {
    double* line = x.data() + at + o * delays.outputs;
    std::copy_backward(line, line + delays.outputs - 1, line + delays.outputs);
    line[0] = y[o];
  }
}

}  // namespace

ClosedLoop::ClosedLoop(const Network& shape, const Windows& windows,
                       std::vector<Eigen::Index> columns, int horizon, int threads)
    : shape_(shape),
      windows_(windows),
      columns_(std::move(columns)),
      horizon_(horizon),
      threads_(threads) {}

double ClosedLoop::residuals() const {
  return static_cast<double>(columns_.size()) * horizon_ * shape_.outputs();
}

double ClosedLoop::run(const Eigen::VectorXd& w, Eigen::Index start, NetworkBatch& batch,
                       NormalLane* lane, Eigen::MatrixXd* outputs) const {
  const NarxDelays& delays = windows_.delays();
  const int ny = shape_.outputs(), lines = ny * delays.outputs;
  const int at = static_cast<int>(windows_.u().rows()) * delays.inputs();  // first delayed output
  Eigen::VectorXd x(windows_.size()), measured(windows_.size()), y(ny);
  // Columns of S: dy_j(k - d)/dw in the order of the window; `rows` those of this step.
  const Eigen::Index size = lane ? w.size() : 0;
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(size, lines), rows(size, ny), direct, by_x(x.size(), 1);
  Eigen::MatrixXd slopes(lines, ny);
  windows_.fill(start, x.data());
  double sum = 0.0;
  bool learns = true;
  for (int k = 0; k < horizon_; ++k) {
    if (k > 0) {
      windows_.fill(start + k, measured.data());
      x.head(at) = measured.head(at);
      x.tail(x.size() - at - lines).setZero();  // nothing is measured: no errors
    }
    y = batch.forward(w, x);
    const Eigen::VectorXd r = y - windows_.y().col(start + k);
    const double off = r.lpNorm<Eigen::Infinity>();
    // The rest counts as if it stayed astray: the longer a run lasts, the smaller the sum.
    if (!outputs && !(off < kAstray)) return sum + kAstray * kAstray * ny * (horizon_ - k);
    if (!(off < kLost)) return std::numeric_limits<double>::infinity();
    sum += r.squaredNorm();
    if (outputs) outputs->col(k) = y;
    if (lane && learns) {
      for (int o = 0; o < ny; ++o) {
        batch.backward(w, x, o, &direct, &by_x);
        rows.col(o) = direct;
        slopes.col(o) = by_x.col(0).segment(at, lines);
      }
      if (k > 0) rows.noalias() += S * slopes;
      learns = rows.colwise().norm().maxCoeff() < kSteep;
      for (int o = 0; o < ny && learns; ++o) lane->add(rows.col(o).data(), r[o]);
      for (int o = 0; o < ny && delays.outputs > 0; ++o) {
        for (int d = delays.outputs - 1; d > 0; --d)
          S.col(o * delays.outputs + d) = S.col(o * delays.outputs + d - 1);
        S.col(o * delays.outputs) = rows.col(o);
      }
    }
    if (delays.outputs > 0) feed_back(x, at, delays, y);
  }
  return sum;
}

double ClosedLoop::error(const Eigen::VectorXd& w) {
  std::vector<double> sums(kLanes, 0.0);
  for_lanes(kLanes, threads_, [&](int lane) {
    NetworkBatch batch(shape_.sizes, shape_.activation, 1);
    for (std::size_t k = lane; k < columns_.size() && std::isfinite(sums[lane]); k += kLanes)
      sums[lane] += run(w, columns_[k], batch, nullptr, nullptr);
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

double ClosedLoop::normal(const Eigen::VectorXd& w, Eigen::MatrixXd& JtJ, Eigen::VectorXd& Jtr) {
  if (lanes_.empty()) lanes_.assign(kLanes, NormalLane(parameters()));
  std::vector<double> sums(kLanes, 0.0);
  for_lanes(kLanes, threads_, [&](int lane) {
    lanes_[lane].clear();
    NetworkBatch batch(shape_.sizes, shape_.activation, 1);
    for (std::size_t k = lane; k < columns_.size() && std::isfinite(sums[lane]); k += kLanes)
      sums[lane] += run(w, columns_[k], batch, &lanes_[lane], nullptr);
    lanes_[lane].flush();
  });
  gather(lanes_, JtJ, Jtr);
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

Eigen::MatrixXd ClosedLoop::predict(const Eigen::VectorXd& w, std::size_t k) {
  NetworkBatch batch(shape_.sizes, shape_.activation, 1);
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(shape_.outputs(), horizon_,
                                                  std::numeric_limits<double>::quiet_NaN());
  run(w, columns_[k], batch, nullptr, &out);
  return out;
}

std::vector<Eigen::Index> draw_starts(const Windows& windows, const SampleRange& part, int horizon,
                                      std::size_t count, std::uint64_t seed) {
  // A column can start a run if the one `horizon` later has its whole past up to it in the record.
  const std::vector<Eigen::Index> all = windows.columns(part);
  std::vector<Eigen::Index> possible;
  const std::size_t length = static_cast<std::size_t>(horizon) - 1;
  for (std::size_t k = 0; k + length < all.size(); ++k)
    if (all[k + length] - all[k] == static_cast<Eigen::Index>(length)) possible.push_back(all[k]);
  if (possible.empty()) return {};
  std::vector<Eigen::Index> out;
  for (std::size_t k = 0; k < count; ++k)
    out.push_back(possible[random_choice(seed, k, possible.size())]);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace bramah
