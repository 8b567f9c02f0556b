#include "build/assembly.h"

#include <algorithm>
#include <cmath>

#include "build/formulation.h"
#include "build/guidance.h"
#include "build/levers.h"
#include "build/scene.h"
#include "core/nearest.h"
#include "core/text.h"

namespace bramah {

void Assembly::name_things() {
  Machine& m = *machine_;
  m.name = d_.name;
  m.hash = d_.hash;
  m.warnings = d_.warnings;
  m.plant.solver = d_.solver;
  if (!joint_) m.notes = d_.solver.notes;
  m.plant.solver.guides.clear();  // long recordings
  m.plant.operating_point = d_.linearize;
  m.picture.planar = d_.planar;
  m.plant.gravity = d_.gravity;
  m.picture.joints = mechanism_.joints;
  for (const JointRecord& joint : mechanism_.joints)
    if (joint.chart >= 0) {
      m.plant.spheres.resize(std::max<std::size_t>(m.plant.spheres.size(), joint.chart + 1));
      m.plant.spheres[static_cast<std::size_t>(joint.chart)] = joint.sphere;
    }
  m.plant.names.coordinates = mechanism_.coordinate_names;
  m.plant.pins = mechanism_.pins;
  if (joint_) m.plant.joint = &joint_->plant;
  m.picture.drawing = mechanism_.drawing;
  m.picture.scene = build_scene(d_, m.picture.drawing);
  m.picture.first_frame = static_cast<int>(m.picture.drawing.points.size());
  m.picture.bodies = static_cast<int>(d_.bodies.size());
  m.picture.loops = mechanism_.loops;
  m.plant.names.volumes = circuit_.volume_names;
  m.plant.names.parts = circuit_.part_names;
  m.plant.names.infos = circuit_.infos;
  m.plant.names.places = circuit_.places;
  m.plant.names.sources = circuit_.source_names;
  if (!joint_ && !circuit_.open_ports.empty())
    m.notes.push_back(concat("ports connected to nothing: ", join(circuit_.open_ports)));
  m.plant.names.tunables = circuit_.tunable_names;
  m.rest.tunables = circuit_.static_tunables;
  m.plant.names.inputs = signals_.input_names;
  m.levers.defaults = signals_.input_defaults;
  for (const BlockSpec& block : d_.blocks) m.plant.names.blocks.push_back(block.name);
  for (const CylinderSpec& c : d_.cylinders) {
    m.plant.names.cylinders.push_back(c.name);
    m.plant.reaches.push_back({c.closed, c.stroke});
  }
  for (const ComponentSpec& c : d_.components)
    if (c.info->drives != Drives::nothing) m.plant.names.gears.push_back(c.name);
  for (std::size_t k = 0; k < circuit_.starts.size(); ++k)
    if (circuit_.starts[k].statics) m.rest.states.push_back(static_cast<int>(k));
  for (std::size_t k = 0; k < circuit_.states.size() && d_.initial_static; ++k)
    if (circuit_.states[k].rests)
      m.rest.part_states.push_back(static_cast<int>(circuit_.starts.size() + k));
  for (std::size_t i = 0; i < mechanism_.coordinates.size(); ++i) {
    const CoordinateSpec& c = *mechanism_.coordinates[i];
    if (c.start_kind == CoordinateSpec::Start::statics && !full_)
      m.rest.coordinates.push_back(static_cast<int>(i));
    using Start = CoordinateSpec::Start;
    if ((c.start_kind == Start::guess || c.start_kind == Start::free) && !full_)
      m.rest.closing.push_back(static_cast<int>(i));
    if (!c.driver.empty()) m.rest.driven.push_back(static_cast<int>(i));
  }
  name_levers();
  name_unknowns();
}

// Levers and faults that are inputs here.
void Assembly::name_levers() {
  Machine& m = *machine_;
  const auto input_of = [&](const std::string& name) {
    const auto found = std::ranges::find(m.plant.names.inputs, name);
    return found == m.plant.names.inputs.end()
               ? -1
               : static_cast<int>(found - m.plant.names.inputs.begin());
  };
  for (const ControlSpec& c : d_.controls) {
    const int input = input_of(c.name);
    const auto signal = std::ranges::find(d_.signals, c.name, &SignalSpec::name);
    if (input < 0 || signal == d_.signals.end()) continue;
    m.levers.controls.push_back({input, c.name, c.label, c.positive, c.negative, c.stick, c.keys,
                                 c.range > 0.0 ? c.range : 1.0, signal->unit, c.returns});
  }
  static constexpr const char* kKinds[] = {"leak", "stuck", "air", "wear"};
  for (const FaultSpec& f : d_.faults)
    if (const int input = input_of(fault_input(f.name)); input >= 0)
      m.levers.faults.push_back(
          {input, f.name, kKinds[static_cast<int>(f.kind)], f.target, fault_text(f)});
}

void Assembly::name_unknowns() {
  Machine& m = *machine_;
  if (joint_) {
    m.plant.names.unknowns = natural_.coordinate_names;
  } else {
    for (const auto& name : m.plant.names.coordinates)
      m.plant.names.unknowns.push_back("joint " + name);
    for (const JointRecord& joint : m.picture.joints)
      for (int k = 0; k < joint.closures; ++k)
        m.plant.names.constraints.push_back(concat(
            joint.name, ": ", joint.type, " joint closes a loop, ", k + 1, " of ", joint.closures));
    for (const int i : m.rest.driven)
      m.plant.names.constraints.push_back(concat(m.plant.names.coordinates[i], ": driver"));
  }
  if (full_)
    for (const std::string& name : rigid_cylinders())
      m.plant.names.constraints.push_back(concat(name, d_.surrogate ? ": surrogate" : ": guide"));
  for (std::size_t k = 0; k < m.plant.names.volumes.size(); ++k)
    m.plant.names.unknowns.push_back(concat("the pressure of volume ", m.plant.names.volumes[k]));
  for (const auto& state : circuit_.states)
    m.plant.names.unknowns.push_back("the state " + state.name);
  for (const auto& name : signals_.state_names)
    m.plant.names.unknowns.push_back("a state of signal " + name);
  m.plant.names.signals = signals_.names;
  for (const auto& name : m.plant.names.volumes) m.plant.names.states.push_back(name + ".p");
  for (const auto& state : circuit_.states) m.plant.names.states.push_back(state.name);
  const std::size_t first = m.plant.names.states.size();
  m.plant.names.states.resize(first + static_cast<std::size_t>(signals_.graph->states()));
  for (int i = 0; i < signals_.graph->size(); ++i) {
    const SignalNode& node = signals_.graph->node(i);
    if (node.state < 0) continue;
    const bool pid = node.kind == SignalKind::pid;
    const std::size_t at = first + static_cast<std::size_t>(node.state);
    m.plant.names.states[at] = signals_.names[i] + (pid ? ".integral" : ".state");
    if (pid) m.plant.names.states[at + 1] = signals_.names[i] + ".filtered";
  }
  for (const ElementSpec& element : d_.elements)
    for (std::size_t k = 0; k < element.info->states.size(); ++k) {
      if (d_.initial_static && !element.starts[k])
        m.rest.force_states.push_back(static_cast<int>(m.plant.names.states.size()));
      m.plant.names.states.push_back(element.name + "." + element.info->states[k].name);
      m.plant.names.unknowns.push_back("the state " + m.plant.names.states.back());
    }
}

// Controller states are as large as what they read.
std::vector<double> Assembly::controller_scales() const {
  std::vector<double> scales(signals_.graph->states(), 1.0);
  for (int i = 0; i < signals_.graph->size(); ++i) {
    const SignalNode& node = signals_.graph->node(i);
    double size = 1.0;
    for (const SignalTerm& term : node.terms) {
      if (!term.sensor) continue;
      const Sensor& sensor = signals_.sensors[term.index];
      const double nominal = sensor.kind == Sensor::Kind::pressure ? Circuit::kPressureScale
                             : sensor.kind == Sensor::Kind::force  ? 1e4
                                                                   : 1.0;
      size = std::max(size, std::abs(term.weight) * nominal);
    }
    const int states = node.kind == SignalKind::pid ? 2 : 1;
    for (int k = 0; node.state >= 0 && k < states; ++k) scales[node.state + k] = size;
  }
  return scales;
}

}  // namespace bramah
