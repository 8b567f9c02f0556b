#include "build/rest_equations.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSpeedScale = 0.1;     // [rad/s], [m/s]
constexpr Stabilisation kLoops{100.0};  // [1/s] how fast a gap of a loop closes in a motion

}  // namespace

RestEquations::RestEquations(const Machine& machine, State& state)
    : machine_(machine),
      equations_(*machine.plant.equations),
      b_(equations_),
      state_(state),
      trial_(equations_.coordinates(), equations_.states(), equations_.constraints()),
      nq_(equations_.coordinates()),
      nc_(equations_.constraints()),
      nv_(equations_.parts().circuit->volumes()),
      pressures_(machine.rest.states),
      coordinates_(machine.rest.coordinates) {
  find_coordinates();
  find_states();
  rescale();
  measure_forces();
  rescale();
  find_gears();
  rescale();
}

// Forces are measured against the weight that the joints carry, and what they carry at the start.
void RestEquations::measure_forces() {
  if (nq_ == 0) return;
  std::ranges::fill(trial_.lambda, 0.0);
  const VectorXd start = imbalance(unknowns());
  const auto cylinders = machine_.plant.names.cylinders.size();
  std::fill_n(b_.forces.begin(), cylinders, GaugeForce{});
  VectorXd weight(nq_);
  const MechanismLoad load{b_.forces, b_.efforts, b_.drivers, trial_.lambda, {}};
  equations_.parts().mechanism->residual(trial_.v, trial_.a, load, *b_.mechanism,
                                         {weight.data(), std::size_t(nq_)});
  force_scale_ =
      std::max({1.0, start.head(nq_).lpNorm<Eigen::Infinity>(), weight.lpNorm<Eigen::Infinity>()});
}

// Where a coordinate is solved, those that its loops were closed by go with it.
void RestEquations::find_coordinates() {
  if (coordinates_.empty() || nc_ == 0) return;
  evaluate();
  std::vector<double> one(static_cast<std::size_t>(nq_)), column(static_cast<std::size_t>(nc_));
  for (const int i : machine_.rest.closing) {
    one[static_cast<std::size_t>(i)] = 1.0;
    equations_.parts().mechanism->apply_jacobian(one, *b_.mechanism, column);
    one[static_cast<std::size_t>(i)] = 0.0;
    if (std::ranges::any_of(column, [](double c) { return c != 0.0; })) coordinates_.push_back(i);
  }
  std::ranges::sort(coordinates_);
}

void RestEquations::find_states() {
  constexpr double kEpsilon = 1e-3;
  std::vector<int> all = machine_.rest.part_states;
  all.insert(all.end(), machine_.rest.force_states.begin(), machine_.rest.force_states.end());
  if (all.empty()) return;
  const auto y = machine_.plant.layout.y.in(state_.values());
  const auto rates = [&] {
    evaluate();
    VectorXd out(static_cast<Index>(all.size()));
    for (std::size_t k = 0; k < all.size(); ++k) out[static_cast<Index>(k)] = state_rate(all[k]);
    return out;
  };
  const VectorXd before = rates();
  for (const int i : all)
    for (const double sign : {1.0, -1.0}) {
      const double given = y[i];
      y[i] += sign * kEpsilon * equations_.parts().state_scales[i];
      const bool answers = rates() != before;
      y[i] = given;
      if (!answers) continue;
      states_.push_back(i);
      break;
    }
}

// Gears whose shafts stand still, and brakes on these.
void RestEquations::find_gears() {
  const Circuit& circuit = *equations_.parts().circuit;
  const std::vector<int>& open = machine_.rest.part_states;
  const auto y = machine_.plant.layout.y.in(state_.values());
  const std::vector<PlacedPart>& parts = circuit.parts().parts;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (parts[p].cylinder < circuit.cylinders()) continue;
    const int state = circuit.first_state(static_cast<int>(p)), shaft = parts[p].nodes[0];
    if (std::ranges::find(open, state) == open.end() || shaft < nv_ ||
        shaft >= circuit.state_nodes() || y[shaft] != 0.0 || !wind_up(state, parts[p].cylinder))
      continue;
    if (std::ranges::find(states_, state) == states_.end()) states_.push_back(state);
    if (std::ranges::find(shafts_, shaft) == shafts_.end()) shafts_.push_back(shaft);
  }
  const auto torque = [&](int shaft) {
    evaluate();
    return b_.circuit.flow[static_cast<std::size_t>(shaft)];
  };
  for (const int shaft : shafts_)
    for (const int state : open) {
      const double given = y[state], before = torque(shaft);
      y[state] += 1e-3 * equations_.parts().state_scales[state];
      const bool answers = torque(shaft) != before;
      y[state] = given;
      if (answers && std::ranges::find(states_, state) == states_.end()) states_.push_back(state);
    }
}

