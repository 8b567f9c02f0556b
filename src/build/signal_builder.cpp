#include "build/signal_builder.h"

#include <algorithm>
#include <map>
#include <numbers>

#include "bramah/basics.h"
#include "core/text.h"
#include "core/where.h"

namespace bramah {

namespace {

using Kind = SignalSpec::Kind;

SignalKind to_kind(Kind kind) {
  switch (kind) {
    case Kind::constant:
      return SignalKind::constant;
    case Kind::steps:
      return SignalKind::steps;
    case Kind::ramps:
      return SignalKind::ramps;
    case Kind::sine:
      return SignalKind::sine;
    case Kind::csv:
      return SignalKind::samples;
    case Kind::random:
      return SignalKind::random;
    case Kind::input:
    case Kind::block:
      return SignalKind::input;
    case Kind::gain:
    case Kind::sum:
      return SignalKind::sum;
    case Kind::limit:
      return SignalKind::limit;
    case Kind::filter:
      return SignalKind::filter;
    case Kind::pid:
      return SignalKind::pid;
    case Kind::table:
      return SignalKind::table;
  }
  return SignalKind::constant;
}

SignalNode to_node(const SignalSpec& s) {
  SignalNode n;
  n.kind = to_kind(s.kind);
  n.value = s.kind == Kind::sine ? s.mean : s.value;
  n.x = s.x, n.y = s.y;
  n.period = s.period;
  n.hold = s.hold;
  n.amplitude = s.amplitude;
  n.omega = 2.0 * std::numbers::pi * s.frequency;
  n.phase = s.phase;
  n.random = s.random;
  n.offset = s.offset;
  n.lower = s.lower, n.upper = s.upper;
  n.time_constant = s.kind == Kind::pid ? s.derivative_time_constant : s.time_constant;
  n.kp = s.kp, n.ki = s.ki, n.kd = s.kd;
  n.sample_time = s.sample_time;
  return n;
}

// The angles of a spherical joint restart from zero after each step: nothing to read, and within a
// step their rates are not quite the angular velocity.
bool in_chart(const BuiltMechanism& m, int coordinate) {
  for (const JointRecord& joint : m.joints)
    if (joint.sphere >= 0 && coordinate >= joint.sphere && coordinate < joint.sphere + 3)
      return true;
  return false;
}

// Every channel that feedback can read, by name.
std::map<std::string, Sensor> sensors_by_name(const MachineDescription& d, const BuiltMechanism& m,
                                              const BuiltCircuit& c) {
  std::map<std::string, Sensor> found;
  for (std::size_t k = 0; k < d.cylinders.size(); ++k) {
    const int i = static_cast<int>(k);
    found[d.cylinders[k].name + ".length"] = {Sensor::Kind::length, i};
    found[d.cylinders[k].name + ".rate"] = {Sensor::Kind::rate, i};
    found[d.cylinders[k].name + ".force"] = {Sensor::Kind::force, i};
  }
  int gear = static_cast<int>(d.cylinders.size());
  for (const ComponentSpec& part : d.components)
    if (part.info->drives != Drives::nothing)
      found[part.name + (part.info->drives == Drives::turn ? ".torque" : ".force")] = {
          Sensor::Kind::force, gear++};
  for (std::size_t k = 0; k < m.coordinate_names.size(); ++k) {
    const int i = static_cast<int>(k);
    const char* position = m.mechanism->angular(i) ? ".angle" : ".position";
    if (in_chart(m, i)) continue;
    found[m.coordinate_names[k] + position] = {Sensor::Kind::position, i};
    found[m.coordinate_names[k] + ".rate"] = {Sensor::Kind::velocity, i};
  }
  for (std::size_t k = 0; k < c.volume_names.size(); ++k)
    found[c.volume_names[k] + ".p"] = {Sensor::Kind::pressure, static_cast<int>(k)};
  for (std::size_t k = 0; k < c.states.size(); ++k)
    found[c.states[k].name] = {Sensor::Kind::state, static_cast<int>(c.volume_names.size() + k)};
  return found;
}

bool guides_cylinder(const MachineDescription& d, const std::string& signal) {
  return d.solver.coupling == CouplingKind::guidance &&
         std::ranges::any_of(d.solver.guides,
                             [&](const GuideSpec& guide) { return guide.signal == signal; });
}

}  // namespace

int BuiltSignals::find(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

namespace {

// What blocks hold lies behind the external inputs, in the order of the blocks.
void place_held(const MachineDescription& d, const BuiltSignals& out,
                std::vector<SignalNode>& nodes) {
  int next = static_cast<int>(out.input_names.size());
  for (const BlockSpec& block : d.blocks)
    for (const BlockSpec::Output& output : block.outputs) {
      const int signal = out.find(output.signal);
      nodes[static_cast<std::size_t>(signal)].input = next++;  // it exists: check_blocks()
    }
}

}  // namespace

BuiltSignals build_signals(const MachineDescription& d, const BuiltMechanism& mechanism,
                           const BuiltCircuit& circuit, std::vector<std::string>& problems) {
  BuiltSignals out;
  for (const SignalSpec& s : d.signals) out.names.push_back(s.name);
  const auto readable = sensors_by_name(d, mechanism, circuit);
  std::map<std::string, int> used;
  std::vector<SignalNode> nodes;
  for (const SignalSpec& s : d.signals) {
    SignalNode node = to_node(s);
    const auto& drivers = mechanism.driver_signals;
    node.smooth = std::find(drivers.begin(), drivers.end(), s.name) != drivers.end() ||
                  guides_cylinder(d, s.name);
    if (s.kind == Kind::input) {
      node.input = static_cast<int>(out.input_names.size());
      out.input_names.push_back(s.name);
      out.input_defaults.push_back(s.value);
    }
    if (s.kind == Kind::pid && s.kd != 0.0 && !(s.derivative_time_constant > 0.0))
      problems.push_back(concat(prefix(s.where), "signal \"", s.name,
                                "\": a derivative gain needs a filter: give derivative_filter"));
    for (const SignalSpec::Term& term : s.terms) {
      if (const int signal = out.find(term.of); signal >= 0) {
        node.terms.push_back({false, signal, term.weight});
        continue;
      }
      const auto sensor = readable.find(term.of);
      if (sensor == readable.end()) {
        problems.push_back(concat(
            prefix(term.where), "signal \"", s.name, "\" reads \"", term.of,
            "\", which is neither a signal nor a length, rate, force, pressure, spool position or "
            "joint coordinate"));
        continue;
      }
      const auto [at, fresh] = used.emplace(term.of, static_cast<int>(out.sensors.size()));
      if (fresh) out.sensors.push_back(sensor->second);
      node.terms.push_back({true, at->second, term.weight});
    }
    nodes.push_back(std::move(node));
  }
  if (!problems.empty()) return out;
  place_held(d, out, nodes);
  try {
    out.graph = std::make_unique<SignalGraph>(
        std::move(nodes), static_cast<int>(out.sensors.size()), out.names, d.clocks);
  } catch (const SignalCircle& circle) {
    problems.push_back(prefix(d.signals[circle.signal].where) + circle.what());
    return out;
  }
  out.state_names.resize(out.graph->states());
  for (int i = 0; i < out.graph->size(); ++i)
    if (const int first = out.graph->node(i).state; first >= 0)
      for (int k = first; k < out.graph->states(); ++k) out.state_names[k] = out.names[i];
  return out;
}

}  // namespace bramah
