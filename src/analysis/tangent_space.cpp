#include "analysis/tangent_space.h"

#include <algorithm>
#include <cmath>

#include "core/dense_lu.h"
#include "core/largest.h"

namespace bramah {

namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double kClosed = 1e-13, kOpen = 1e-9;  // [m] where closing ends, and where it has failed
constexpr int kMaxPasses = 30;

}  // namespace

TangentSpace::TangentSpace(const Model& model)
    : stepper_(model.stepper()),
      equations_(*model.plant().equations),
      scratch_(stepper_.make_scratch()),
      work_(*scratch_),
      b_(work_.buffers()),
      nq_(equations_.coordinates()),
      ny_(equations_.states()),
      nc_(equations_.constraints()),
      scratch_rows_(static_cast<std::size_t>(nc_) * nq_) {}

bool TangentSpace::enter(State& state) {
  const double t = state.time();
  if (!stepper_.refresh(state.values(), t, t + 1e-9 * state.step_size(), work_)) return false;
  choose();
  return close();
}

bool TangentSpace::leave(State& state) {
  const auto x = state.values();
  const Layout& to = stepper_.plant().layout;
  std::ranges::copy(trial().q, to.q.in(x).begin());
  std::ranges::copy(trial().v, to.v.in(x).begin());
  std::ranges::copy(trial().y, to.y.in(x).begin());
  const double t = state.time();
  return stepper_.refresh(x, t, t + 1e-9 * state.step_size(), work_);
}

// Elimination with full pivoting; where there are no constraints all coordinates are independent.
void TangentSpace::choose() {
  partition_ = {};
  int rank = 0;
  std::vector<int> order(nq_);
  for (int i = 0; i < nq_; ++i) order[i] = i;
  if (nc_ > 0) {
    equations_.parts().mechanism->jacobian(*b_.mechanism, scratch_rows_);
    const MatrixXd phi_q = Eigen::Map<RowMajor>(scratch_rows_.data(), nc_, nq_);
    const FullPivots pivots = full_pivots(phi_q, 1e-9);
    rank = pivots.rank;
    for (int i = 0; i < nc_; ++i)
      if (pivots.rows[i] < rank) partition_.rows.push_back(i);
    order = pivots.columns;
  }
  partition_.dependent.assign(order.begin(), order.begin() + rank);
  partition_.independent.assign(order.begin() + rank, order.end());
  std::ranges::sort(partition_.dependent);
  std::ranges::sort(partition_.independent);
}

MatrixXd TangentSpace::rows(std::span<const double> all) const {
  MatrixXd out(partition_.rows.size(), nq_);
  for (std::size_t k = 0; k < partition_.rows.size(); ++k)
    out.row(k) = Eigen::Map<const RowVectorXd>(
        all.data() + static_cast<std::size_t>(partition_.rows[k]) * nq_, nq_);
  return out;
}

MatrixXd TangentSpace::lift(const MatrixXd& right) const {
  MatrixXd out = MatrixXd::Zero(nq_, right.cols());
  if (partition_.dependent.empty()) return out;
  const MatrixXd solved = phi_d_.solve(right);
  for (std::size_t d = 0; d < partition_.dependent.size(); ++d)
    out.row(partition_.dependent[d]) = -solved.row(d);
  return out;
}

// Phi_d and B at the present kinematics.
void TangentSpace::find_map() {
  map_ = MatrixXd::Zero(nq_, free());
  if (nc_ > 0) {
    equations_.parts().mechanism->jacobian(*b_.mechanism, scratch_rows_);
    const MatrixXd phi = rows(scratch_rows_);
    if (!partition_.dependent.empty()) {
      phi_d_.compute(phi(Eigen::all, partition_.dependent));
      map_ = lift(phi(Eigen::all, partition_.independent));
    }
  }
  for (int i = 0; i < free(); ++i) map_(partition_.independent[i], i) = 1.0;
}

bool TangentSpace::close() {
  const Mechanism& mechanism = *equations_.parts().mechanism;
  Trial& x = trial();
  const auto correct = [&](std::span<double> to) {
    VectorXd gap(partition_.rows.size());
    for (Eigen::Index k = 0; k < gap.size(); ++k) gap[k] = b_.phi[partition_.rows[k]];
    const VectorXd step = lift(gap);
    for (int i = 0; i < nq_; ++i) to[i] += step[i];
  };
  for (int pass = 0; pass < kMaxPasses && nc_ > 0; ++pass) {
    mechanism.kinematics(x.q, x.v, b_.around.charts, *b_.mechanism);
    find_map();
    mechanism.constraint_values(b_.load, *b_.mechanism, b_.phi);
    if (!(largest(b_.phi) > kClosed)) break;
    correct(x.q);
  }
  mechanism.kinematics(x.q, x.v, b_.around.charts, *b_.mechanism);
  find_map();
  if (nc_ == 0) return true;
  mechanism.constraint_rates(x.v, b_.load, *b_.mechanism, b_.phi);
  correct(x.v);
  mechanism.constraint_values(b_.load, *b_.mechanism, b_.phi);
  return largest(b_.phi) < kOpen;
}

