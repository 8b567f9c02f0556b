// The books of a circuit: power and oil.
#include <algorithm>

#include "hydraulics/circuit.h"

namespace bramah {

void Circuit::powers(const CircuitScratch& x, std::span<double> lost, std::span<double> sources,
                     double& stored) const noexcept {
  // Locals, for the same reason as in rates().
  const double *const in = x.x.data(), *const out = x.f.data();
  double* const lost_in = lost.data();
  double sum = 0.0;
  for (int k = 0; k < volumes(); ++k) sum += x.pressure[k] * x.flow[k];  // see shaft_energy()
  std::size_t source = 0;
  for (std::size_t k = 0; k < parts_.fixed.size(); ++k, ++source)
    sources[source] = -x.pressure[state_nodes_ + k] * x.flow[state_nodes_ + k];
  const PlacedPart* placed = parts_.parts.data();
  std::size_t k = 0;
  for (const Place& p : places_) {
    if (p.contact >= 0) {  // friction and end dampers have books of their own
      sum -= cylinder(p.contact).supplied(in + p.x);
    } else {
      const PartPower power = placed->part->power(in + p.x, 0, out + p.f);
      // Work on what is no part of the machine leaves it too; that on a joint is the actuators'.
      lost_in[k] = p.force ? power.lost : power.lost + power.work;
      sum += power.stored;
      if (placed->supplies) sources[source++] = power.supplied;
    }
    ++placed, ++k;
  }
  stored = sum;
}

double Circuit::shaft_energy(std::span<const double> y) const noexcept {
  double sum = 0.0;
  for (std::size_t k = 0; k < parts_.shafts.size(); ++k) {
    const double speed = y[parts_.volumes.size() + k];
    sum += 0.5 * parts_.shafts[k].inertia * speed * speed;
  }
  return sum;
}

Circuit::OilRates Circuit::oil_rates(const CircuitScratch& x) const noexcept {
  OilRates out;
  for (std::size_t k = 0; k < parts_.fixed.size(); ++k)
    if (!parts_.fixed[k].shaft) out.in -= x.flow[state_nodes_ + k];
  for (const int k : oil_parts_) {
    const Place& p = places_[k];
    if (parts_.parts[k].supplies)  // a source makes oil; a pump only moves it
      for (int i = 0; i < p.ports; ++i)
        if (const int n = nodes_[p.first_port + i]; n >= 0 && hydraulic(n)) out.in += x.f[p.f + i];
    out.compressed += parts_.parts[k].part->oil_rate(&x.f[p.f]);
  }
  if (parts_.amounts)
    out.compressed = -squeezed(x);  // what volumes hold is their states' sum, but for that
  else
    for (int k = 0; k < volumes(); ++k) out.compressed += x.rate[k] * x.compliance[k].value;
  return out;
}

// What pistons add to the amounts of compressed oil, see volume.h.
double Circuit::squeezed(const CircuitScratch& x) const noexcept {
  double sum = 0.0;
  for (const CylinderPlace& place : parts_.cylinders) {
    const double* f = &x.f[places_[place.part].f];
    if (place.volume_A >= 0) sum -= f[0] * x.squeeze[place.volume_A];
    if (place.volume_B >= 0) sum -= f[1] * x.squeeze[place.volume_B];
  }
  return sum;
}

double Circuit::oil(std::span<const double> y, std::span<const Stroke> strokes,
                    const CircuitScratch& x) const noexcept {
  double sum = 0.0;
  for (int k = 0; k < volumes(); ++k)
    sum += parts_.amounts ? y[k] : parts_.volumes[k].volume(volume_length(k, strokes));
  for (std::size_t k = 0; parts_.amounts && k < places_.size(); ++k)
    sum += parts_.parts[k].part->oil(&x.x[places_[k].x]);
  return sum;
}

double Circuit::oil_rate(std::span<const double> ydot, CircuitScratch& x) const noexcept {
  double sum = 0.0;
  for (int k = 0; k < volumes(); ++k) sum += ydot[k];
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    std::copy_n(&x.f[p.f], p.out, x.one_f.begin());
    std::copy_n(ydot.begin() + p.state, p.states, x.one_f.begin() + p.ports);
    sum += parts_.parts[k].part->oil_rate(x.one_f.data());
  }
  return sum;
}

void Circuit::to_states(std::span<double> y) const noexcept {
  for (int k = 0; k < volumes(); ++k)
    if (y[k] < torn_below_[k]) y[k] = parts_.volumes[k].fluid.state(y[k]);
}

void Circuit::to_pressures(std::span<double> y) const noexcept {
  for (int k = 0; k < volumes(); ++k)
    if (y[k] < torn_below_[k]) y[k] = parts_.volumes[k].fluid.pressure_of_state(y[k]).p;
}

void Circuit::to_amounts(std::span<double> y, std::span<const Stroke> strokes) const noexcept {
  for (int k = 0; k < volumes(); ++k)
    y[k] = parts_.volumes[k].amount(y[k], volume_length(k, strokes));
}

bool Circuit::hydraulic(int node) const noexcept {
  if (node < volumes()) return true;
  return node >= state_nodes_ && !parts_.fixed[node - state_nodes_].shaft;
}

}  // namespace bramah
