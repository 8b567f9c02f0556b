#include "build/part_plans.h"

#include "core/text.h"
#include "hydraulics/parts/cushion.h"
#include "hydraulics/parts/orifice_part.h"
#include "hydraulics/parts/source.h"

namespace bramah {

PartPlan plan(const OrificeSpec& o, double coefficient) {
  const Orifice orifice{o.law.law, coefficient, o.law.transition};
  PartPlan plan{.info = find_part("orifice"),
                .name = o.name,
                .where = o.where,
                .part = std::make_unique<OrificePart>(orifice, !o.opening.empty()),
                .ports = {o.from, o.to},
                .edges = {o.name}};
  if (!o.opening.empty()) plan.inputs.push_back({o.opening, 0.0, -1, o.where});
  return plan;
}

PartPlan plan(const LeakageSpec& l) {
  return {.info = find_part("leakage"),
          .name = l.name,
          .where = l.where,
          .part = std::make_unique<LaminarPart>(l.conductance),
          .ports = {l.from, l.to},
          .edges = {l.name}};
}

PartPlan plan_flow(const SourceSpec& s) {
  return {.info = find_part("flow_source"),
          .name = s.name,
          .where = s.where,
          .part = std::make_unique<FlowSource>(),
          .ports = {s.into},
          .inputs = {{s.signal, s.value, -1, s.where}}};
}

const PartInfo& info_of(ValveType type) {
  static constexpr const char* kTypes[] = {"valve_2_2", "valve_3_2", "valve_4_3", "valve_6_3",
                                           "valve_complementary"};
  return *find_part(kTypes[static_cast<int>(type)]);
}

const std::string& end_of(const ValveSpec& v, const std::string& port) {
  return port == "P"   ? v.P
         : port == "T" ? v.T
         : port == "A" ? v.A
         : port == "B" ? v.B
         : port == "C" ? v.C
                       : v.N;
}

PartPlan plan(const ValveSpec& v, const SizedValve& size) {
  ValveLayout layout = make_layout(size.design);
  add_wear(layout, size.wear);
  PartPlan plan{
      .info = &info_of(v.type), .name = v.name, .where = v.where, .part = {}, .ports = {}};
  for (const std::string& port : layout.ports) plan.ports.push_back(end_of(v, port));
  std::erase_if(layout.edges, [&](const ValveEdge& e) {  // blocked, or without a size
    return plan.ports[e.from].empty() || plan.ports[e.to].empty() || e.orifice.coefficient == 0.0;
  });
  const int states = size.spool.states();
  const bool jams = !v.jam.empty() && states > 0;
  plan.inputs.push_back({v.signal, 0.0, -1, v.where});
  if (jams) plan.inputs.push_back({v.jam, 0.0, -1, v.where});
  plan.part = std::make_unique<DirectionalValve>(static_cast<int>(plan.ports.size()), layout.edges,
                                                 size.spool, size.full, jams);
  const std::vector<StateInfo>& infos = plan.info->states;
  if (states > 0)
    plan.states.push_back(
        {v.name + "." + infos[0].name, size.command_unit, infos[0].doc, size.start});
  if (states > 1)
    plan.states.push_back(
        {v.name + "." + infos[1].name, size.command_unit + "/s", infos[1].doc, 0.0});
  for (const ValveEdge& e : layout.edges)
    plan.edges.push_back(
        concat(v.name, e.laminar ? ".leakage_" : ".", layout.ports[e.from], layout.ports[e.to]));
  return plan;
}

PartPlan plan(const ComponentSpec& c, const Fluid& oil) {
  PartPlan plan{.info = c.info,
                .name = c.name,
                .where = c.where,
                .part = c.info->make(c.parameters, oil),
                .ports = c.ports};
  for (const ComponentSpec::Input& input : c.inputs)
    plan.inputs.push_back({input.signal, input.value, -1, c.where});
  const std::size_t states = static_cast<std::size_t>(plan.part->shape().states);
  for (std::size_t k = 0; k < states && k < c.info->states.size(); ++k) {  // a lag of zero has none
    const StateInfo& state = c.info->states[k];
    plan.states.push_back({c.name + "." + state.name, state.unit, state.doc,
                           c.starts[k].value_or(state.start), !c.starts[k]});
  }
  return plan;
}

std::vector<PartPlan> plan_leakage(const CylinderSpec& c) {
  std::vector<PartPlan> plans;
  if (c.leakage > 0.0 && c.double_acting())
    plans.push_back(plan({.name = c.name + ".leakage",
                          .from = c.name + ".A",
                          .to = c.name + ".B",
                          .conductance = c.leakage,
                          .where = c.where}));
  return plans;
}

std::vector<PartPlan> plan_cushions(const CylinderSpec& c, const SizedCylinder& size, int k) {
  std::vector<PartPlan> plans;
  const auto add = [&](const std::string& chamber, const std::optional<CushionSpec>& spec,
                       double coefficient, double end, double direction) {
    if (!spec) return;
    Cushion cushion;
    cushion.coefficient = coefficient, cushion.length = spec->length;
    cushion.least = spec->least, cushion.end = end, cushion.direction = direction;
    plans.push_back({.info = find_part("cylinder_cushion"),
                     .name = chamber + "_port",
                     .where = c.where,
                     .part = part_of(cushion),
                     .ports = {chamber, chamber + "_port"},
                     .cylinder = k});
  };
  add(c.name + ".A", c.cushion_A, size.cushion_A, c.closed, 1.0);
  if (c.double_acting()) add(c.name + ".B", c.cushion_B, size.cushion_B, c.closed + c.stroke, -1.0);
  return plans;
}

}  // namespace bramah
