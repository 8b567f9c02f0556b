#include "machine/loads.h"

#include <algorithm>
#include <cmath>

#include "core/largest.h"
#include "machine/machine.h"
#include "multibody/forces/hold.h"

namespace bramah {

namespace {

// The two last numbers of Layout::payloads.
double& brought(const Layout& layout, State& state) {
  const auto block = layout.payloads.in(state.values());
  return block[block.size() - 2];
}
double& lost(const Layout& layout, State& state) {
  return layout.payloads.in(state.values()).back();
}

MechanismEnergy energy_of(const Plant& plant, const State& state, PlantWork& work) {
  return take_sample(plant, state, work, Reads::all).energy;
}

// M v of the mechanism as it is in the scratch.
void momentum_of(const Plant& plant, std::span<const double> v, PlantWork& work,
                 std::span<double> p) {
  MachineEquations::Buffers& b = work.buffers();
  MechanismLoad free = b.load;
  free.penalties = {};
  b.mass.set_zero();
  plant.equations->parts().mechanism->mass_matrix(free, *b.mechanism, b.mass);
  for (std::size_t i = 0; i < v.size(); ++i) {
    p[i] = 0.0;
    for (std::size_t k = 0; k < v.size(); ++k) p[i] += b.mass.row(static_cast<int>(i))[k] * v[k];
  }
}

// v+ behind a change of the mass matrix, which the scratch has already; `before` is M- v-.
//   (M+ + Phi_q^T w Phi_q) dv = M- v- - M+ v- - Phi_q^T L,  L += w Phi_q dv
void keep_momentum(const Plant& plant, std::span<const double> before, std::span<double> v,
                   PlantWork& work) {
  constexpr int kMaxPasses = 12;
  constexpr double kSmall = 1e-13;
  const MachineEquations& equations = *plant.equations;
  const Mechanism& mechanism = *equations.parts().mechanism;
  MachineEquations::Buffers& b = work.buffers();
  const std::size_t n = v.size();
  const int rows = equations.constraints();
  equations.enforcement().penalties(1.0, b.alpha);
  std::fill(b.kept_lambda.begin(), b.kept_lambda.end(), 0.0);
  const std::span<double> now = std::span(b.kept_a).first(n);
  momentum_of(plant, v, work, now);
  b.mass.set_zero();
  mechanism.mass_matrix(b.load, *b.mechanism, b.mass);
  if (!b.mass.factorise()) return;
  const std::span<double> dv = std::span(b.residual).first(n);
  const std::span<double> violation(b.projection.violation);
  double last = INFINITY;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    std::fill(dv.begin(), dv.end(), 0.0);
    mechanism.add_transposed(b.kept_lambda, *b.mechanism, dv);
    for (std::size_t i = 0; i < n; ++i) dv[i] = before[i] - now[i] - dv[i];
    b.mass.solve(dv);
    mechanism.apply_jacobian(dv, *b.mechanism, violation);
    const double gap = largest(violation);
    for (int k = 0; k < rows; ++k) b.kept_lambda[k] += b.alpha[k] * violation[k];
    if (rows == 0 || gap <= kSmall * (1.0 + largest(v)) || !(gap < 0.9 * last)) break;
    last = gap;
  }
  for (std::size_t i = 0; i < n; ++i) v[i] += dv[i];
}

}  // namespace

bool Loads::holds(const Condition& when, const Machine& machine, const State& state,
                  const Snapshot& shot) const {
  const double value = when.channel < 0 ? state.time() : machine.channels.read(when.channel, shot);
  return when.above ? value > when.value : value < when.value;
}

double Loads::wanted(const Payload& load, const Machine& machine, const State& state,
                     const Snapshot& shot) const {
  if (!holds(load.when, machine, state, shot)) return 0.0;
  if (load.share < 0) return load.mass;
  const double share = machine.channels.read(load.share, shot);
  return load.mass * std::clamp(share, 0.0, 1.0);
}

// The middle of the held points, from where the grip is.
bool Loads::within_reach(const Grip& grip, const Snapshot& shot, const Mechanism& mechanism) const {
  double square = 0.0;
  for (int axis = 0; axis < grip.axes; ++axis) {
    double sum = 0.0;
    for (int p = 0; p < grip.points; ++p)
      sum += mechanism
                 .gauge(grip.gauges[static_cast<std::size_t>(p * grip.axes + axis)],
                        *shot.buffers->mechanism)
                 .length;
    square += sum * sum;
  }
  return std::sqrt(square) <= grip.reach * grip.points;
}

void Loads::grip(const Grip& grip, bool close, const Machine& machine, State& state,
                 PlantWork& work) const {
  const Plant& plant = machine.plant;
  const Mechanism& mechanism = *plant.equations->parts().mechanism;
  const Snapshot shot = take_sample(plant, state, work, Reads::all);
  const double before = shot.energy.potential;
  const auto y = plant.layout.y.in(state.values());
  for (std::size_t k = 0; k < grip.states.size(); ++k) {
    const auto at = static_cast<std::size_t>(grip.states[k]);
    y[at + Hold::kHolds] = close ? 1.0 : 0.0;
    y[at + Hold::kPlace] =
        close ? mechanism.gauge(grip.gauges[k], *shot.buffers->mechanism).length : 0.0;
  }
  lost(plant.layout, state) += before - energy_of(plant, state, work).potential;
}

void Loads::change(std::size_t payload, double mass, const Machine& machine, State& state,
                   PlantWork& work) const {
  const Plant& plant = machine.plant;
  double& now = plant.layout.payloads.in(state.values())[payload];
  const MechanismEnergy before = energy_of(plant, state, work);
  const bool caught = mass > now;
  const auto v = plant.layout.v.in(state.values());
  const std::span<double> momentum = std::span(work.buffers().column).first(v.size());
  if (caught) momentum_of(plant, v, work, momentum);
  now = mass;
  MechanismEnergy after = energy_of(plant, state, work);  // kinematics with the new mass
  brought(plant.layout, state) += after.potential - before.potential;
  if (!caught) {
    brought(plant.layout, state) += after.kinetic - before.kinetic;
    return;
  }
  keep_momentum(plant, momentum, v, work);
  after = energy_of(plant, state, work);
  lost(plant.layout, state) += before.kinetic - after.kinetic;
}

void Loads::book_lost(double energy, const Machine& machine, State& state) const {
  lost(machine.plant.layout, state) += energy;
}

void Loads::sample(const Machine& machine, State& state, PlantWork& work,
                   bool& jump) const noexcept {
  const Plant& plant = machine.plant;
  const auto masses = plant.layout.payloads.in(state.values());
  const Mechanism& mechanism = *plant.equations->parts().mechanism;
  Snapshot shot = take_sample(plant, state, work, reads_);
  const auto look_again = [&] {
    jump = true;
    shot = take_sample(plant, state, work, reads_);
  };
  for (std::size_t k = 0; k < payloads_.size(); ++k) {
    if (payloads_[k].dug) continue;
    const double mass = wanted(payloads_[k], machine, state, shot);
    if (mass == masses[k]) continue;
    change(k, mass, machine, state, work);
    look_again();
  }
  for (const Grip& one : grips_) {
    const bool closed =
        plant.layout.y.in(state.values())[static_cast<std::size_t>(one.states[0] + Hold::kHolds)] >
        0.5;
    const bool close = holds(one.when, machine, state, shot);
    if (close == closed || (close && !within_reach(one, shot, mechanism))) continue;
    grip(one, close, machine, state, work);
    look_again();
  }
}

}  // namespace bramah