bool TangentSpace::solve_rates() {
  if (!equations_.rates(trial(), true, b_)) return false;
  find_map();
  return std::isfinite(largest(trial().a)) && std::isfinite(largest(trial().ydot));
}

VectorXd TangentSpace::rates() const {
  const Trial& x = work_.trial;
  VectorXd out(size());
  for (int i = 0; i < free(); ++i) {
    out[i] = x.v[partition_.independent[i]];
    out[free() + i] = x.a[partition_.independent[i]];
  }
  for (int k = 0; k < ny_; ++k) out[2 * free() + k] = x.ydot[k];
  return out;
}

MatrixXd TangentSpace::tangent(StepCoefficients c) {
  DenseLu j(nq_ + ny_, nq_);
  j.set_zero();
  const std::span<const double> alpha = b_.load.penalties;
  b_.load.penalties = {};  // loops are kept by the partition
  equations_.tangent(trial(), c, b_, j);
  b_.load.penalties = alpha;
  MatrixXd out(nq_ + ny_, nq_ + ny_);
  for (int i = 0; i < nq_ + ny_; ++i) out.row(i) = Eigen::Map<RowVectorXd>(j.row(i), nq_ + ny_);
  return out;
}

MatrixXd TangentSpace::A() {
  const Mechanism& mechanism = *equations_.parts().mechanism;
  Trial& x = trial();
  std::vector<double> r(nq_ + ny_);
  equations_.residual(x, b_, r);
  const MatrixXd by_q = tangent({1.0, 0.0, 0.0, 0.0}), by_v = tangent({0.0, 1.0, 0.0, 0.0});
  const MatrixXd M = tangent({0.0, 0.0, 1.0, 0.0}).topLeftCorner(nq_, nq_);
  const int nz = free();
  G_ = MatrixXd::Zero(nq_, nz);
  MatrixXd H_z = G_, H_w = G_;
  if (nc_ > 0) {
    const auto slopes = [&](StepCoefficients c) {
      mechanism.acceleration_slopes(x.v, x.a, c, *b_.mechanism, scratch_rows_);
      return rows(scratch_rows_);
    };
    mechanism.rate_slopes(x.v, *b_.mechanism, scratch_rows_);
    G_ = lift(rows(scratch_rows_) * map_);
    const MatrixXd phi_q = slopes({1.0, 0.0, 0.0, 0.0}), phi_v = slopes({0.0, 1.0, 0.0, 0.0});
    H_z = lift(phi_q * map_ + phi_v * G_);
    H_w = lift(phi_v * map_);
  }
  const auto top = [&](const MatrixXd& t) { return t.topLeftCorner(nq_, nq_); };
  const auto oil = [&](const MatrixXd& t) { return t.bottomLeftCorner(ny_, nq_); };
  MatrixXd out = MatrixXd::Zero(size(), size());
  if (nz > 0) {
    mass_.compute(map_.transpose() * M * map_);
    const auto solve = [&](const MatrixXd& f) {
      return MatrixXd(-mass_.solve(MatrixXd(map_.transpose() * f)));
    };
    out.block(0, nz, nz, nz).setIdentity();
    out.block(nz, 0, nz, nz) = solve(top(by_q) * map_ + top(by_v) * G_ + M * H_z);
    out.block(nz, nz, nz, nz) = solve(top(by_v) * map_ + M * H_w);
    out.block(nz, 2 * nz, nz, ny_) = solve(by_q.topRightCorner(nq_, ny_));
    out.block(2 * nz, 0, ny_, nz) = -(oil(by_q) * map_ + oil(by_v) * G_);
    out.block(2 * nz, nz, ny_, nz) = -oil(by_v) * map_;
  }
  out.bottomRightCorner(ny_, ny_) = -by_q.bottomRightCorner(ny_, ny_);
  return out;
}

