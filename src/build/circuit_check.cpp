#include "build/circuit_check.h"

#include "core/nearest.h"
#include "core/text.h"
#include "hydraulics/parts/pump.h"
#include "hydraulics/parts/source.h"

namespace bramah {
namespace {

struct Use {
  int part = 0, port = 0;
};

// Parts at each node, without cylinders: a chamber is not used by being one.
std::vector<std::vector<Use>> uses_of(const Circuit& circuit) {
  std::vector<std::vector<Use>> uses(circuit.nodes());
  for (std::size_t k = 0; k < circuit.parts().parts.size(); ++k) {
    const PlacedPart& placed = circuit.parts().parts[k];
    if (dynamic_cast<const CylinderPart*>(placed.part.get())) continue;
    for (std::size_t i = 0; i < placed.nodes.size(); ++i)
      if (placed.nodes[i] >= 0)
        uses[placed.nodes[i]].push_back({static_cast<int>(k), static_cast<int>(i)});
  }
  return uses;
}

// Its flow is given, whatever the pressures are.
bool is_ideal(const Part& part) {
  return dynamic_cast<const FlowSource*>(&part) || dynamic_cast<const PartOf<IdealPump>*>(&part);
}

std::string name_of_part(const Machine& machine, int part) {
  const auto k = static_cast<std::size_t>(part);
  return k < machine.plant.names.parts.size()
             ? machine.plant.names.parts[k]
             : machine.plant.names.cylinders[k - machine.plant.names.parts.size()];
}

// -dQ/dp of one part at a volume.
double conductance(const Circuit& circuit, int part, int volume, const CircuitScratch& scratch) {
  const PlacedPart& placed = circuit.parts().parts[part];
  const PartShape& shape = placed.part->shape();
  std::vector<double> f(shape.out()), slopes(shape.out() * shape.in());
  placed.part->linearise(circuit.part_x(part, scratch), circuit.part_mode(part, scratch), f.data(),
                         slopes.data());
  double sum = 0.0;
  for (int i = 0; i < shape.ports; ++i)
    if (placed.nodes[i] == volume) sum -= slopes[i * shape.in() + i];
  return sum;
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

void note_volume(const Machine& machine, int volume, const std::vector<Use>& uses,
                 std::vector<std::string>& notes) {
  const Circuit& circuit = *machine.plant.equations->parts().circuit;
  const bool chamber = circuit.chamber(volume).cylinder >= 0;
  const std::string name = quoted(machine.plant.names.volumes[volume]);
  if (uses.empty())
    notes.push_back(chamber
                        ? concat("chamber ", name, " is connected to nothing: its oil is shut in")
                        : concat("volume ", name, " is connected to nothing"));
  if (uses.empty() || chamber) return;
  std::vector<std::string> names;
  for (const Use& use : uses) {
    if (!is_ideal(*circuit.parts().parts[use.part].part)) return;
    names.push_back(name_of_part(machine, use.part));
  }
  notes.push_back(concat("volume ", name, " meets ideal flows alone (", join(names),
                         "): nothing takes what is left over, and its pressure knows no bound"));
}

}  // namespace

std::vector<std::string> circuit_notes(const Machine& machine) {
  const Circuit& circuit = *machine.plant.equations->parts().circuit;
  const auto uses = uses_of(circuit);
  std::vector<std::string> notes;
  for (int k = 0; k < circuit.volumes(); ++k) note_volume(machine, k, uses[k], notes);
  for (int k = circuit.state_nodes(); k < circuit.nodes(); ++k)
    if (uses[k].empty())
      notes.push_back(concat("source ",
                             quoted(machine.plant.names.sources[k - circuit.state_nodes()]),
                             " feeds nothing"));
  for (std::size_t k = 0; k < machine.plant.names.parts.size(); ++k) {
    const PlacedPart& placed = circuit.parts().parts[k];
    if (!is_ideal(*placed.part)) continue;
    bool fixed = true;
    for (const int node : placed.nodes) fixed = fixed && (node < 0 || node >= circuit.volumes());
    if (fixed)
      notes.push_back(concat("ideal pump ", quoted(machine.plant.names.parts[k]),
                             " runs between fixed pressures: no volume takes its flow"));
  }
  return notes;
}

std::string pace_maker(const Machine& machine, int volume, const CircuitScratch& scratch) {
  const Circuit& circuit = *machine.plant.equations->parts().circuit;
  double most = 0.0;
  std::string name;
  for (std::size_t k = 0; k < circuit.parts().parts.size(); ++k) {
    const double slope = conductance(circuit, static_cast<int>(k), volume, scratch);
    if (slope <= most) continue;
    most = slope;
    name = name_of_part(machine, static_cast<int>(k));
  }
  return name;
}

}  // namespace bramah
