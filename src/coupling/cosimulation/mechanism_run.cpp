#include <algorithm>

#include "coupling/cosimulation/side_run.h"
#include "multibody/gauge_acceleration.h"

namespace bramah {

MechanismRun::MechanismRun(const MechanismSide& side, const SideSolver& solver,
                           CouplingVariables variables, bool interface_model,
                           std::vector<Sensor> joint_sensors,
                           const std::vector<std::string>& cylinders)
    : SideRun(side, solver, variables),
      sensors_(std::move(joint_sensors)),
      model_(static_cast<int>(cylinders.size())),
      model_trial_(trial_),
      interface_model_(interface_model) {
  const int n = static_cast<int>(cylinders.size());
  for (int c = 0; c < n; ++c) {
    const Cylinder& cylinder = side.equations->parts().circuit->cylinder(c).cylinder();
    outputs_.push_back(cylinders[c] + ".length");
    outputs_.push_back(cylinders[c] + ".rate");
    PowerPort port{cylinders[c], {}};
    if (variables == CouplingVariables::velocity_force) {
      port.terms.push_back({static_cast<int>(inputs_.size()), 2 * c + 1, 1.0});
      inputs_.push_back(cylinders[c] + ".force");
    } else {
      port.terms.push_back({static_cast<int>(inputs_.size()), 2 * c + 1, cylinder.area_A});
      port.terms.push_back({static_cast<int>(inputs_.size()) + 1, 2 * c + 1, -cylinder.area_B});
      inputs_.push_back(cylinders[c] + ".A.p"), inputs_.push_back(cylinders[c] + ".B.p");
    }
    ports_.push_back(std::move(port));
  }
  for (int c = 0; interface_model && c < n; ++c)
    outputs_.push_back(cylinders[c] + ".free_acceleration");
  for (int c = 0; interface_model && c < n; ++c)
    for (int k = 0; k < n; ++k)
      outputs_.push_back(cylinders[c] + ".mobility_root_" + std::to_string(k));
  for (std::size_t k = 0; k < sensors_.size(); ++k)
    outputs_.push_back("joint." + std::to_string(k));
}

double MechanismRun::scale(int) const { return 1.0; }

void MechanismRun::take(double, std::span<const Curve> inputs) noexcept {
  std::ranges::copy(inputs, buffers_->curves.begin());
}

void MechanismRun::read(std::span<double> outputs, std::span<double> rates) {
  evaluate();
  const Mechanism& mechanism = *side_.equations->parts().mechanism;
  if (!rates.empty()) mechanism.refresh_rates(trial_.v, *buffers_->mechanism);
  std::size_t k = 0;
  for (int c = 0; c < cylinders(); ++c) {
    const GaugeView gauge = mechanism.gauge(c, *buffers_->mechanism);
    outputs[k] = gauge.length, outputs[k + 1] = gauge.rate;
    if (!rates.empty()) {
      rates[k] = gauge.rate;
      rates[k + 1] = gauge_acceleration(mechanism, c, trial_.a, *buffers_->mechanism);
    }
    k += 2;
  }
  for (std::size_t s = 0; s < sensors_.size(); ++s) {
    const bool position = sensors_[s].kind == Sensor::Kind::position;
    const std::size_t at = outputs.size() - sensors_.size() + s;
    const int i = sensors_[s].index;
    outputs[at] = position ? q_[i] : v_[i];
    if (!rates.empty()) rates[at] = position ? v_[i] : a_[i];
  }
  if (!interface_model_) return;
  model_trial_ = trial_;
  if (!find_interface_model(*side_.equations, model_trial_, *buffers_, model_))
    std::ranges::fill(model_.free, std::numeric_limits<double>::quiet_NaN());  // the oil then fails
  for (const double value : model_.free) outputs[k++] = value;
  for (const double value : model_.root) outputs[k++] = value;
}

void MechanismRun::load(const Layout& layout, std::span<const double> x) noexcept {
  SideRun::load(layout, x);
  std::ranges::copy(layout.q.in(x), q_.begin());
  std::ranges::copy(layout.v.in(x), v_.begin());
  std::ranges::copy(layout.a.in(x), a_.begin());
  std::ranges::copy(layout.memory_a.in(x), memory_a_.begin());
  std::ranges::copy(layout.lambda.in(x), lambda_.begin());
  if (solver_.partitioned) solver_.partitioned->recall(layout.partition.in(x), *scratch_);
}

void MechanismRun::store(const Layout& layout, std::span<double> x) const noexcept {
  SideRun::store(layout, x);
  std::ranges::copy(q_, layout.q.in(x).begin());
  std::ranges::copy(v_, layout.v.in(x).begin());
  std::ranges::copy(a_, layout.a.in(x).begin());
  std::ranges::copy(memory_a_, layout.memory_a.in(x).begin());
  std::ranges::copy(lambda_, layout.lambda.in(x).begin());
  if (solver_.partitioned) solver_.partitioned->remember(*scratch_, layout.partition.in(x));
}

}  // namespace bramah
