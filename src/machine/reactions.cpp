#include "machine/reactions.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace bramah {

namespace {

using Eigen::Vector3d;

Vector3d vector(const std::array<double, 3>& x) { return {x[0], x[1], x[2]}; }

// The same pose, rates and oil in joint coordinates.
void evaluate_in_joints(const Plant& natural, const State& state, double anchor, PlantWork& from,
                        PlantWork& work) {
  const Plant& plant = *natural.joint;
  const Layout& layout = natural.layout;
  const auto x = state.values();
  MachineEquations::Buffers& b = work.buffers();
  plant.equations->set_surroundings(
      {layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x), layout.inputs.in(x)}, b);
  std::ranges::copy(from.buffers().circuit.modes, b.circuit.modes.begin());
  std::ranges::copy(layout.joint_q.in(x), work.trial.q.begin());
  std::ranges::copy(layout.joint_v.in(x), work.trial.v.begin());
  std::ranges::copy(layout.y.in(x), work.trial.y.begin());
  std::ranges::fill(work.trial.a,
                    0.0);  // where the solution begins: the same bits for every scratch
  std::ranges::fill(work.trial.lambda, 0.0);
  plant.equations->set_time(state.time(), anchor, b);
  plant.equations->rates(work.trial, false, b);
}

WrenchValue wrench_of(const Pin& pin, const Mechanism& mechanism, const PlantWork& work,
                      const MachineEquations::Buffers& b) {
  WrenchValue sum{};
  const auto add = [&](const WrenchValue& w, double factor) {
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += factor * w[k];
  };
  if (pin.link >= 0) add(work.links[static_cast<std::size_t>(pin.link)], pin.sign);
  for (int k = pin.first_closure; k < pin.first_closure + pin.closures; ++k)
    add(mechanism.closure_wrench(k, *b.mechanism), -b.reactions[static_cast<std::size_t>(k)]);
  return sum;
}

// About the pin, and in the second body's axes if it has a frame.
WrenchValue at_pin(const Pin& pin, const WrenchValue& w, const Mechanism& mechanism,
                   const Mechanism::Scratch& scratch) {
  const auto at = [&](int point) { return vector(mechanism.point_position(point, scratch)); };
  Vector3d f(w[0], w[1], w[2]), m(w[3], w[4], w[5]);
  m -= at(pin.point).cross(f);
  if (pin.frame >= 0) {
    const Vector3d origin = at(pin.frame);
    Eigen::Matrix3d R;
    R.col(0) = at(pin.frame + 1) - origin;
    R.col(1) = at(pin.frame + 2) - origin;
    R.col(2) = R.col(0).cross(R.col(1));
    f = R.transpose() * f, m = R.transpose() * m;
  }
  return {f[0], f[1], f[2], m[0], m[1], m[2]};
}

}  // namespace

std::span<const WrenchValue> find_reactions(const Plant& plant, const State& state, double anchor,
                                            PlantWork& work) {
  if (plant.joint && !work.joint) work.joint = std::make_unique<PlantWork>(*plant.joint);
  PlantWork& in = plant.joint ? *work.joint : work;
  if (plant.joint) evaluate_in_joints(plant, state, anchor, work, in);
  const MachineEquations& equations = plant.joint ? *plant.joint->equations : *plant.equations;
  const Mechanism& mechanism = *equations.parts().mechanism;
  MachineEquations::Buffers& b = in.buffers();
  in.links.resize(static_cast<std::size_t>(mechanism.coordinates()));
  mechanism.link_wrenches(in.trial.v, in.trial.a, b.load, *b.mechanism, in.links);
  work.wrenches.resize(plant.pins.size());
  for (std::size_t k = 0; k < plant.pins.size(); ++k)
    work.wrenches[k] =
        at_pin(plant.pins[k], wrench_of(plant.pins[k], mechanism, in, b), mechanism, *b.mechanism);
  return work.wrenches;
}

}  // namespace bramah