// Whether the teeth push; with play the flank is sought that would carry what is left on the joint.
bool RestEquations::wind_up(int state, int stroke) {
  constexpr double kFirst = 1e-3, kMost = 10.0;  // of its scale; [rad], [m]
  double& windup = machine_.plant.layout.y.in(state_.values())[state];
  const double given = windup, scale = equations_.parts().state_scales[state];
  const auto force = [&](double at) {
    windup = at;
    evaluate();
    windup = given;
    return b_.forces[static_cast<std::size_t>(stroke)].value;
  };
  const double before = force(given);
  if (force(given + kFirst * scale) != before && force(given - kFirst * scale) != before)
    return true;
  const VectorXd r = imbalance(unknowns());
  const GaugeView gauge = equations_.parts().mechanism->gauge(stroke, *b_.mechanism);
  double left = 0.0;
  for (std::size_t i = 0; i < gauge.support.size(); ++i)
    left += r[gauge.support[i]] * gauge.jacobian[i];
  if (std::abs(left) <= kBalanced) return false;
  for (double far = kFirst * scale; far < kMost; far *= 2.0)
    if (const double at = given + std::copysign(far, left); force(at) != before) {
      windup = at;
      return true;
    }
  return false;
}

void RestEquations::hold_parts() {
  shafts_.clear();
  const int first = equations_.states() - equations_.parts().forces.states();
  std::erase_if(states_, [&](int state) { return state < first; });
  rescale();
}

void RestEquations::rescale() {
  const std::size_t tunables = machine_.rest.tunables.size();
  const std::size_t oil = pressures_.size(), other = tunables + coordinates_.size();
  scales_ = VectorXd::Ones(static_cast<Index>(oil + other + states_.size() + trial_.lambda.size()));
  scales_.head(static_cast<Index>(oil)).setConstant(kPressureScale);
  for (std::size_t k = 0; k < states_.size(); ++k)
    scales_[static_cast<Index>(oil + other + k)] = equations_.parts().state_scales[states_[k]];
  scales_.tail(nc_).setConstant(force_scale_);
}

double RestEquations::state_rate(int state) const {
  const int first = equations_.states() - equations_.parts().forces.states();
  if (state < first) return b_.circuit.rate[state];
  std::vector<double> rates(static_cast<std::size_t>(equations_.parts().forces.states()));
  equations_.parts().forces.copy_rates(b_.elements, rates);
  return rates[static_cast<std::size_t>(state - first)];
}

// Everything at the state's q and y, with the trial's v. Components inside their stops, which are
// found anew; filters of the signals settled; what is driven stands still.
void RestEquations::evaluate() {
  const Layout& layout = machine_.plant.layout;
  const auto x = state_.values();
  const Circuit& circuit = *equations_.parts().circuit;
  circuit.limit(layout.y.in(x).first(static_cast<std::size_t>(circuit.states())));
  std::ranges::copy(layout.q.in(x), trial_.q.begin());
  std::ranges::copy(layout.y.in(x), trial_.y.begin());
  equations_.set_surroundings(
      {layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x), layout.inputs.in(x),
       layout.surrogate.in(x), layout.payloads.in(x), layout.soil.in(x)},
      b_);
  equations_.set_time(0.0, 0.0, b_);
  for (DriverValue& driver : b_.drivers) driver.rate = driver.acceleration = 0.0;
  std::fill(b_.circuit.modes.begin() + circuit.cylinders(),
            b_.circuit.modes.begin() + circuit.modes(), 0);
  if (equations_.parts().signals->states() > 0) {
    equations_.settle_signals(trial_, layout.samples.in(x), b_);
    std::ranges::copy(trial_.y, layout.y.in(x).begin());
  }
  equations_.evaluate(trial_, true, b_);
}

VectorXd RestEquations::unknowns() const {
  const Layout& layout = machine_.plant.layout;
  const auto x = state_.values();
  VectorXd u(scales_.size());
  Index k = 0;
  for (const int i : pressures_) u[k++] = layout.y.in(x)[i];
  for (const int i : machine_.rest.tunables) u[k++] = layout.tunables.in(x)[i];
  for (const int i : coordinates_) u[k++] = layout.q.in(x)[i];
  for (const int i : states_) u[k++] = layout.y.in(x)[i];
  for (const double lambda : trial_.lambda) u[k++] = lambda;
  return u;
}

