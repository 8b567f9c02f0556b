#include "coupling/sides.h"

#include <algorithm>
#include <numeric>

namespace bramah {

namespace {

// A cylinder of one square metre: the pressure at its port A is its force.
std::shared_ptr<const Part> force_part(const Cylinder& like) {
  Cylinder cylinder;
  cylinder.area_A = 1.0;
  cylinder.closed = like.closed, cylinder.stroke = like.stroke;
  return std::make_shared<CylinderPart>(cylinder);
}

// The machine's signals without feedback: what reads sensors becomes an input.
std::shared_ptr<const SignalGraph> without_feedback(const EquationParts& parts,
                                                    std::vector<int>& held) {
  const SignalGraph& graph = *parts.signals;
  std::vector<SignalNode> nodes;
  int inputs = 0;
  for (int i = 0; i < graph.size(); ++i) inputs = std::max(inputs, graph.node(i).input + 1);
  for (int i = 0; i < graph.size(); ++i) {
    nodes.push_back(graph.node(i));
    if (graph.node(i).kind < SignalKind::sum) continue;
    held.push_back(i);
    nodes.back() = {};
    nodes.back().kind = SignalKind::input;
    nodes.back().input = inputs++;
  }
  if (held.empty()) return parts.signals;
  return std::make_shared<SignalGraph>(std::move(nodes), 0, std::vector<std::string>(nodes.size()));
}

// Force elements belong to the mechanism: their states and branches come last on both.
void take_forces(const MachineEquations& machine, EquationParts& parts, SideMap& map) {
  const EquationParts& from = machine.parts();
  parts.forces = from.forces;
  for (int y = machine.states() - from.forces.states(); y < machine.states(); ++y) {
    map.states.push_back(y);
    parts.state_scales.push_back(from.state_scales[y]);
  }
  for (int k = 0; k < from.forces.modes(); ++k) map.modes.push_back(from.circuit->modes() + k);
}

}  // namespace

MechanismSide mechanism_side(const MachineEquations& machine, CouplingVariables variables,
                             std::shared_ptr<const PressureResponse> response) {
  const EquationParts& from = machine.parts();
  const Circuit& whole = *from.circuit;
  const bool pressures = variables == CouplingVariables::velocity_pressure;
  MechanismSide side;
  EquationParts parts;
  parts.mechanism = from.mechanism;
  parts.signals = without_feedback(from, side.held);
  parts.efforts = from.efforts, parts.drivers = from.drivers;

  CircuitParts circuit;
  SideMap& map = side.map;
  const AuditLayout theirs = machine.audit();
  for (int c = 0; c < whole.cylinders(); ++c) {
    const CylinderPlace& place = whole.parts().cylinders[c];
    const PlacedPart& placed = whole.parts().parts[place.part];
    PlacedPart part;
    part.part = pressures ? placed.part : force_part(whole.cylinder(c).cylinder());
    part.cylinder = c;
    for (int port = 0; port < 2; ++port) {
      const bool used = pressures ? placed.nodes[port] >= 0 : port == 0;
      part.nodes.push_back(used ? static_cast<int>(circuit.fixed.size()) : -1);
      if (!used && !pressures) continue;
      const int curve = parts.curves++;
      if (!used) continue;
      circuit.fixed.push_back({circuit.inputs++, false});
      parts.inputs.push_back({-1, 0.0, -1, curve});
    }
    circuit.parts.push_back(std::move(part));
    circuit.cylinders.push_back({c, -1, -1});
    map.cylinders.push_back(c);
    map.modes.push_back(c);
    map.volume_A.push_back(-1), map.volume_B.push_back(-1);
    for (int k = 0; pressures && k < placed.part->shape().states; ++k) {
      map.states.push_back(whole.first_state(place.part) + k);
      parts.state_scales.push_back(from.state_scales[map.states.back()]);
    }
  }
  parts.circuit = std::make_shared<Circuit>(std::move(circuit));
  take_forces(machine, parts, map);
  parts.response = std::move(response);
  side.equations = std::make_unique<MachineEquations>(std::move(parts), machine.enforcement());
  const AuditLayout ours = side.equations->audit();
  map.audit.assign(ours.size, -1);
  for (int c = 0; c < whole.cylinders(); ++c) {
    map.audit[ours.actuators + c] = theirs.actuators + c;
    if (!pressures) continue;
    map.audit[ours.friction + c] = theirs.friction + c;
    map.audit[ours.dampers + c] = theirs.dampers + c;
  }
  map.audit[ours.dissipated] = theirs.dissipated;
  map.audit[ours.efforts] = theirs.efforts;
  map.audit[ours.drivers] = theirs.drivers;
  return side;
}

namespace {

// Circuits that share no volume and no shaft.
class Components {
 public:
  Components(const Circuit& circuit, bool together) : root_(circuit.state_nodes()) {
    std::iota(root_.begin(), root_.end(), 0);
    for (const PlacedPart& placed : circuit.parts().parts) {
      int first = -1;
      for (const int n : placed.nodes) {
        if (n < 0 || n >= circuit.state_nodes()) continue;
        if (first >= 0) join(first, n);
        first = n;
      }
    }
    for (int n = 1; together && n < circuit.state_nodes(); ++n) join(0, n);
    std::vector<int> number(root_.size(), -1);
    for (std::size_t n = 0; n < root_.size(); ++n) {
      int& of_root = number[find(static_cast<int>(n))];
      if (of_root < 0) of_root = count_++;
      of_node_.push_back(of_root);
    }
    count_ = std::max(count_, 1);
    for (const PlacedPart& placed : circuit.parts().parts) {
      int component = 0;  // what touches fixed pressures alone
      for (const int n : placed.nodes)
        if (n >= 0 && n < circuit.state_nodes()) component = of_node_[n];
      of_part_.push_back(component);
    }
    // A part that reads a stroke goes with its cylinder: they share a stroke.
    for (std::size_t k = 0; k < of_part_.size(); ++k) {
      const int c = circuit.parts().parts[k].cylinder;
      if (c < 0) continue;
      const int there = of_part_[circuit.parts().cylinders[c].part];
      if (of_part_[k] != there) moved_ = true;
    }
  }
  int count() const { return count_; }
  int of_node(int n) const { return of_node_[n]; }
  int of_part(std::size_t k) const { return of_part_[k]; }
  bool strokes_cross() const { return moved_; }

