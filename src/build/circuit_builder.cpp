#include "build/circuit_builder.h"

#include <algorithm>
#include <map>

#include "build/sizes.h"
#include "core/text.h"
#include "hydraulics/parts/basic.h"
#include "hydraulics/parts/cushion.h"

namespace bramah {

namespace {

class CircuitBuilder {
 public:
  CircuitBuilder(const MachineDescription& d, std::vector<std::string>& problems)
      : d_(d), problems_(problems), densities_(densities_of(d)) {}

  BuiltCircuit build() {
    size_cylinders();
    add_volumes();
    add_shafts();
    add_sources();
    add_edges();
    add_flow_sources();
    for (const ValveSpec& valve : d_.valves) add_valve(valve);
    for (const ComponentSpec& component : d_.components) add_component(component);
    add_cushions();
    place_cylinders();
    add_air();
    parts_.inputs = static_cast<int>(out_.inputs.size());
    parts_.amounts = d_.solver.amounts;
    choose_small_volumes();
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
    Fluid fluid = *found;
    fluid.cavitates = fluid.cavitates || d_.solver.amounts;  // an amount knows the vapour
    return fluid;
  }

  int add_volume(const std::string& name, const Volume& volume, const PressureSpec& start) {
    node_[name] = static_cast<int>(parts_.volumes.size());
    parts_.volumes.push_back(volume);
    out_.volume_names.push_back(name);
    out_.starts.push_back(start);
    return node_[name];
  }

  // Coefficients of an item, its problems noted.
  template <class Spec>
  auto size(const Spec& item, const char* word) {
    SizingProblems found;
    const auto result = sized(item, densities_, found);
    for (const SizingProblem& p : found)
      problems_.push_back(concat(prefix(p.where), word, " \"", item.name, "\": ", p.text));
    return result;
  }

  void size_cylinders() {
    for (const CylinderSpec& c : d_.cylinders) cylinders_.push_back(size(c, "cylinder"));
  }

  void add_volumes() {
    for (const VolumeSpec& v : d_.volumes)
      add_volume(v.name, size_hose(v.hose, fluid_of(v.fluid, v.where, v.name)), v.start);
    for (std::size_t k = 0; k < d_.cylinders.size(); ++k)
      add_cylinder(d_.cylinders[k], cylinders_[k].cylinder);
  }

  void add_cylinder(const CylinderSpec& c, const Cylinder& size) {
    CylinderPlace place;
    const Fluid fluid = fluid_of(c.fluid, c.where, c.name);
    place.volume_A =
        add_volume(c.name + ".A", size_chamber(c.hose_A, fluid, size.area_A, c.wall), c.start_A);
    if (c.double_acting())
      place.volume_B =
          add_volume(c.name + ".B", size_chamber(c.hose_B, fluid, size.area_B, c.wall), c.start_B);
    const auto add_port = [&](const char* name, const std::optional<CushionSpec>& cushion,
                              const PressureSpec& start) {
      if (cushion) add_volume(c.name + name, size_hose({cushion->volume, {}}, fluid), start);
    };
    add_port(".A_port", c.cushion_A, c.start_A);
    if (c.double_acting()) add_port(".B_port", c.cushion_B, c.start_B);
    parts_.cylinders.push_back(place);
  }

  // Air that faults mix into the oils.
  void add_air() {
    const bool any =
        std::ranges::any_of(d_.fluids, [](const FluidSpec& f) { return !f.more_air.empty(); });
    if (!any) return;
    parts_.air.resize(parts_.volumes.size());
    for (const FluidSpec& fluid : d_.fluids) {
      if (fluid.more_air.empty()) continue;
      const int input = add_input(fluid.more_air, 0.0, fluid.where);
      const auto holds = [&](const std::string& name) {
        return name == fluid.name || (name.empty() && d_.fluids.size() == 1);
      };
      const auto mix = [&](const std::string& volume) {
        if (const auto found = node_.find(volume); found != node_.end())
          parts_.air[found->second] = {input, fluid.air_share};
      };
      for (const VolumeSpec& v : d_.volumes)
        if (holds(v.fluid)) mix(v.name);
      for (const CylinderSpec& c : d_.cylinders)
        if (holds(c.fluid))
          for (const char* room : {".A", ".B", ".A_port", ".B_port"}) mix(c.name + room);
    }
  }

