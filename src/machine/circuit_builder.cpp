#include "machine/circuit_builder.h"

#include <map>

#include "core/text.h"

namespace bramah {

namespace {

OrificeLaw to_law(FlowLaw law) {
  switch (law) {
    case FlowLaw::sqrt:
      return OrificeLaw::sqrt;
    case FlowLaw::linear_below:
      return OrificeLaw::linear_below;
    case FlowLaw::two_regime:
      return OrificeLaw::two_regime;
    case FlowLaw::smooth:
      break;
  }
  return OrificeLaw::smooth;
}

class CircuitBuilder {
 public:
  CircuitBuilder(const MachineDescription& d, std::vector<std::string>& problems)
      : d_(d), problems_(problems) {}

  BuiltCircuit build() {
    add_volumes();
    add_sources();
    add_edges();
    for (const ValveSpec& valve : d_.valves) add_valve(valve);
    parts_.inputs = static_cast<int>(out_.inputs.size());
    parts_.parts = static_cast<int>(out_.part_names.size());
    if (problems_.empty()) out_.circuit = std::make_unique<Circuit>(std::move(parts_));
    return std::move(out_);
  }

 private:
  Fluid fluid_of(const std::string& name, const Where& where, const std::string& user) {
    const FluidSpec* found = nullptr;
    for (const FluidSpec& f : d_.fluids)
      if (f.name == name || (name.empty() && d_.fluids.size() == 1)) found = &f;
    if (!found) {
      problems_.push_back(concat(prefix(where), "\"", user, "\" needs a fluid; ",
                                 d_.fluids.empty() ? "the file has none: write `fluid:`"
                                                   : "name one of the file's with `fluid:`"));
      return {};
    }
    Fluid fluid{found->density, found->bulk, found->polynomial.has_value(), 0.0, 0.0};
    if (found->polynomial) fluid.a = (*found->polynomial)[0], fluid.b = (*found->polynomial)[1];
    return fluid;
  }

  int add_volume(const std::string& name, const Volume& volume, const PressureSpec& start) {
    node_[name] = static_cast<int>(parts_.volumes.size());
    parts_.volumes.push_back(volume);
    out_.volume_names.push_back(name);
    out_.starts.push_back(start);
    return node_[name];
  }

  static void add_hose(const HoseSpec& hose, Volume& volume) {
    volume.dead = hose.volume;
    volume.dead_wall = hose.wall ? hose.volume / *hose.wall : 0.0;
  }

  void add_volumes() {
    for (const VolumeSpec& v : d_.volumes) {
      Volume volume;
      volume.fluid = fluid_of(v.fluid, v.where, v.name);
      add_hose(v.hose, volume);
      add_volume(v.name, volume, v.start);
    }
    for (const CylinderSpec& c : d_.cylinders) add_cylinder(c);
  }

  void add_cylinder(const CylinderSpec& c) {
    ChamberPair pair;
    Volume A, B;
    A.fluid = B.fluid = fluid_of(c.fluid, c.where, c.name);
    add_hose(c.hose_A, A);
    add_hose(c.hose_B, B);
    A.area = c.area_A, B.area = c.area_B;
    A.barrel = B.barrel = c.wall ? 1.0 / *c.wall : 0.0;
    pair.volume_A = add_volume(c.name + ".A", A, c.start_A);
    pair.volume_B = add_volume(c.name + ".B", B, c.start_B);
    Cylinder& cylinder = pair.cylinder;
    cylinder.area_A = c.area_A, cylinder.area_B = c.area_B;
    cylinder.closed = c.closed, cylinder.stroke = c.stroke;
    cylinder.viscous = c.friction.viscous, cylinder.coulomb = c.friction.coulomb;
    cylinder.lost_share = c.friction.efficiency ? 1.0 - *c.friction.efficiency : 0.0;
    cylinder.tanh_speed = c.friction.speed;
    if (c.end_damper) {
      cylinder.damper_length = c.end_damper->length;
      cylinder.damper_stiffness = c.end_damper->stiffness;
      cylinder.damper_damping = c.end_damper->damping;
    }
    parts_.cylinders.push_back(pair);
  }

  int add_input(const std::string& signal, double constant, const Where& where, int tunable = -1) {
    out_.inputs.push_back({signal, constant, tunable, where});
    return static_cast<int>(out_.inputs.size()) - 1;
  }

