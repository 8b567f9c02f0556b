#include "hydraulics/circuit.h"

#include <cmath>
#include <limits>

#include "core/dense_lu.h"

namespace bramah {

Circuit::Circuit(CircuitParts parts)
    : parts_(std::move(parts)), owner_(parts_.volumes.size(), -1), is_B_(parts_.volumes.size(), 0) {
  states_ = volumes();
  for (auto& valve : parts_.valves)
    if (valve.tau > 0.0) valve.state = states_++;
  for (int c = 0; c < cylinders(); ++c) {
    owner_[parts_.cylinders[c].volume_A] = owner_[parts_.cylinders[c].volume_B] = c;
    is_B_[parts_.cylinders[c].volume_B] = 1;
  }
}

CircuitScratch Circuit::make_scratch() const {
  CircuitScratch x;
  const std::size_t nodes = parts_.volumes.size() + parts_.pressure_sources.size();
  x.pressure.resize(nodes);
  x.flow.resize(nodes);
  x.compliance.resize(parts_.volumes.size());
  x.rate.resize(states_);
  x.edges.resize(parts_.edges.size());
  x.spool.resize(parts_.valves.size());
  x.forces.resize(parts_.cylinders.size());
  x.contacts.resize(parts_.cylinders.size(), EndContact::none);
  return x;
}

double Circuit::volume_length(int volume, std::span<const Stroke> strokes) const noexcept {
  const int c = owner_[volume];
  if (c < 0) return 0.0;
  const Cylinder& cylinder = parts_.cylinders[c].cylinder;
  return is_B_[volume] ? cylinder.length_B(strokes[c].s) : cylinder.length_A(strokes[c].s);
}

bool Circuit::find_contacts(std::span<const Stroke> strokes, CircuitScratch& x) const noexcept {
  bool changed = false;
  for (int c = 0; c < cylinders(); ++c) {
    const EndContact now = parts_.cylinders[c].cylinder.contact(strokes[c].s);
    changed = changed || now != x.contacts[c];
    x.contacts[c] = now;
  }
  return changed;
}

void Circuit::forces(std::span<const double> y, std::span<const Stroke> strokes,
                     CircuitScratch& x) const noexcept {
  for (int c = 0; c < cylinders(); ++c) {
    const ChamberPair& pair = parts_.cylinders[c];
    x.forces[c] = pair.cylinder.force(y[pair.volume_A], y[pair.volume_B], strokes[c].s,
                                      strokes[c].rate, x.contacts[c]);
  }
}

void Circuit::rates(std::span<const double> y, std::span<const Stroke> strokes,
                    std::span<const double> u, CircuitScratch& x) const noexcept {
  // Pressures of all nodes, positions of all spools.
  const int nv = volumes();
  for (int k = 0; k < nv; ++k) x.pressure[k] = y[k];
  for (std::size_t k = 0; k < parts_.pressure_sources.size(); ++k)
    x.pressure[nv + k] = u[parts_.pressure_sources[k].input];
  for (std::size_t k = 0; k < parts_.valves.size(); ++k) {
    const ValveSpool& valve = parts_.valves[k];
    x.spool[k] = valve.state >= 0 ? y[valve.state] : u[valve.command];
    if (valve.state >= 0) x.rate[valve.state] = (u[valve.command] - y[valve.state]) / valve.tau;
  }

  // Flows through all edges, summed at the nodes.
  for (double& flow : x.flow) flow = 0.0;
  for (std::size_t k = 0; k < parts_.edges.size(); ++k) {
    const FlowEdge& edge = parts_.edges[k];
    CircuitScratch::EdgeValue& value = x.edges[k];
    const double position = edge.valve >= 0   ? x.spool[edge.valve]
                            : edge.input >= 0 ? u[edge.input]
                                              : 0.0;
    OpeningValue open = opening(edge.opening, position);
    if (edge.valve >= 0 && std::abs(position) > parts_.valves[edge.valve].full)
      open = {opening(edge.opening, std::copysign(parts_.valves[edge.valve].full, position)).value,
              0.0};
    if (open.value == 0.0 && open.by_u == 0.0) {  // shut
      value = {};
      continue;
    }
    value.dp = x.pressure[edge.from] - x.pressure[edge.to];
    const double c = edge.orifice.coefficient;
    const OrificeFlow shape = edge.laminar
                                  ? OrificeFlow{value.dp, 1.0}
                                  : flow_shape(edge.orifice.law, edge.orifice.transition, value.dp);
    value.q = c * open.value * shape.q;
    value.by_from = c * open.value * shape.by_dp;
    value.by_u = c * open.by_u * shape.q;
    x.flow[edge.from] -= value.q;
    x.flow[edge.to] += value.q;
  }
  for (const FlowSource& source : parts_.flow_sources) x.flow[source.into] += u[source.input];
  for (int c = 0; c < cylinders(); ++c) {
    const ChamberPair& pair = parts_.cylinders[c];
    x.flow[pair.volume_A] -= pair.cylinder.area_A * strokes[c].rate;
    x.flow[pair.volume_B] += pair.cylinder.area_B * strokes[c].rate;
  }

  // Pressure rates.
  for (int k = 0; k < nv; ++k) {
    x.compliance[k] = parts_.volumes[k].compliance(volume_length(k, strokes), y[k]);
    const double c = x.compliance[k].value;
    x.rate[k] = c > 0.0 ? x.flow[k] / c : std::numeric_limits<double>::quiet_NaN();  // no oil left
  }
}

void Circuit::tangent(double c_y, int first, const CircuitScratch& x, DenseLu& j) const noexcept {
  const int nv = volumes();
  for (int k = 0; k < states_; ++k) j.row(first + k)[first + k] += c_y;
  for (int k = 0; k < nv; ++k)
    j.row(first + k)[first + k] += x.rate[k] * x.compliance[k].by_p / x.compliance[k].value;
  for (const ValveSpool& valve : parts_.valves)
    if (valve.state >= 0) j.row(first + valve.state)[first + valve.state] += 1.0 / valve.tau;

  for (std::size_t k = 0; k < parts_.edges.size(); ++k) {
    const FlowEdge& edge = parts_.edges[k];
    const CircuitScratch::EdgeValue& value = x.edges[k];
    const int spool = edge.valve >= 0 ? parts_.valves[edge.valve].state : -1;
    const auto add = [&](int node, double sign) {  // sign of the flow into `node`
      if (node >= nv) return;
      double* row = j.row(first + node) + first;
      const double scale = -sign / x.compliance[node].value;
      if (edge.from < nv) row[edge.from] += scale * value.by_from;
      if (edge.to < nv) row[edge.to] -= scale * value.by_from;
      if (spool >= 0) row[spool] += scale * value.by_u;
    };
    add(edge.from, -1.0);
    add(edge.to, +1.0);
  }
}

Circuit::ChamberSlopes Circuit::chamber_slopes(int c, const CircuitScratch& x) const noexcept {
  const ChamberPair& pair = parts_.cylinders[c];
  const Compliance& A = x.compliance[pair.volume_A];
  const Compliance& B = x.compliance[pair.volume_B];
  return {-x.rate[pair.volume_A] * A.by_l / A.value, -pair.cylinder.area_A / A.value,
          +x.rate[pair.volume_B] * B.by_l / B.value, +pair.cylinder.area_B / B.value};
}

void Circuit::add_input_column(int input, double scale, const CircuitScratch& x,
                               std::span<double> column) const noexcept {
  const int nv = volumes();
  const auto add = [&](int node, double flow) {
    if (node < nv) column[node] += scale * flow / x.compliance[node].value;
  };
  for (const ValveSpool& valve : parts_.valves)
    if (valve.state >= 0 && valve.command == input) column[valve.state] += scale / valve.tau;
  for (std::size_t k = 0; k < parts_.edges.size(); ++k) {
    const FlowEdge& edge = parts_.edges[k];
    const bool direct = edge.valve >= 0 && parts_.valves[edge.valve].state < 0 &&
                        parts_.valves[edge.valve].command == input;
    double by_input = direct || edge.input == input ? x.edges[k].by_u : 0.0;
    for (const int end : {0, 1}) {
      const int source = (end == 0 ? edge.from : edge.to) - nv;
      if (source >= 0 && parts_.pressure_sources[source].input == input)
        by_input += end == 0 ? x.edges[k].by_from : -x.edges[k].by_from;
    }
    if (by_input == 0.0) continue;
    add(edge.from, -by_input);
    add(edge.to, +by_input);
  }
  for (const FlowSource& source : parts_.flow_sources)
    if (source.input == input) add(source.into, 1.0);
}

void Circuit::powers(const CircuitScratch& x, std::span<const double> u, std::span<double> lost,
                     std::span<double> sources, double& stored) const noexcept {
  const int nv = volumes();
  for (double& p : lost) p = 0.0;
  for (std::size_t k = 0; k < parts_.edges.size(); ++k)
    lost[parts_.edges[k].part] += x.edges[k].q * x.edges[k].dp;
  const std::size_t np = parts_.pressure_sources.size();
  for (std::size_t k = 0; k < np; ++k) sources[k] = -x.pressure[nv + k] * x.flow[nv + k];
  for (std::size_t k = 0; k < parts_.flow_sources.size(); ++k) {
    const FlowSource& source = parts_.flow_sources[k];
    sources[np + k] = u[source.input] * x.pressure[source.into];
  }
  stored = 0.0;
  for (int k = 0; k < nv; ++k) stored += x.pressure[k] * x.flow[k];
}

double Circuit::time_constant(int volume, const CircuitScratch& x) const noexcept {
  double slope = 0.0;
  for (std::size_t k = 0; k < parts_.edges.size(); ++k)
    if (parts_.edges[k].from == volume || parts_.edges[k].to == volume) slope += x.edges[k].by_from;
  return x.compliance[volume].value / slope;  // infinite when every edge is shut
}

}  // namespace bramah
