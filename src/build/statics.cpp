// Static equilibrium: the pressures, neutral positions and coordinates that the file calls
// `static`, so that accelerations and net flows vanish. Damped Gauss-Newton on
//   Q(q, p, z) - Phi_q^T lambda = 0,   Phi(q) = 0,   flow into each volume = 0,   z' = 0
// with the states z of force elements, but those that no rate z' depends on at rest (the bristles of
// dry friction hold whatever they are bent by).
// Everything else keeps its given value. Used while loading: it may allocate.
#include <Eigen/Dense>
#include <cmath>

#include "build/start_pose.h"
#include "core/dense_algebra.h"
#include "core/text.h"

namespace bramah {

namespace {

constexpr double kPressureScale = 1e6;  // [Pa]
constexpr double kFlowScale = 1e-4;     // [m³/s]
constexpr double kBalanced = 1e-9;      // scaled imbalance that counts as rest

class Equilibrium {
 public:
  Equilibrium(const Machine& machine, State& state)
      : machine_(machine),
        equations_(*machine.plant.equations),
        buffers_(equations_),
        state_(state),
        trial_(equations_.coordinates(), equations_.states(), equations_.constraints()) {
    find_settling();
    const std::size_t count = machine.rest.states.size() + machine.rest.tunables.size() +
                              machine.rest.coordinates.size() + settling_.size() +
                              trial_.lambda.size();
    unknowns_ = Eigen::VectorXd::Zero(count);
    scales_ = Eigen::VectorXd::Ones(count);
    Eigen::Index k = 0;
    const auto x = state.values();
    for (const int i : machine.rest.states) {
      unknowns_[k] = machine.plant.layout.y.in(x)[i];
      scales_[k++] = kPressureScale;
    }
    for (const int i : machine.rest.tunables)
      unknowns_[k++] = machine.plant.layout.tunables.in(x)[i];
    for (const int i : machine.rest.coordinates) unknowns_[k++] = machine.plant.layout.q.in(x)[i];
    for (const int i : settling_) {
      unknowns_[k] = machine.plant.layout.y.in(x)[i];
      scales_[k++] = equations_.parts().state_scales[i];
    }
    // Forces are measured against the weight that the joints carry.
    const Eigen::VectorXd start = imbalance(unknowns_);
    force_scale_ = std::max(1.0, start.head(equations_.coordinates()).lpNorm<Eigen::Infinity>());
    for (; k < unknowns_.size(); ++k) scales_[k] = force_scale_;
  }

  // Returns the largest scaled imbalance left.
  double solve() {
    Eigen::VectorXd r = imbalance(unknowns_);
    if (unknowns_.size() == 0) return r.size() > 0 ? r.lpNorm<Eigen::Infinity>() : 0.0;
    double damping = 1e-6, size = r.norm();
    for (int pass = 0; pass < 200; ++pass) {
      const Eigen::MatrixXd j = jacobian();
      const Eigen::MatrixXd normal =
          j.transpose() * j + damping * Eigen::MatrixXd::Identity(j.cols(), j.cols());
      const Eigen::VectorXd step =
          damping < 1e-13 ? least_squares(j, -r)
                          : solve_symmetric(normal, Eigen::VectorXd(-j.transpose() * r));
      const Eigen::VectorXd candidate = unknowns_ + scales_.cwiseProduct(step);
      const Eigen::VectorXd next = imbalance(candidate);
      if (next.allFinite() && next.norm() < size) {
        unknowns_ = candidate;
        damping *= 0.1;
        r = next;
        if (size - next.norm() <= 1e-15 * size || next.norm() < 1e-14) break;
        size = next.norm();
      } else if (damping < 1e-13) {
        break;  // at round-off
      } else {
        damping *= 10.0;
        if (damping > 1e12) break;
      }
    }
    imbalance(unknowns_);
    return r.lpNorm<Eigen::Infinity>();
  }

  // Forces that would hold the pose: Phi_q^T lambda - J^T F = -R in the least-squares sense.
  std::vector<NamedValue> holding_forces() {
    const Mechanism& m = *equations_.parts().mechanism;
    MachineEquations::Buffers& b = buffers_;
    imbalance(unknowns_);
    std::vector<double> r(m.coordinates()), column(m.coordinates());
    const int cylinders = static_cast<int>(machine_.plant.names.cylinders.size());
    for (int c = 0; c < cylinders; ++c) b.forces[c] = {};  // force elements stay
    std::fill(b.total_multipliers.begin(), b.total_multipliers.end(), 0.0);
    const MechanismLoad load{b.forces, b.efforts, b.drivers, b.total_multipliers, {}};
    m.residual(trial_.v, trial_.a, load, *b.mechanism, r);
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(m.coordinates(), m.constraints() + cylinders);
    std::vector<double> one(m.constraints(), 0.0);
    for (int k = 0; k < m.constraints(); ++k) {
      std::fill(column.begin(), column.end(), 0.0);
      one[k] = 1.0;
      m.add_transposed(one, *b.mechanism, column);
      one[k] = 0.0;
      for (int i = 0; i < m.coordinates(); ++i) a(i, k) = column[i];
    }
    for (int g = 0; g < cylinders; ++g) {
      const GaugeView gauge = m.gauge(g, *b.mechanism);
      for (std::size_t i = 0; i < gauge.support.size(); ++i)
        a(gauge.support[i], m.constraints() + g) = -gauge.jacobian[i];
    }
    const Eigen::VectorXd rhs = -Eigen::Map<Eigen::VectorXd>(r.data(), m.coordinates());
    std::vector<NamedValue> forces;
    if (a.size() == 0) return forces;
    const Eigen::VectorXd x = least_squares(a, rhs);
    for (int g = 0; g < cylinders; ++g)
      forces.push_back({machine_.plant.names.cylinders[g], x[m.constraints() + g]});
    return forces;
  }