  // The audit counts on cylinders being the last parts.
  void place_cylinders() {
    for (std::size_t k = 0; k < d_.cylinders.size(); ++k) {
      CylinderPlace& place = parts_.cylinders[k];
      place.part = static_cast<int>(parts_.parts.size());
      PlacedPart part;
      part.part = std::make_unique<CylinderPart>(
          cylinders_[k].cylinder, d_.cylinders[k].double_acting(), cylinders_[k].vent);
      part.nodes = {place.volume_A, place.volume_B};
      part.cylinder = static_cast<int>(k);
      parts_.parts.push_back(std::move(part));
      if (d_.cylinders[k].friction.bristles)
        out_.states.push_back({d_.cylinders[k].name + ".bristle", "m",
                               "deflection of the seals' "
                               "bristles",
                               0.0});
    }
  }

  void choose_small_volumes() {
    parts_.kinds.assign(parts_.volumes.size(), VolumeKind::dynamic);
    if (d_.solver.oil == "dynamic") return;
    for (const std::string& name : d_.solver.small_volumes) {
      const auto found = std::find(out_.volume_names.begin(), out_.volume_names.end(), name);
      if (found == out_.volume_names.end())
        problems_.push_back(
            concat(prefix({d_.file, 0}), "small_volumes: there is no volume \"", name, "\""));
      else
        parts_.kinds[found - out_.volume_names.begin()] =
            d_.solver.oil == "quasi_steady" ? VolumeKind::algebraic : VolumeKind::held;
    }
  }

  void add_cushions() {
    for (std::size_t k = 0; k < d_.cylinders.size(); ++k) {
      const CylinderSpec& c = d_.cylinders[k];
      const auto add = [&](const char* port, const std::optional<CushionSpec>& spec,
                           double coefficient, int chamber, double end, double direction) {
        if (!spec || chamber < 0) return;
        Cushion cushion;
        cushion.coefficient = coefficient, cushion.length = spec->length;
        cushion.least = spec->least, cushion.end = end, cushion.direction = direction;
        place(c.name + port, std::make_unique<PartOf<Cushion>>(cushion),
              {chamber, node_.at(c.name + port)});
        parts_.parts.back().cylinder = static_cast<int>(k);
      };
      add(".A_port", c.cushion_A, cylinders_[k].cushion_A, parts_.cylinders[k].volume_A, c.closed,
          1.0);
      add(".B_port", c.cushion_B, cylinders_[k].cushion_B, parts_.cylinders[k].volume_B,
          c.closed + c.stroke, -1.0);
    }
  }

  int add_input(const std::string& signal, double constant, const Where& where, int tunable = -1) {
    out_.inputs.push_back({signal, constant, tunable, where});
    return static_cast<int>(out_.inputs.size()) - 1;
  }

  void add_shafts() {
    for (const ShaftSpec& shaft : d_.shafts) {
      shaft_[shaft.name] = static_cast<int>(parts_.volumes.size() + parts_.shafts.size());
      parts_.shafts.push_back({shaft.inertia});
      out_.states.push_back({shaft.name + ".speed", "rad/s", "speed of the shaft", shaft.start});
    }
  }

  void add_sources() {
    const int first = static_cast<int>(parts_.volumes.size() + parts_.shafts.size());
    for (const SourceSpec& s : d_.sources) {
      if (s.kind == SourceSpec::Kind::flow) continue;
      auto& names = s.kind == SourceSpec::Kind::speed ? shaft_ : node_;
      names[s.name] = first + static_cast<int>(parts_.fixed.size());
      parts_.fixed.push_back(
          {add_input(s.signal, s.value, s.where), s.kind == SourceSpec::Kind::speed});
      out_.source_names.push_back(s.name);
    }
  }

