#include "build/assembly.h"

#include <algorithm>
#include <cmath>

#include "core/nearest.h"
#include "core/text.h"
#include "build/formulation.h"
#include "build/guidance.h"
#include "build/levers.h"
#include "build/scene.h"

namespace bramah {

void Assembly::name_things() {
  Machine& m = *machine_;
  m.name = d_.name;
  m.hash = d_.hash;
  m.solver = d_.solver;
  if (!joint_) m.notes = d_.solver.notes;
  m.solver.guides.clear();  // long recordings
  if (d_.surrogate) m.surrogate_file = d_.surrogate->file, m.outside = d_.surrogate->outside;
  m.operating_point = d_.linearize;
  m.method = method_name(d_.solver);
  m.planar = d_.planar;
  m.joints = mechanism_.joints;
  m.coordinate_names = mechanism_.coordinate_names;
  m.drawing = mechanism_.drawing;
  m.scene = build_scene(d_, m.drawing);
  m.first_frame = static_cast<int>(m.drawing.points.size());
  m.bodies = static_cast<int>(d_.bodies.size());
  m.loops = mechanism_.loops;
  m.volumes = circuit_.volume_names;
  m.part_names = circuit_.part_names;
  m.source_names = circuit_.source_names;
  if (!joint_ && !circuit_.open_ports.empty())
    m.notes.push_back(concat("ports connected to nothing: ", join(circuit_.open_ports)));
  m.tunable_names = circuit_.tunable_names;
  m.static_tunables = circuit_.static_tunables;
  m.input_names = signals_.input_names;
  m.input_defaults = signals_.input_defaults;
  for (const CylinderSpec& c : d_.cylinders) {
    m.cylinders.push_back(c.name);
    m.reaches.push_back({c.closed, c.stroke});
  }
  for (std::size_t k = 0; k < circuit_.starts.size(); ++k)
    if (circuit_.starts[k].statics) m.static_states.push_back(static_cast<int>(k));
  for (std::size_t i = 0; i < mechanism_.coordinates.size(); ++i) {
    const CoordinateSpec& c = *mechanism_.coordinates[i];
    if (c.start_kind == CoordinateSpec::Start::statics && !full_)
      m.static_coordinates.push_back(static_cast<int>(i));
    if (!c.driver.empty()) m.driven_coordinates.push_back(static_cast<int>(i));
  }
  name_levers();
  name_unknowns();
}

// Levers and faults that are inputs here.
void Assembly::name_levers() {
  Machine& m = *machine_;
  const auto input_of = [&](const std::string& name) {
    const auto found = std::ranges::find(m.input_names, name);
    return found == m.input_names.end() ? -1 : static_cast<int>(found - m.input_names.begin());
  };
  for (const ControlSpec& c : d_.controls) {
    const int input = input_of(c.name);
    const auto signal = std::ranges::find(d_.signals, c.name, &SignalSpec::name);
    if (input < 0 || signal == d_.signals.end()) continue;
    m.controls.push_back({input, c.name, c.label, c.positive, c.negative, c.stick, c.keys,
                          c.range > 0.0 ? c.range : 1.0, signal->unit, c.returns});
  }
  static constexpr const char* kKinds[] = {"leak", "stuck", "air", "wear"};
  for (const FaultSpec& f : d_.faults)
    if (const int input = input_of(fault_input(f.name)); input >= 0)
      m.faults.push_back(
          {input, f.name, kKinds[static_cast<int>(f.kind)], f.target, fault_text(f)});
}

void Assembly::name_unknowns() {
  Machine& m = *machine_;
  if (joint_) {
    m.unknowns = natural_.coordinate_names;
  } else {
    for (const auto& name : m.coordinate_names) m.unknowns.push_back("joint " + name);
    for (const JointRecord& joint : m.joints)
      for (int k = 0; k < joint.closures; ++k)
        m.constraint_texts.push_back(concat(joint.name, ": ", joint.type, " joint closes a loop, ",
                                            k + 1, " of ", joint.closures));
    for (const int i : m.driven_coordinates)
      m.constraint_texts.push_back(concat(m.coordinate_names[i], ": driver"));
  }
  if (full_)
    for (const std::string& name : rigid_cylinders())
      m.constraint_texts.push_back(concat(name, d_.surrogate ? ": surrogate" : ": guide"));
  for (std::size_t k = 0; k < m.volumes.size(); ++k)
    m.unknowns.push_back(concat("the pressure of volume ", m.volumes[k]));
  for (const auto& state : circuit_.states) m.unknowns.push_back("the state " + state.name);
  for (const auto& name : signals_.state_names) m.unknowns.push_back("a state of signal " + name);
  m.signal_names = signals_.names;
  for (const auto& name : m.volumes) m.state_names.push_back(name + ".p");
  for (const auto& state : circuit_.states) m.state_names.push_back(state.name);
  const std::size_t first = m.state_names.size();
  m.state_names.resize(first + static_cast<std::size_t>(signals_.graph->states()));
  for (int i = 0; i < signals_.graph->size(); ++i) {
    const SignalNode& node = signals_.graph->node(i);
    if (node.state < 0) continue;
    const bool pid = node.kind == SignalKind::pid;
    const std::size_t at = first + static_cast<std::size_t>(node.state);
    m.state_names[at] = signals_.names[i] + (pid ? ".integral" : ".state");
    if (pid) m.state_names[at + 1] = signals_.names[i] + ".filtered";
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