VectorXd TangentSpace::imbalance() {
  Trial& x = trial();
  std::ranges::fill(x.v, 0.0);
  std::ranges::fill(x.a, 0.0);
  std::ranges::fill(x.ydot, 0.0);
  std::ranges::fill(x.lambda, 0.0);
  equations_.evaluate(x, true, b_);
  find_map();
  std::vector<double> r(nq_ + ny_);
  equations_.residual(x, b_, r);
  VectorXd out(free() + ny_);
  out.head(free()) = map_.transpose() * Eigen::Map<VectorXd>(r.data(), nq_);
  out.tail(ny_) = Eigen::Map<VectorXd>(r.data() + nq_, ny_);
  // Phi_d^T lambda = -R_d
  if (!partition_.dependent.empty()) {
    const VectorXd forces = Eigen::Map<VectorXd>(r.data(), nq_)(partition_.dependent);
    const VectorXd lambda = phi_d_.solve_transposed(forces);
    for (std::size_t k = 0; k < partition_.rows.size(); ++k)
      x.lambda[partition_.rows[k]] = -lambda[static_cast<Eigen::Index>(k)];
    std::ranges::copy(x.lambda, b_.total_multipliers.begin());
    equations_.residual(x, b_, r);
  }
  return out;
}

MatrixXd TangentSpace::imbalance_slopes() {
  const MatrixXd by_q = tangent({1.0, 0.0, 0.0, 0.0});
  MatrixXd out(free() + ny_, free() + ny_);
  out.topLeftCorner(free(), free()) = map_.transpose() * by_q.topLeftCorner(nq_, nq_) * map_;
  out.topRightCorner(free(), ny_) = map_.transpose() * by_q.topRightCorner(nq_, ny_);
  out.bottomLeftCorner(ny_, free()) = by_q.bottomLeftCorner(ny_, nq_) * map_;
  out.bottomRightCorner(ny_, ny_) = by_q.bottomRightCorner(ny_, ny_);
  return out;
}

VectorXd TangentSpace::input_column(int signal) {
  const EquationParts& parts = equations_.parts();
  const int oil = parts.circuit->states(), nz = free();
  std::vector<double> by(parts.signals->size()), states(parts.signals->states());
  std::vector<double> r(nq_), y(ny_);
  parts.signals->signal_gradient(signal, b_.sensors, {trial().y.data() + oil, states.size()},
                                 b_.signals, by, states);
  for (std::size_t i = 0; i < parts.inputs.size(); ++i)
    if (const int s = parts.inputs[i].signal; s >= 0 && by[s] != 0.0)
      parts.circuit->add_input_column(static_cast<int>(i), by[s], b_.circuit,
                                      std::span(y).first(oil));
  for (std::size_t e = 0; e < parts.efforts.size(); ++e)
    if (const double slope = by[parts.efforts[e]]; slope != 0.0)
      parts.mechanism->add_effort(static_cast<int>(e), slope, *b_.mechanism, r);
  std::ranges::copy(states, y.begin() + oil);
  VectorXd out = VectorXd::Zero(size());
  if (nz > 0)
    out.segment(nz, nz) =
        -mass_.solve(VectorXd(map_.transpose() * Eigen::Map<VectorXd>(r.data(), nq_)));
  out.tail(ny_) = Eigen::Map<VectorXd>(y.data(), ny_);
  return out;
}

RowVectorXd TangentSpace::coordinate_row(int q) const {
  RowVectorXd out = RowVectorXd::Zero(size());
  out.head(free()) = map_.row(q);
  return out;
}

RowVectorXd TangentSpace::coordinate_rate_row(int q) const {
  RowVectorXd out = RowVectorXd::Zero(size());
  out.head(free()) = G_.row(q);
  out.segment(free(), free()) = map_.row(q);
  return out;
}

RowVectorXd TangentSpace::length_row(int cylinder) const {
  const GaugeView gauge = equations_.parts().mechanism->gauge(cylinder, *b_.mechanism);
  RowVectorXd out = RowVectorXd::Zero(size());
  for (std::size_t i = 0; i < gauge.support.size(); ++i)
    out += gauge.jacobian[i] * coordinate_row(gauge.support[i]);
  return out;
}

RowVectorXd TangentSpace::length_rate_row(int cylinder) const {
  const GaugeView gauge = equations_.parts().mechanism->gauge(cylinder, *b_.mechanism);
  RowVectorXd out = RowVectorXd::Zero(size());
  for (std::size_t i = 0; i < gauge.support.size(); ++i)
    out += gauge.jacobian[i] * coordinate_rate_row(gauge.support[i]) +
           gauge.by_q[i] * coordinate_row(gauge.support[i]);
  return out;
}

}  // namespace bramah