 private:
  int find(int n) {
    while (root_[n] != n) n = root_[n] = root_[root_[n]];
    return n;
  }
  void join(int a, int b) { root_[find(a)] = find(b); }

  std::vector<int> root_, of_node_, of_part_;
  int count_ = 0;
  bool moved_ = false;
};

class OilBuilder {
 public:
  OilBuilder(const MachineEquations& machine, const Components& components, int component)
      : machine_(machine), whole_(*machine.parts().circuit), in_(components), which_(component) {}

  OilSide build(CouplingVariables variables, bool interface_model) {
    take_nodes();
    take_parts();
    CircuitParts parts = std::move(circuit_);
    parts.inputs = whole_.inputs();
    parts.amounts = whole_.amounts();
    const int cylinders = static_cast<int>(parts.cylinders.size());
    EquationParts out;
    out.circuit = std::make_shared<Circuit>(std::move(parts));
    out.mechanism =
        std::make_shared<InterfaceMechanism>(cylinders, interface_model ? cylinders : 0);
    out.signals = machine_.parts().signals;
    out.inputs = machine_.parts().inputs;
    out.pseudo = machine_.parts().pseudo;
    take_states(*out.circuit);
    for (const int y : side_.map.states)
      out.state_scales.push_back(machine_.parts().state_scales[y]);
    for (const Sensor& sensor : machine_.parts().sensors) out.sensors.push_back(sensed(sensor));
    out.curves = static_cast<int>(side_.joint_sensors.size());
    side_.equations =
        std::make_unique<MachineEquations>(std::move(out), AugmentedLagrangian({}, {1.0, {}}));
    take_audit(variables == CouplingVariables::velocity_force);
    return std::move(side_);
  }

 private:
  void take_nodes() {
    const CircuitParts& from = whole_.parts();
    node_.assign(whole_.nodes(), -1);
    int next = 0;
    for (int n = 0; n < whole_.state_nodes(); ++n) {
      if (in_.of_node(n) != which_) continue;
      node_[n] = next++;
      if (n < whole_.volumes()) {
        circuit_.volumes.push_back(from.volumes[n]);
        circuit_.kinds.push_back(whole_.kind(n));
      } else {
        circuit_.shafts.push_back(from.shafts[n - whole_.volumes()]);
      }
    }
    for (int n = whole_.state_nodes(); n < whole_.nodes(); ++n) node_[n] = next++;
    circuit_.fixed = from.fixed;
  }

  void take_parts() {
    const CircuitParts& from = whole_.parts();
    cylinder_.assign(from.cylinders.size(), -1);
    part_.assign(from.parts.size(), -1);
    for (std::size_t c = 0; c < from.cylinders.size(); ++c)
      if (in_.of_part(from.cylinders[c].part) == which_) {
        cylinder_[c] = static_cast<int>(side_.map.cylinders.size());
        side_.map.cylinders.push_back(static_cast<int>(c));
      }
    const auto node = [&](int n) { return n < 0 ? -1 : node_[n]; };
    for (std::size_t k = 0; k < from.parts.size(); ++k) {
      if (in_.of_part(k) != which_) continue;
      PlacedPart placed = from.parts[k];
      for (int& n : placed.nodes) n = node(n);
      if (placed.cylinder >= 0) placed.cylinder = cylinder_[placed.cylinder];
      part_[k] = static_cast<int>(circuit_.parts.size());
      whole_part_.push_back(static_cast<int>(k));
      circuit_.parts.push_back(std::move(placed));
    }
    for (const int c : side_.map.cylinders) {
      const CylinderPlace& place = from.cylinders[c];
      circuit_.cylinders.push_back({part_[place.part], node(place.volume_A), node(place.volume_B)});
      side_.map.volume_A.push_back(node(place.volume_A));
      side_.map.volume_B.push_back(node(place.volume_B));
    }
  }

