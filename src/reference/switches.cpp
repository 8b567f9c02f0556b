#include "reference/switches.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

constexpr double kSpool = 1e-9;   // of the command's unit
constexpr double kForce = 1e-3;   // [N]
constexpr double kNever = 1e100;  // a valve that opens with its command without end

bool uses(const Circuit& circuit, int valve, std::initializer_list<Opening> openings) {
  for (const FlowEdge& edge : circuit.parts().edges)
    if (edge.valve == valve &&
        std::find(openings.begin(), openings.end(), edge.opening) != openings.end())
      return true;
  return false;
}

}  // namespace

Switches::Switches(const Machine& machine) : circuit_(*machine.equations->parts().circuit) {
  for (int c = 0; c < circuit_.cylinders(); ++c) {
    const Cylinder& cylinder = circuit_.parts().cylinders[c].cylinder;
    if (cylinder.damper_length > 0.0) switches_.push_back({Kind::bottom, c, 0.0});
    if (cylinder.damper_length > 0.0) switches_.push_back({Kind::top, c, 0.0});
    switches_.push_back({Kind::barrel_A, c, 0.0});
    switches_.push_back({Kind::barrel_B, c, 0.0});
    if (cylinder.lost_share > 0.0) switches_.push_back({Kind::friction, c, kForce});
  }
  const int valves = static_cast<int>(circuit_.parts().valves.size());
  for (int v = 0; v < valves; ++v) {
    if (uses(circuit_, v, {Opening::positive, Opening::negative, Opening::straight}))
      switches_.push_back({Kind::closed, v, kSpool});
    if (uses(circuit_, v, {Opening::complement})) switches_.push_back({Kind::straight, v, kSpool});
    if (circuit_.parts().valves[v].full < kNever) switches_.push_back({Kind::full, v, kSpool});
  }
}

double Switches::value(const Switch& s, const Monolithic::Buffers& b) const {
  if (s.kind == Kind::closed) return b.circuit.spool[s.index];
  if (s.kind == Kind::straight) return b.circuit.spool[s.index] - 1.0;
  if (s.kind == Kind::full)
    return circuit_.parts().valves[s.index].full - std::abs(b.circuit.spool[s.index]);
  const ChamberPair& pair = circuit_.parts().cylinders[s.index];
  const Cylinder& cylinder = pair.cylinder;
  const double length = b.strokes[s.index].s;
  if (s.kind == Kind::barrel_A) return cylinder.length_A(length);
  if (s.kind == Kind::barrel_B) return cylinder.length_B(length);
  if (s.kind == Kind::bottom) return cylinder.length_A(length) - cylinder.damper_length;
  if (s.kind == Kind::top) return cylinder.length_B(length) - cylinder.damper_length;
  return b.circuit.pressure[pair.volume_A] * cylinder.area_A -
         b.circuit.pressure[pair.volume_B] * cylinder.area_B;
}

void Switches::find_contacts(double t, std::span<const double> x, MachineOde& ode) {
  const Monolithic::Buffers& b = ode.evaluate(t, x);
  for (Switch& s : switches_)
    if (s.kind <= Kind::top) s.side = value(s, b) > 0.0 ? 1.0 : -1.0;
  set_contacts(ode);
}

void Switches::find_sides(double t, std::span<const double> x, MachineOde& ode) {
  const Monolithic::Buffers& b = ode.evaluate(t, x);
  for (Switch& s : switches_)
    if (s.kind >= Kind::friction) s.side = value(s, b) > 0.0 ? 1.0 : -1.0;
}

void Switches::values(double t, std::span<const double> x, MachineOde& ode, std::span<double> g) {
  const Monolithic::Buffers& b = ode.evaluate(t, x);
  for (std::size_t k = 0; k < switches_.size(); ++k)
    g[k] = switches_[k].side * value(switches_[k], b) + switches_[k].margin;
}

int Switches::pass(std::span<const int> found, MachineOde& ode) {
  int past_end = -1;
  for (std::size_t k = 0; k < switches_.size(); ++k) {
    if (found[k] == 0) continue;
    Switch& s = switches_[k];
    s.side = -s.side;
    if (s.kind == Kind::barrel_A || s.kind == Kind::barrel_B) past_end = s.index;
  }
  set_contacts(ode);
  return past_end;
}

void Switches::set_contacts(MachineOde& ode) const {
  std::fill(ode.contacts().begin(), ode.contacts().end(), EndContact::none);
  for (const Switch& s : switches_) {  // the bottom comes first
    if (s.kind > Kind::top || s.side > 0.0) continue;
    EndContact& contact = ode.contacts()[s.index];
    if (contact == EndContact::none)
      contact = s.kind == Kind::bottom ? EndContact::bottom : EndContact::top;
  }
}

}  // namespace bramah
