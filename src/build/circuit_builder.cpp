#include "build/circuit_builder.h"

#include <algorithm>
#include <map>

#include "build/sizes.h"
#include "core/text.h"
#include "core/where.h"

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
    place_parts();
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
    fluid.tension = fluid.tension && !d_.solver.amounts;  // an amount knows the vapour
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
    if (d_.solver.oil == OilModel::dynamic) return;
    for (const std::string& name : d_.solver.small_volumes) {
      const auto found = std::find(out_.volume_names.begin(), out_.volume_names.end(), name);
      if (found == out_.volume_names.end())
        problems_.push_back(
            concat(prefix(d_.solver_where), "small_volumes: there is no volume \"", name, "\""));
      else
        parts_.kinds[found - out_.volume_names.begin()] =
            d_.solver.oil == OilModel::quasi_steady ? VolumeKind::algebraic : VolumeKind::held;
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

  int node(const std::string& name, const Where& where, const std::string& user) {
    const auto found = node_.find(name);
    if (found != node_.end()) return found->second;
    problems_.push_back(concat(prefix(where), "\"", user, "\" connects to \"", name,
                               "\", which is no volume, chamber or source"));
    return 0;
  }

  // All parts but the cylinders; flows are audited and listed in this order.
  void place_parts() {
    for (const OrificeSpec& o : d_.orifices) place(plan(o, size(o, "orifice")));
    for (const LeakageSpec& l : d_.leakages) place(plan(l));
    for (const CylinderSpec& c : d_.cylinders)
      for (PartPlan& leak : plan_leakage(c)) place(std::move(leak));
    for (const SourceSpec& s : d_.sources)
      if (s.kind == SourceSpec::Kind::flow) place_flow_source(s);
    for (const ValveSpec& v : d_.valves) place_valve(v);
    int stroke = static_cast<int>(d_.cylinders.size());  // of joints that gears drive
    for (const ComponentSpec& c : d_.components) {
      PartPlan planned = plan(c, d_.fluids.empty() ? Fluid{} : fluid_of(c.fluid, c.where, c.name));
      if (c.info->drives != Drives::nothing) planned.cylinder = stroke++;
      place(std::move(planned));
    }
    for (std::size_t k = 0; k < d_.cylinders.size(); ++k)
      for (PartPlan& cushion : plan_cushions(d_.cylinders[k], cylinders_[k], static_cast<int>(k)))
        place(std::move(cushion));
  }

  void place_flow_source(const SourceSpec& s) {
    const auto into = node_.find(s.into);
    if (into != node_.end() && into->second >= static_cast<int>(parts_.volumes.size()))
      problems_.push_back(concat(prefix(s.where), "source \"", s.name, "\" must feed a volume, \"",
                                 s.into, "\" has a fixed pressure"));
    place(plan_flow(s));
  }

  // The neutral position is added to the command and can be tuned.
  void place_valve(const ValveSpec& v) {
    const SizedValve valve = size(v, "valve");
    const int tunable = static_cast<int>(out_.tunable_names.size());
    out_.tunable_names.push_back(v.name + ".neutral");
    out_.tunable_starts.push_back(v.neutral_statics && !v.neutral ? 0.5 : valve.neutral);
    if (v.neutral_statics) out_.static_tunables.push_back(tunable);
    out_.valves.push_back({static_cast<int>(parts_.parts.size()), valve.spool.states() > 0});
    PartPlan planned = plan(v, valve);
    planned.inputs[0].tunable = tunable;
    place(std::move(planned));
  }

  // Puts a part into the circuit; names of its inputs, states and flows follow.
  void place(PartPlan plan) {
    const PartInfo& info = *plan.info;
    const int part = static_cast<int>(parts_.parts.size());
    PlacedPart placed;
    for (std::size_t k = 0; k < plan.ports.size(); ++k) placed.nodes.push_back(port(plan, k));
    for (const NamedInput& input : plan.inputs)
      placed.inputs.push_back(add_input(input.signal, input.constant, input.where, input.tunable));
    check_shape(plan);
    check_starts(plan);
    placed.part = std::move(plan.part);
    placed.cylinder = plan.cylinder;
    placed.supplies = info.supplies;
    parts_.parts.push_back(std::move(placed));
    out_.part_names.push_back(plan.name);
    out_.infos.push_back(&info);
    out_.places.push_back(plan.where);
    if (info.supplies) out_.source_names.push_back(plan.name);
    out_.states.insert(out_.states.end(), plan.states.begin(), plan.states.end());
    for (std::size_t e = 0; e < plan.edges.size(); ++e)
      out_.edges.push_back({plan.edges[e], part, static_cast<int>(e)});
    if (!info.table.empty()) return;  // its flows are told by section, not by port
    for (std::size_t k = 0; k < info.ports.size(); ++k)
      if (!plan.ports[k].empty())
        out_.port_flows.push_back({plan.name + "." + info.ports[k].name, part, static_cast<int>(k),
                                   info.ports[k].kind == PortInfo::Kind::shaft});
  }

  int port(const PartPlan& plan, std::size_t k) {
    const PortInfo& port = plan.info->ports[k];
    const std::string& end = plan.ports[k];
    if (end.empty()) {
      out_.open_ports.push_back(plan.name + "." + port.name);
      return -1;
    }
    return port.kind == PortInfo::Kind::shaft ? shaft(end, plan) : node(end, plan.where, plan.name);
  }

  // A part from outside the library may say one thing and be another.
  void check_shape(const PartPlan& plan) {
    const PartShape& shape = plan.part->shape();
    const auto check = [&](int is, std::size_t said, const char* what) {
      if (is != static_cast<int>(said))
        problems_.push_back(concat(prefix(plan.where), "component \"", plan.name,
                                   "\": its part has ", is, " ", what, ", its PartInfo lists ",
                                   said));
    };
    check(shape.ports, plan.ports.size(), "ports");
    check(shape.inputs, plan.inputs.size(), "inputs");
    check(shape.states, plan.states.size(), "states");
    const bool drives = plan.info->drives != Drives::nothing;
    if (plan.info->table.empty() && (shape.stroke != drives || shape.force != drives))
      problems_.push_back(concat(prefix(plan.where), "component \"", plan.name, "\": its part ",
                                 drives ? "reads and pushes no joint, which its PartInfo drives"
                                        : "reads or pushes a joint, which its PartInfo does not "
                                          "drive"));
  }

  void check_starts(const PartPlan& plan) {
    for (std::size_t k = 0; k < plan.states.size(); ++k) {
      const StateLimits range = plan.part->start_range(static_cast<int>(k));
      const double start = plan.states[k].start;
      if (start < range.lower || start > range.upper)
        problems_.push_back(concat(prefix(plan.where), "component \"", plan.name,
                                   "\": ", plan.info->states[k].name, " starts at ", start, " ",
                                   plan.states[k].unit, ", but it can only be from ", range.lower,
                                   " to ", range.upper));
    }
  }

  int shaft(const std::string& name, const PartPlan& user) {
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