  // States and stops, in the order of the new circuit.
  void take_states(const Circuit& circuit) {
    SideMap& map = side_.map;
    map.states.assign(circuit.states(), -1);
    for (int n = 0; n < whole_.state_nodes(); ++n)
      if (node_[n] >= 0) map.states[node_[n]] = n;
    for (std::size_t k = 0; k < whole_part_.size(); ++k) {
      const int states = circuit.parts().parts[k].part->shape().states;
      for (int i = 0; i < states; ++i)
        map.states[circuit.first_state(static_cast<int>(k)) + i] =
            whole_.first_state(whole_part_[k]) + i;
    }
    map.modes = map.cylinders;
    const auto limits = whole_.limits();
    for (const Circuit::Limited& limit : circuit.limits())
      for (std::size_t k = 0; k < limits.size(); ++k)
        if (limits[k].state == map.states[limit.state])
          map.modes.push_back(whole_.cylinders() + static_cast<int>(k));
    const int controllers = machine_.parts().signals->states();
    for (int k = 0; k < controllers; ++k) map.states.push_back(whole_.states() + k);
  }

  Sensor sensed(Sensor sensor) {
    const std::vector<int>& states = side_.map.states;
    switch (sensor.kind) {
      case Sensor::Kind::length:
      case Sensor::Kind::rate:
      case Sensor::Kind::force:
        sensor.index = cylinder_[sensor.index];
        return sensor;
      case Sensor::Kind::pressure:
        sensor.index = node_[sensor.index];
        return sensor;
      case Sensor::Kind::state:
        sensor.index = static_cast<int>(std::find(states.begin(), states.end(), sensor.index) -
                                        states.begin());
        return sensor;
      case Sensor::Kind::position:
      case Sensor::Kind::velocity:
      case Sensor::Kind::curve:
        break;
    }
    side_.joint_sensors.push_back(sensor);
    return {Sensor::Kind::curve, static_cast<int>(side_.joint_sensors.size()) - 1};
  }

  void take_audit(bool has_friction) {
    const AuditLayout& theirs = machine_.audit();
    const AuditLayout& ours = side_.equations->audit();
    std::vector<int>& audit = side_.map.audit;
    audit.assign(ours.size, -1);
    const int cylinders = static_cast<int>(side_.map.cylinders.size());
    for (int k = 0; has_friction && k < cylinders; ++k) {
      audit[ours.friction + k] = theirs.friction + side_.map.cylinders[k];
      audit[ours.dampers + k] = theirs.dampers + side_.map.cylinders[k];
    }
    const auto& parts = whole_.parts().parts;
    std::vector<int> source(parts.size(), -1);
    int next = theirs.sources + static_cast<int>(whole_.parts().fixed.size());
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (parts[k].supplies) source[k] = next++;
    int supplier = ours.sources + static_cast<int>(whole_.parts().fixed.size());
    for (std::size_t k = 0; k < whole_part_.size(); ++k) {
      const int part = whole_part_[k];
      if (static_cast<int>(k) < ours.sources - ours.losses)
        audit[ours.losses + k] = theirs.losses + part;
      if (source[part] >= 0) audit[supplier++] = source[part];
    }
    for (std::size_t k = 0; k < whole_.parts().fixed.size(); ++k)
      audit[ours.sources + k] = theirs.sources + static_cast<int>(k);
    audit[ours.stored] = theirs.stored;
    audit[ours.oil_in] = theirs.oil_in;
    audit[ours.oil_compressed] = theirs.oil_compressed;
  }

  const MachineEquations& machine_;
  const Circuit& whole_;
  const Components& in_;
  int which_;
  OilSide side_;
  CircuitParts circuit_;
  std::vector<int> node_, part_, cylinder_, whole_part_;
};

}  // namespace

std::vector<OilSide> oil_sides(const MachineEquations& machine, CouplingVariables variables,
                               bool together, bool interface_model) {
  const Circuit& circuit = *machine.parts().circuit;
  Components components(circuit, together || machine.parts().signals->has_feedback());
  if (components.strokes_cross()) components = Components(circuit, true);
  std::vector<OilSide> sides;
  for (int k = 0; k < components.count(); ++k)
    sides.push_back(OilBuilder(machine, components, k).build(variables, interface_model));
  return sides;
}

}  // namespace bramah