  std::span<const int> settling() const { return settling_; }

 private:
  // States of force elements that can come to rest.
  void find_settling() {
    if (machine_.rest.force_states.empty()) return;
    constexpr double kEpsilon = 1e-3;
    const auto y = machine_.plant.layout.y.in(state_.values());
    evaluate();
    const Eigen::VectorXd before = force_rates();
    for (const int i : machine_.rest.force_states) {
      const double given = y[i];
      y[i] += kEpsilon * equations_.parts().state_scales[i];
      evaluate();
      if (force_rates() != before) settling_.push_back(i);
      y[i] = given;
    }
  }

  Eigen::VectorXd force_rates() const {
    const ForceSet& forces = equations_.parts().forces;
    Eigen::VectorXd rates(forces.states());
    forces.copy_rates(buffers_.elements, {rates.data(), std::size_t(rates.size())});
    return rates;
  }

  // Everything at the state.
  void evaluate() {
    const Layout& layout = machine_.plant.layout;
    const auto x = state_.values();
    std::ranges::copy(layout.q.in(x), trial_.q.begin());
    std::ranges::copy(layout.y.in(x), trial_.y.begin());
    equations_.set_surroundings(
        {layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x), layout.inputs.in(x)},
        buffers_);
    equations_.set_time(0.0, 0.0, buffers_);
    equations_.evaluate(trial_, true, buffers_);
  }

  // Writes the unknowns into the state and returns the scaled imbalance there.
  Eigen::VectorXd imbalance(const Eigen::VectorXd& unknowns) {
    const Layout& layout = machine_.plant.layout;
    const auto x = state_.values();
    Eigen::Index k = 0;
    for (const int i : machine_.rest.states) layout.y.in(x)[i] = unknowns[k++];
    for (const int i : machine_.rest.tunables) layout.tunables.in(x)[i] = unknowns[k++];
    for (const int i : machine_.rest.coordinates) layout.q.in(x)[i] = unknowns[k++];
    for (const int i : settling_) layout.y.in(x)[i] = unknowns[k++];
    for (double& lambda : trial_.lambda) lambda = unknowns[k++];
    evaluate();
    MachineEquations::Buffers& b = buffers_;
    const Mechanism& m = *equations_.parts().mechanism;
    const int nq = m.coordinates(), nc = m.constraints(),
              nv = equations_.parts().circuit->volumes();
    Eigen::VectorXd r(nq + nc + nv + static_cast<int>(settling_.size()));
    const MechanismLoad load{b.forces, b.efforts, b.drivers, trial_.lambda, {}};
    m.residual(trial_.v, trial_.a, load, *b.mechanism, {r.data(), std::size_t(nq)});
    m.constraint_values(load, *b.mechanism, {r.data() + nq, std::size_t(nc)});
    for (int i = 0; i < nv; ++i) r[nq + nc + i] = b.circuit.flow[i] / kFlowScale;
    const Eigen::VectorXd rates = force_rates();
    const int first = equations_.states() - static_cast<int>(rates.size());
    for (std::size_t i = 0; i < settling_.size(); ++i)
      r[nq + nc + nv + static_cast<int>(i)] =
          rates[settling_[i] - first] / equations_.parts().state_scales[settling_[i]];
    r.head(nq) /= force_scale_;
    return r;
  }

  Eigen::MatrixXd jacobian() {
    constexpr double kEpsilon = 1e-6;
    Eigen::MatrixXd j;
    for (Eigen::Index k = 0; k < unknowns_.size(); ++k) {
      Eigen::VectorXd up = unknowns_, down = unknowns_;
      up[k] += kEpsilon * scales_[k];
      down[k] -= kEpsilon * scales_[k];
      const Eigen::VectorXd column = (imbalance(up) - imbalance(down)) / (2.0 * kEpsilon);
      if (k == 0) j.resize(column.size(), unknowns_.size());
      j.col(k) = column;
    }
    return j;
  }

  const Machine& machine_;
  const MachineEquations& equations_;
  MachineEquations::Buffers buffers_;
  State& state_;
  Trial trial_;
  std::vector<int> settling_;  // states of force elements
  Eigen::VectorXd unknowns_, scales_;
  double force_scale_ = 1.0;
};

const char* position_suffix(const Machine& machine, int coordinate) {
  return machine.plant.equations->parts().mechanism->angular(coordinate) ? ".angle" : ".position";
}

}  // namespace

StaticsReport solve_statics(const Machine& machine, State& state) {
  StaticsReport report;
  Equilibrium equilibrium(machine, state);
  const State given = state;
  report.residual = equilibrium.solve();
  report.converged = report.residual <= kBalanced;
  const auto x = state.values();
  for (const int i : machine.rest.states)
    report.solved.push_back(
        {machine.plant.names.volumes[i] + ".p", machine.plant.layout.y.in(x)[i]});
  for (const int i : machine.rest.tunables)
    report.solved.push_back(
        {machine.plant.names.tunables[i], machine.plant.layout.tunables.in(x)[i]});
  for (const int i : machine.rest.coordinates)
    report.solved.push_back({machine.plant.names.coordinates[i] + position_suffix(machine, i),
                             machine.plant.layout.q.in(x)[i]});
  for (const int i : equilibrium.settling())
    report.solved.push_back({machine.plant.names.states[i], machine.plant.layout.y.in(x)[i]});
  report.cylinder_forces = equilibrium.holding_forces();
  if (!report.converged) {
    state = given;
    report.message =
        concat("no static equilibrium was found: a scaled imbalance of ", report.residual,
               " is left. Can the cylinders hold the pose, and are enough pressures `static`?");
  }
  return report;
}

}  // namespace bramah