  void add_flow_sources() {
    const int nv = static_cast<int>(parts_.volumes.size());
    for (const SourceSpec& s : d_.sources) {
      if (s.kind != SourceSpec::Kind::flow) continue;
      const int into = node(s.into, s.where, s.name);
      if (into >= nv)
        problems_.push_back(concat(prefix(s.where), "source \"", s.name,
                                   "\" must feed a volume, \"", s.into, "\" has a fixed pressure"));
      place(s.name, std::make_unique<FlowSource>(), {into},
            {add_input(s.signal, s.value, s.where)});
      parts_.parts.back().supplies = true;
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

  // Puts a part into the circuit; names of its states and edges follow.
  void place(const std::string& name, std::unique_ptr<const Part> part, std::vector<int> nodes,
             std::vector<int> inputs = {}) {
    PlacedPart placed;
    placed.part = std::move(part);
    placed.nodes = std::move(nodes);
    placed.inputs = std::move(inputs);
    parts_.parts.push_back(std::move(placed));
    out_.part_names.push_back(name);
  }
  void name_edge(const std::string& name, int edge = 0) {
    out_.edges.push_back({name, static_cast<int>(parts_.parts.size()) - 1, edge});
  }

  void add_edges() {
    for (const OrificeSpec& o : d_.orifices) {
      const Orifice orifice{o.law.law, size(o, "orifice"), o.law.transition};
      std::vector<int> inputs;
      if (!o.opening.empty()) inputs.push_back(add_input(o.opening, 0.0, o.where));
      place(o.name, std::make_unique<OrificePart>(orifice, !o.opening.empty()),
            {node(o.from, o.where, o.name), node(o.to, o.where, o.name)}, inputs);
      name_edge(o.name);
    }
    const auto leak = [&](const std::string& name, int from, int to, double conductance) {
      place(name, std::make_unique<LaminarPart>(conductance), {from, to});
      name_edge(name);
    };
    for (const LeakageSpec& l : d_.leakages)
      leak(l.name, node(l.from, l.where, l.name), node(l.to, l.where, l.name), l.conductance);
    for (std::size_t k = 0; k < d_.cylinders.size(); ++k)
      if (d_.cylinders[k].leakage > 0.0 && d_.cylinders[k].double_acting())
        leak(d_.cylinders[k].name + ".leakage", parts_.cylinders[k].volume_A,
             parts_.cylinders[k].volume_B, d_.cylinders[k].leakage);
  }

  int port(const std::string& name, const ValveSpec& v) {
    return name.empty() ? -1 : node(name, v.where, v.name);
  }

  void add_valve(const ValveSpec& v) {
    const SizedValve valve = size(v, "valve");
    const Spool& spool = valve.spool;
    out_.tunable_names.push_back(v.name + ".neutral");
    out_.tunable_starts.push_back(valve.neutral);
    const int tunable = static_cast<int>(out_.tunable_names.size()) - 1;
    if (v.neutral_statics) out_.static_tunables.push_back(tunable);
    const int command = add_input(v.signal, 0.0, v.where, tunable);

    ValveLayout layout = make_layout(valve.design);
    add_wear(layout, valve.wear);
    std::vector<int> ports;
    for (const std::string& name : layout.ports) {
      ports.push_back(port(port_of(v, name), v));
      if (ports.back() < 0) out_.open_ports.push_back(v.name + "." + name);
    }
    std::erase_if(layout.edges, [&](const ValveEdge& e) {  // blocked, or without a size
      return ports[e.from] < 0 || ports[e.to] < 0 || e.orifice.coefficient == 0.0;
    });
    const int part = static_cast<int>(parts_.parts.size());
    const bool jams = !v.jam.empty() && spool.states() > 0;
    std::vector<int> inputs{command};
    if (jams) inputs.push_back(add_input(v.jam, 0.0, v.where));
    place(v.name,
          std::make_unique<DirectionalValve>(static_cast<int>(ports.size()), layout.edges, spool,
                                             valve.full, jams),
          ports, inputs);
    out_.valves.push_back({part, spool.states() > 0});
    if (spool.states() > 0)
      out_.states.push_back(
          {v.name + ".U", valve.command_unit, "position of the spool", valve.start});
    if (spool.states() > 1)
      out_.states.push_back(
          {v.name + ".U_rate", valve.command_unit + "/s", "speed of the spool", 0.0});
    for (std::size_t e = 0; e < layout.edges.size(); ++e)
      name_edge(concat(v.name, layout.edges[e].laminar ? ".leakage_" : ".",
                       layout.ports[layout.edges[e].from], layout.ports[layout.edges[e].to]),
                static_cast<int>(e));
  }

  static const std::string& port_of(const ValveSpec& v, const std::string& port) {
    return port == "P"   ? v.P
           : port == "T" ? v.T
           : port == "A" ? v.A
           : port == "B" ? v.B
           : port == "C" ? v.C
                         : v.N;
  }

  // A part of the catalogue, as its PartInfo says.
  void add_component(const ComponentSpec& c) {
    const PartInfo& info = *c.info;
    Fluid fluid;
    if (!d_.fluids.empty()) fluid = fluid_of(c.fluid, c.where, c.name);
    std::vector<int> nodes, inputs;
    for (std::size_t k = 0; k < info.ports.size(); ++k)
      nodes.push_back(c.ports[k].empty() ? -1
                      : info.ports[k].kind == PortInfo::Kind::shaft
                          ? shaft(c.ports[k], c)
                          : node(c.ports[k], c.where, c.name));
    for (std::size_t k = 0; k < info.ports.size(); ++k)
      if (nodes[k] < 0) out_.open_ports.push_back(c.name + "." + info.ports[k].name);
    for (const ComponentSpec::Input& input : c.inputs)
      inputs.push_back(add_input(input.signal, input.value, c.where));
    place(c.name, info.make(c.parameters, fluid), std::move(nodes), std::move(inputs));
    parts_.parts.back().supplies = info.supplies;
    if (info.supplies) out_.source_names.push_back(c.name);
    const int states = parts_.parts.back().part->shape().states;  // a lag of zero has none
    for (int k = 0; k < states; ++k) {
      const StateLimits range = parts_.parts.back().part->start_range(k);
      if (c.starts[k] < range.lower || c.starts[k] > range.upper)
        problems_.push_back(concat(prefix(c.where), "component \"", c.name,
                                   "\": ", info.states[k].name, " starts at ", c.starts[k], " ",
                                   info.states[k].unit, ", but it can only be from ", range.lower,
                                   " to ", range.upper));
    }
    for (int k = 0; k < states; ++k)
      out_.states.push_back({c.name + "." + info.states[k].name, info.states[k].unit,
                             info.states[k].doc, c.starts[k]});
    for (std::size_t k = 0; k < info.ports.size(); ++k)
      if (!c.ports[k].empty())
        out_.port_flows.push_back({c.name + "." + info.ports[k].name,
                                   static_cast<int>(parts_.parts.size()) - 1, static_cast<int>(k),
                                   info.ports[k].kind == PortInfo::Kind::shaft});
  }

  int shaft(const std::string& name, const ComponentSpec& user) {
    const auto found = shaft_.find(name);
    if (found != shaft_.end()) return found->second;
    problems_.push_back(concat(prefix(user.where), "\"", user.name, "\" turns with \"", name,
                               "\", which is no shaft and no source with a speed"));
    return 0;
  }

  const MachineDescription& d_;
  std::vector<std::string>& problems_;
  const Densities densities_;
  std::vector<SizedCylinder> cylinders_;
  std::map<std::string, int> node_, shaft_;
  CircuitParts parts_;
  BuiltCircuit out_;
};

}  // namespace

BuiltCircuit build_circuit(const MachineDescription& d, std::vector<std::string>& problems) {
  return CircuitBuilder(d, problems).build();
}

}  // namespace bramah
