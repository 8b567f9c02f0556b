#include <algorithm>
#include <map>
#include <set>

#include "build/part_plans.h"
#include "build/scene.h"

namespace bramah {

namespace {

class SchemeBuilder {
 public:
  SchemeBuilder(const MachineDescription& d, const std::vector<Channel>& channels) : d_(d) {
    for (const Channel& channel : channels) shown_.insert(channel.name);
  }

  Scheme build() {
    add_nodes();
    for (const OrificeSpec& o : d_.orifices)
      add_edge(o.name, "orifice", o.from, o.to, {{"coefficient", sized(o, d_), "m3/s/Pa^0.5", {}}});
    for (const LeakageSpec& l : d_.leakages)
      add_edge(l.name, "leakage", l.from, l.to, {{"conductance", l.conductance, "m3/s/Pa", {}}});
    for (const SourceSpec& s : d_.sources)
      if (s.kind == SourceSpec::Kind::flow)
        add({s.name, "flow_source", {port("P", s.into, {})}, {}, {{"flow", s.value, "m3/s", {}}}});
    for (const ValveSpec& v : d_.valves) add_valve(v);
    for (const ComponentSpec& c : d_.components) add_component(c);
    for (const CylinderSpec& c : d_.cylinders) add_cylinder(c);
    for (const BlockSpec& b : d_.blocks) add_block(b);
    return std::move(out_);
  }

 private:
  using Flow = std::vector<std::pair<std::string, double>>;

  void add_node(const std::string& name, Scheme::Node::Kind kind, const std::string& channel,
                double value = 0.0) {
    index_[name] = static_cast<int>(out_.nodes.size());
    out_.nodes.push_back({name, kind, shown_.contains(channel) ? channel : "", value});
  }

  void add_nodes() {
    using Kind = Scheme::Node::Kind;
    for (const VolumeSpec& v : d_.volumes) add_node(v.name, Kind::volume, v.name + ".p");
    for (const CylinderSpec& c : d_.cylinders) {
      for (const char* room : {".A", ".B"})
        if (c.double_acting() || room[1] == 'A')
          add_node(c.name + room, Kind::chamber, c.name + room + ".p");
      if (c.cushion_A) add_node(c.name + ".A_port", Kind::volume, c.name + ".A_port.p");
      if (c.cushion_B) add_node(c.name + ".B_port", Kind::volume, c.name + ".B_port.p");
    }
    for (const SourceSpec& s : d_.sources)
      if (s.kind != SourceSpec::Kind::flow)
        add_node(s.name, s.kind == SourceSpec::Kind::speed ? Kind::shaft : Kind::source, s.signal,
                 s.value);
    for (const ShaftSpec& s : d_.shafts) add_node(s.name, Kind::shaft, s.name + ".speed");
  }

  Scheme::Port port(const std::string& name, const std::string& node, Flow flow) const {
    const auto found = index_.find(node);
    std::erase_if(flow, [&](const auto& term) { return !shown_.contains(term.first); });
    return {name, found == index_.end() ? -1 : found->second, std::move(flow)};
  }

  void add(Scheme::Part part) {
    std::erase_if(part.channels, [&](const std::string& c) { return !shown_.contains(c); });
    out_.parts.push_back(std::move(part));
  }

  void add_edge(const std::string& name, const char* type, const std::string& from,
                const std::string& to, std::vector<Scheme::Parameter> parameters) {
    const std::string flow = name + ".flow";
    add({name,
         type,
         {port("A", from, {{flow, 1.0}}), port("B", to, {{flow, -1.0}})},
         {flow},
         std::move(parameters)});
  }

  void add_valve(const ValveSpec& v) {
    const SizedValve size = sized(v, d_);
    const ValveLayout layout = make_layout(size.design);
    Scheme::Part part{v.name, info_of(v.type).type, {}, {v.name + ".U"}, {}};
    for (std::size_t k = 0; k < layout.ports.size(); ++k) {
      Flow flow;
      for (const ValveEdge& edge : layout.edges) {
        const std::string channel =
            v.name + "." + layout.ports[edge.from] + layout.ports[edge.to] + ".flow";
        if (edge.from == static_cast<int>(k)) flow.push_back({channel, 1.0});
        if (edge.to == static_cast<int>(k)) flow.push_back({channel, -1.0});
      }
      part.ports.push_back(port(layout.ports[k], end_of(v, layout.ports[k]), flow));
    }
    const Spool& spool = size.spool;
    if (size.has_full()) part.parameters.push_back({"full", size.full, size.command_unit, {}});
    if (spool.tau > 0.0) part.parameters.push_back({"time_constant", spool.tau, "s", {}});
    if (spool.omega > 0.0) part.parameters.push_back({"frequency", spool.omega, "rad/s", {}});
    part.parameters.push_back({"signal", 0.0, "", v.signal});
    add(std::move(part));
  }

  void add_component(const ComponentSpec& c) {
    Scheme::Part part{c.name, c.info->type, {}, {c.name + ".flow"}, {}};
    for (std::size_t k = 0; k < c.info->ports.size(); ++k)
      part.ports.push_back(port(c.info->ports[k].name, c.ports[k],
                                {{c.name + "." + c.info->ports[k].name + ".flow", 1.0}}));
    for (const StateInfo& state : c.info->states)
      part.channels.push_back(c.name + "." + state.name);
    for (std::size_t k = 0; k < c.info->parameters.size(); ++k) {
      const ParameterInfo& info = c.info->parameters[k];
      const double value = c.parameters[k];  // of a choice: its place in the list
      const bool chosen = value >= 0.0 && value < static_cast<double>(info.choices.size());
      part.parameters.push_back(
          {info.name, value, info.unit,
           chosen ? info.choices[static_cast<std::size_t>(value)] : std::string()});
    }
    add(std::move(part));
  }

  void add_cylinder(const CylinderSpec& c) {
    Scheme::Part part{c.name, c.double_acting() ? "cylinder" : "cylinder_single", {}, {}, {}};
    part.ports.push_back(port("A", c.name + ".A", {}));
    if (c.double_acting()) part.ports.push_back(port("B", c.name + ".B", {}));
    for (const char* channel : {".length", ".rate", ".force", ".A.p", ".B.p"})
      part.channels.push_back(c.name + channel);
    const Cylinder size = sized(c, d_).cylinder;
    part.parameters = {{"area_A", size.area_A, "m2", {}},
                       {"area_B", size.area_B, "m2", {}},
                       {"closed", c.closed, "m", {}},
                       {"stroke", c.stroke, "m", {}}};
    add(std::move(part));
  }

  // No oil goes through it: what it gets, and what it holds.
  void add_block(const BlockSpec& b) {
    Scheme::Part part{b.name, "fmu", {}, {}, {{"model", 0.0, "", b.kind}}};
    for (const BlockSpec::Output& output : b.outputs) part.channels.push_back(output.signal);
    for (const BlockSpec::Input& input : b.inputs)
      for (const SignalSpec::Term& term : input.terms) {
        part.channels.push_back(term.of);
        part.parameters.push_back({input.name, 0.0, "", term.of});
      }
    add(std::move(part));
  }

  const MachineDescription& d_;
  std::set<std::string> shown_;
  std::map<std::string, int> index_;
  Scheme out_;
};

}  // namespace

Scheme build_scheme(const MachineDescription& d, const std::vector<Channel>& channels) {
  return SchemeBuilder(d, channels).build();
}

}  // namespace bramah