  void add_sources() {
    const int nv = static_cast<int>(parts_.volumes.size());
    for (const SourceSpec& s : d_.sources) {
      if (s.kind != SourceSpec::Kind::pressure) continue;
      node_[s.name] = nv + static_cast<int>(parts_.pressure_sources.size());
      parts_.pressure_sources.push_back({add_input(s.signal, s.value, s.where)});
      out_.source_names.push_back(s.name);
    }
    for (const SourceSpec& s : d_.sources) {
      if (s.kind != SourceSpec::Kind::flow) continue;
      const int into = node(s.into, s.where, s.name);
      if (into >= nv)
        problems_.push_back(concat(prefix(s.where), "source \"", s.name,
                                   "\" must feed a volume, \"", s.into, "\" has a fixed pressure"));
      parts_.flow_sources.push_back({add_input(s.signal, s.value, s.where), into});
      out_.source_names.push_back(s.name);
    }
  }

  int node(const std::string& name, const Where& where, const std::string& user) {
    const auto found = node_.find(name);
    if (found != node_.end()) return found->second;
    problems_.push_back(concat(prefix(where), "\"", user, "\" connects to \"", name,
                               "\", which is no volume, chamber or source"));
    return 0;
  }

  int add_part(const std::string& name) {
    out_.part_names.push_back(name);
    return static_cast<int>(out_.part_names.size()) - 1;
  }

  void add_edges() {
    for (const OrificeSpec& o : d_.orifices) {
      FlowEdge edge;
      edge.from = node(o.from, o.where, o.name);
      edge.to = node(o.to, o.where, o.name);
      edge.orifice = {to_law(o.law.law), o.coefficient, o.law.transition};
      edge.part = add_part(o.name);
      if (!o.opening.empty()) {
        edge.opening = Opening::scaled;
        edge.input = add_input(o.opening, 0.0, o.where);
      }
      add_edge(edge, o.name);
    }
    const auto leak = [&](const std::string& name, int from, int to, double conductance) {
      FlowEdge edge;
      edge.from = from, edge.to = to, edge.laminar = true;
      edge.orifice.coefficient = conductance;
      edge.part = add_part(name);
      add_edge(edge, name);
    };
    for (const LeakageSpec& l : d_.leakages)
      leak(l.name, node(l.from, l.where, l.name), node(l.to, l.where, l.name), l.conductance);
    for (std::size_t k = 0; k < d_.cylinders.size(); ++k)
      if (d_.cylinders[k].leakage > 0.0)
        leak(d_.cylinders[k].name + ".leakage", parts_.cylinders[k].volume_A,
             parts_.cylinders[k].volume_B, d_.cylinders[k].leakage);
  }

  void add_edge(const FlowEdge& edge, const std::string& name) {
    parts_.edges.push_back(edge);
    out_.edge_names.push_back(name);
  }

  void add_valve(const ValveSpec& v) {
    const int index = static_cast<int>(parts_.valves.size());
    ValveSpool spool;
    out_.tunable_names.push_back(v.name + ".neutral");
    out_.tunable_starts.push_back(v.neutral);
    const int tunable = static_cast<int>(out_.tunable_names.size()) - 1;
    if (v.neutral_statics) out_.static_tunables.push_back(tunable);
    spool.full = v.full;
    spool.command = add_input(v.signal, 0.0, v.where, tunable);
    if (v.time_constant) {
      spool.tau = *v.time_constant;
      out_.spool_names.push_back(v.name);
      out_.spool_starts.push_back(v.start);
    }
    parts_.valves.push_back(spool);

    const bool complementary = v.type == ValveType::complementary;
    const Opening first = complementary ? Opening::complement : Opening::positive;  // PA, BT
    const Opening second = complementary ? Opening::straight : Opening::negative;   // PB, AT
    const int part = add_part(v.name);
    const auto connect = [&](const char* edge_name, const std::string& from, const std::string& to,
                             ValveEdge which, Opening opening) {
      const double c = v.coefficient[static_cast<int>(which)];
      if (from.empty() || to.empty() || c == 0.0) return;
      FlowEdge edge;
      edge.from = node(from, v.where, v.name);
      edge.to = node(to, v.where, v.name);
      edge.orifice = {to_law(v.law.law), c, v.law.transition};
      edge.opening = opening;
      edge.valve = index;
      edge.part = part;
      add_edge(edge, v.name + "." + edge_name);
    };
    connect("PA", v.P, v.A, ValveEdge::PA, first);
    connect("PB", v.P, v.B, ValveEdge::PB, second);
    connect("AT", v.A, v.T, ValveEdge::AT, second);
    connect("BT", v.B, v.T, ValveEdge::BT, first);
  }

  const MachineDescription& d_;
  std::vector<std::string>& problems_;
  std::map<std::string, int> node_;
  CircuitParts parts_;
  BuiltCircuit out_;
};

}  // namespace

BuiltCircuit build_circuit(const MachineDescription& d, std::vector<std::string>& problems) {
  return CircuitBuilder(d, problems).build();
}

}  // namespace bramah