VectorXd RestEquations::imbalance(const VectorXd& unknowns) {
  const Layout& layout = machine_.plant.layout;
  const auto x = state_.values();
  Index k = 0;
  for (const int i : pressures_) layout.y.in(x)[i] = unknowns[k++];
  for (const int i : machine_.rest.tunables) layout.tunables.in(x)[i] = unknowns[k++];
  for (const int i : coordinates_) layout.q.in(x)[i] = unknowns[k++];
  for (const int i : states_) layout.y.in(x)[i] = unknowns[k++];
  for (double& lambda : trial_.lambda) lambda = unknowns[k++];
  std::ranges::fill(trial_.v, 0.0);
  std::ranges::fill(trial_.a, 0.0);
  evaluate();
  const Mechanism& m = *equations_.parts().mechanism;
  VectorXd r(nq_ + nc_ + nv_ + static_cast<Index>(states_.size() + shafts_.size()));
  const MechanismLoad load{b_.forces, b_.efforts, b_.drivers, trial_.lambda, {}};
  m.residual(trial_.v, trial_.a, load, *b_.mechanism, {r.data(), std::size_t(nq_)});
  m.constraint_values(load, *b_.mechanism, {r.data() + nq_, std::size_t(nc_)});
  for (int i = 0; i < nv_; ++i) r[nq_ + nc_ + i] = b_.circuit.flow[i] / kFlowScale;
  k = nq_ + nc_ + nv_;
  for (const int i : states_) r[k++] = state_rate(i) / equations_.parts().state_scales[i];
  for (const int i : shafts_) r[k++] = b_.circuit.flow[static_cast<std::size_t>(i)] / kTorqueScale;
  r.head(nq_) /= force_scale_;
  return r;
}

MatrixXd RestEquations::slopes(const VectorXd& u) {
  constexpr double kEpsilon = 1e-6;
  MatrixXd j;
  for (Index k = 0; k < u.size(); ++k) {
    VectorXd up = u, down = u;
    up[k] += kEpsilon * scales_[k];
    down[k] -= kEpsilon * scales_[k];
    const VectorXd column = (imbalance(up) - imbalance(down)) / (2.0 * kEpsilon);
    if (k == 0) j.resize(column.size(), u.size());
    j.col(k) = column;
  }
  return j;
}

VectorXd RestEquations::motion_scales(bool moving) const {
  const std::size_t oil = pressures_.size(), own = oil + states_.size();
  VectorXd out(static_cast<Index>(own + (moving ? coordinates_.size() : 0)) + (moving ? nq_ : 0));
  out.setConstant(kSpeedScale);
  out.head(static_cast<Index>(oil)).setConstant(kPressureScale);
  for (std::size_t k = 0; k < states_.size(); ++k)
    out[static_cast<Index>(oil + k)] = equations_.parts().state_scales[states_[k]];
  return out;
}

VectorXd RestEquations::motion(bool moving) const {
  const Layout& layout = machine_.plant.layout;
  const auto x = state_.values();
  VectorXd out = VectorXd::Zero(motion_scales(moving).size());
  Index k = 0;
  for (const int i : pressures_) out[k++] = layout.y.in(x)[i];
  for (const int i : states_) out[k++] = layout.y.in(x)[i];
  for (std::size_t i = 0; moving && i < coordinates_.size(); ++i)
    out[k++] = layout.q.in(x)[coordinates_[i]];
  return out;
}

VectorXd RestEquations::rates(VectorXd& x, bool moving) {
  const Layout& layout = machine_.plant.layout;
  const auto y = layout.y.in(state_.values()), q = layout.q.in(state_.values());
  Index k = 0;
  for (const int i : pressures_) y[i] = x[k++];
  for (const int i : states_) y[i] = x[k++];
  std::ranges::fill(trial_.v, 0.0);
  std::ranges::fill(trial_.a, 0.0);
  std::ranges::fill(trial_.lambda, 0.0);
  if (moving) {
    for (const int i : coordinates_) q[i] = x[k++];
    for (double& v : trial_.v) v = x[k++];
  }
  evaluate();
  k = static_cast<Index>(pressures_.size());
  for (const int i : states_) x[k++] = y[i];  // off their stops
  const bool solved =
      !moving || nq_ == 0 || equations_.solve_accelerations(trial_, b_, 1e-12, kLoops);
  VectorXd f(x.size());
  if (!solved) return VectorXd::Constant(x.size(), NAN);
  k = 0;
  for (const int i : pressures_) f[k++] = b_.circuit.flow[i] / b_.circuit.compliance[i].value;
  for (const int i : states_) f[k++] = state_rate(i);
  if (!moving) return f;
  for (const int i : coordinates_) f[k++] = trial_.v[static_cast<std::size_t>(i)];
  for (const double a : trial_.a) f[k++] = a;
  return f;
}

}  // namespace bramah
