#include <algorithm>

#include "coupling/cosimulation/side_run.h"

namespace bramah {

OilRun::OilRun(std::string name, const OilSide& side, const SideSolver& solver,
               CouplingVariables variables, bool interface_model,
               const std::vector<std::string>& cylinders)
    : SideRun(side, solver, variables), name_(std::move(name)), interface_model_(interface_model) {
  for (std::size_t k = 0; k < side.map.cylinders.size(); ++k) {
    const std::string& cylinder = cylinders[side.map.cylinders[k]];
    const Cylinder& c = side.equations->parts().circuit->cylinder(static_cast<int>(k)).cylinder();
    const int rate = static_cast<int>(inputs_.size()) + 1, y = static_cast<int>(outputs_.size());
    inputs_.push_back(cylinder + ".length"), inputs_.push_back(cylinder + ".rate");
    if (variables == CouplingVariables::velocity_force) {
      outputs_.push_back(cylinder + ".force");
      ports_.push_back({cylinder, {{rate, y, -1.0}}});
    } else {
      outputs_.push_back(cylinder + ".A.p"), outputs_.push_back(cylinder + ".B.p");
      ports_.push_back({cylinder, {{rate, y, -c.area_A}, {rate, y + 1, c.area_B}}});
    }
  }
  const int n = static_cast<int>(side.map.cylinders.size());
  // All cylinders are here: the model is of all of them together.
  for (int k = 0; interface_model && k < n; ++k)
    inputs_.push_back(cylinders[side.map.cylinders[k]] + ".free_acceleration");
  for (int k = 0; interface_model && k < n * n; ++k)
    inputs_.push_back(cylinders[side.map.cylinders[k / n]] + ".mobility_root_" +
                      std::to_string(k % n));
  for (std::size_t k = 0; k < side.joint_sensors.size(); ++k)
    inputs_.push_back("joint." + std::to_string(k));
}

double OilRun::scale(int) const {
  return variables_ == CouplingVariables::velocity_force ? 1e4 : Circuit::kPressureScale;
}

// With an interface model the velocity is the model's.
double OilRun::believed(int input) const {
  const bool rate = input < 2 * cylinders() && input % 2 == 1;
  return interface_model_ && rate ? buffers_->strokes[input / 2].rate
                                  : std::numeric_limits<double>::quiet_NaN();
}

// The mechanism until the next communication.
void OilRun::take(double t, std::span<const Curve> inputs) noexcept {
  InterfaceMechanism::Motion& motion = InterfaceMechanism::motion(*buffers_->mechanism);
  const std::size_t n = static_cast<std::size_t>(cylinders());
  for (std::size_t c = 0; c < n; ++c) {
    const double length = inputs[2 * c].value(t);
    const Curve& rate = inputs[2 * c + 1];
    motion.offset[c] =
        interface_model_ ? Curve{t, {length, rate.value(t), 0.5 * inputs[2 * n + c].c[0], 0.0, 0.0}}
                         : rate.integral(length);
  }
  if (interface_model_) {
    for (std::size_t k = 0; k < n * n; ++k) motion.rows[k] = inputs[3 * n + k].c[0];
    std::ranges::fill(q_, 0.0);
    std::ranges::fill(v_, 0.0);
  }
  std::ranges::copy(inputs.last(buffers_->curves.size()), buffers_->curves.begin());
}

void OilRun::read(std::span<double> outputs, std::span<double> rates) {
  evaluate();
  const auto& b = *buffers_;
  for (std::size_t c = 0; c < side_.map.cylinders.size(); ++c) {
    if (variables_ == CouplingVariables::velocity_force) {
      outputs[c] = b.forces[c].value;
      continue;
    }
    const int volumes[] = {side_.map.volume_A[c], side_.map.volume_B[c]};
    for (std::size_t port = 0; port < 2; ++port) {
      const int k = volumes[port];
      outputs[2 * c + port] = k >= 0 ? b.circuit.pressure[k] : 0.0;
      if (!rates.empty()) rates[2 * c + port] = k >= 0 ? ydot_[k] : 0.0;
    }
  }
}

void OilRun::load(const Layout& layout, std::span<const double> x) noexcept {
  SideRun::load(layout, x);
  const auto memory = layout.memory_y.in(x);
  for (std::size_t k = 0; k < y_.size(); ++k) memory_y_[k] = memory[side_.map.states[k]];
}

}  // namespace bramah
