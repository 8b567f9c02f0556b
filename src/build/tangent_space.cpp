#include "build/tangent_space.h"

#include <algorithm>
#include <cmath>

#include "build/formulation.h"
#include "constraints/loop_closure.h"
#include "core/largest.h"
#include "core/square_matrix.h"

namespace bramah {

namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

constexpr ClosureLimits kClosure{.closed = 1e-13, .passes = 30};
constexpr double kOpen = 1e-9;  // [m] where closing has failed

}  // namespace

TangentSpace::TangentSpace(const Stepper& stepper)
    : stepper_(stepper),
      equations_(*stepper.plant().equations),
      scratch_(stepper_.make_scratch()),
      work_(*scratch_),
      b_(work_.buffers()),
      nq_(equations_.coordinates()),
      ny_(equations_.states()),
      nc_(equations_.constraints()),
      split_(nq_, nc_, 0),
      rate_slopes_(static_cast<std::size_t>(nc_) * nq_),
      acceleration_slopes_(rate_slopes_.size()) {}

bool TangentSpace::enter(State& state) {
  const double t = state.time();
  return enter(state, t, t + 1e-9 * state.step_size());
}

bool TangentSpace::enter(State& state, double t, double anchor) {
  return stepper_.refresh(state.values(), t, anchor, work_) && choose() && close();
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

bool TangentSpace::choose() {
  const Mechanism& mechanism = *equations_.parts().mechanism;
  split_ = IndependentCoordinates(nq_, nc_, constraint_rank(mechanism, *b_.mechanism));
  return split_.choose(mechanism, *b_.mechanism);
}

// Phi_d and B at the present kinematics.
bool TangentSpace::find_map() {
  map_ = MatrixXd::Zero(nq_, free());
  for (int i = 0; i < free(); ++i) map_(split_.independent()[i], i) = 1.0;
  if (split_.rank() == 0) return true;
  if (!split_.factorise(*equations_.parts().mechanism, *b_.mechanism)) return false;
  split_.find_map();
  map_ += in_dependent_rows([&](int d, int i) { return split_.map(d, i); });
  return true;
}

template <class Entry>
MatrixXd TangentSpace::in_dependent_rows(Entry&& entry) const {
  MatrixXd out = MatrixXd::Zero(nq_, free());
  for (int d = 0; d < split_.rank(); ++d)
    for (int i = 0; i < free(); ++i) out(split_.dependent()[d], i) = entry(d, i);
  return out;
}

bool TangentSpace::close() {
  const Mechanism& mechanism = *equations_.parts().mechanism;
  Trial& x = trial();
  const Loops at{mechanism, b_.load, b_.around.charts, *b_.mechanism};
  if (nc_ > 0)  // renewed in every pass: slopes are exact only on the loops
    close_positions(at, kClosure, x.q, x.v, b_.phi, DependentMetric(at, split_, 0.0));
  mechanism.kinematics(x.q, x.v, b_.around.charts, *b_.mechanism);
  if (!find_map()) return false;
  if (nc_ == 0) return true;
  mechanism.constraint_rates(x.v, b_.load, *b_.mechanism, b_.phi);
  split_.correct(b_.phi, x.v);
  mechanism.constraint_values(b_.load, *b_.mechanism, b_.phi);
  return largest(b_.phi) < kOpen;
}

bool TangentSpace::solve_rates() {
  if (!equations_.rates(trial(), true, b_) || !find_map()) return false;
  return std::isfinite(largest(trial().a)) && std::isfinite(largest(trial().ydot));
}

VectorXd TangentSpace::rates() const {
  const Trial& x = work_.trial;
  VectorXd out(size());
  for (int i = 0; i < free(); ++i) {
    out[i] = x.v[split_.independent()[i]];
    out[free() + i] = x.a[split_.independent()[i]];
  }
  for (int k = 0; k < ny_; ++k) out[2 * free() + k] = x.ydot[k];
  return out;
}

MatrixXd TangentSpace::tangent(StepCoefficients c) {
  SquareMatrix j(nq_ + ny_);
  const std::span<const double> alpha = b_.load.penalties;
  b_.load.penalties = {};  // loops are kept by the partition
  equations_.tangent(trial(), c, b_, j);
  b_.load.penalties = alpha;
  MatrixXd out(nq_ + ny_, nq_ + ny_);
  for (int i = 0; i < nq_ + ny_; ++i) out.row(i) = Eigen::Map<RowVectorXd>(j.row(i), nq_ + ny_);
  return out;
}

// dv = B dw + G dz, da = B dw' + H_z dz + H_w dw.
void TangentSpace::find_slopes() {
  G_ = H_z_ = H_w_ = MatrixXd::Zero(nq_, free());
  if (split_.rank() == 0) return;
  const Mechanism& mechanism = *equations_.parts().mechanism;
  const Trial& x = trial();
  mechanism.rate_slopes(x.v, *b_.mechanism, rate_slopes_);
  const auto find = [&](double c_q, double c_v) {
    mechanism.acceleration_slopes(x.v, x.a, {c_q, c_v, 0.0, 0.0}, *b_.mechanism,
                                  acceleration_slopes_);
    split_.find_slopes(c_q, rate_slopes_, acceleration_slopes_);
    return in_dependent_rows([&](int d, int i) { return split_.G2(d, i); });
  };
  H_w_ = find(0.0, 1.0);
  H_z_ = find(1.0, 0.0);
  G_ = in_dependent_rows([&](int d, int i) { return split_.G1(d, i); });
}

MatrixXd TangentSpace::A() {
  Trial& x = trial();
  std::vector<double> r(nq_ + ny_);
  equations_.residual(x, b_, r);
  const MatrixXd by_q = tangent({1.0, 0.0, 0.0, 0.0}), by_v = tangent({0.0, 1.0, 0.0, 0.0});
  const MatrixXd M = tangent({0.0, 0.0, 1.0, 0.0}).topLeftCorner(nq_, nq_);
  const int nz = free();
  find_slopes();
  const auto top = [&](const MatrixXd& t) { return t.topLeftCorner(nq_, nq_); };
  const auto oil = [&](const MatrixXd& t) { return t.bottomLeftCorner(ny_, nq_); };
  MatrixXd out = MatrixXd::Zero(size(), size());
  if (nz > 0) {
    mass_.compute(map_.transpose() * M * map_);
    const auto solve = [&](const MatrixXd& f) {
      return MatrixXd(-mass_.solve(MatrixXd(map_.transpose() * f)));
    };
    out.block(0, nz, nz, nz).setIdentity();
    out.block(nz, 0, nz, nz) = solve(top(by_q) * map_ + top(by_v) * G_ + M * H_z_);
    out.block(nz, nz, nz, nz) = solve(top(by_v) * map_ + M * H_w_);
    out.block(nz, 2 * nz, nz, ny_) = solve(by_q.topRightCorner(nq_, ny_));
    out.block(2 * nz, 0, ny_, nz) = -(oil(by_q) * map_ + oil(by_v) * G_);
    out.block(2 * nz, nz, ny_, nz) = -oil(by_v) * map_;
  }
  out.bottomRightCorner(ny_, ny_) = -by_q.bottomRightCorner(ny_, ny_);
  acceleration_ = out.middleRows(nz, nz);
  return out;
}

TangentSpace::Lift TangentSpace::lift() const {
  const int nz = free();
  Lift out;
  out.q = out.v = MatrixXd::Zero(nq_, size());
  out.q.leftCols(nz) = map_;
  out.v.leftCols(nz) = G_;
  out.v.middleCols(nz, nz) = map_;
  out.a = map_ * acceleration_;
  out.a.leftCols(nz) += H_z_;
  out.a.middleCols(nz, nz) += H_w_;
  return out;
}

VectorXd TangentSpace::imbalance() {
  Trial& x = trial();
  std::ranges::fill(x.v, 0.0);
  std::ranges::fill(x.a, 0.0);
  std::ranges::fill(x.ydot, 0.0);
  std::ranges::fill(x.lambda, 0.0);
  equations_.evaluate(x, true, b_);
  if (!find_map()) map_.setConstant(NAN);  // a singular pose has no balance in z
  std::vector<double> r(nq_ + ny_);
  equations_.residual(x, b_, r);
  VectorXd out(free() + ny_);
  out.head(free()) = map_.transpose() * Eigen::Map<VectorXd>(r.data(), nq_);
  out.tail(ny_) = Eigen::Map<VectorXd>(r.data() + nq_, ny_);
  if (split_.rank() > 0) {
    split_.multipliers(r, x.lambda);
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
  const VectorXd r = residual_by_signal(equations_, trial(), signal, b_);
  const int nz = free();
  VectorXd out = VectorXd::Zero(size());
  if (nz > 0) out.segment(nz, nz) = -mass_.solve(VectorXd(map_.transpose() * r.head(nq_)));
  out.tail(ny_) = -r.tail(ny_);
  return out;
}

VectorXd residual_by_signal(const MachineEquations& equations, const Trial& x, int signal,
                            MachineEquations::Buffers& b) {
  const EquationParts& parts = equations.parts();
  const int nq = equations.coordinates(), oil = parts.circuit->states();
  std::vector<double> by(parts.signals->size()), states(parts.signals->states());
  std::vector<double> r(equations.size());
  parts.signals->signal_gradient(signal, b.sensors, {x.y.data() + oil, states.size()}, b.signals,
                                 by, states);
  for (std::size_t i = 0; i < parts.inputs.size(); ++i)
    if (const int s = parts.inputs[i].signal; s >= 0 && by[s] != 0.0)
      parts.circuit->add_input_column(static_cast<int>(i), -by[s], b.circuit,
                                      std::span(r).subspan(nq, oil));
  for (std::size_t e = 0; e < parts.efforts.size(); ++e)
    if (const double slope = by[parts.efforts[e]]; slope != 0.0)
      parts.mechanism->add_effort(static_cast<int>(e), slope, *b.mechanism, std::span(r).first(nq));
  for (std::size_t k = 0; k < states.size(); ++k)  // those of force elements read no signal
    r[static_cast<std::size_t>(nq + oil) + k] = -states[k];
  return Eigen::Map<VectorXd>(r.data(), equations.size());
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
