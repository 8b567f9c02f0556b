// From volumes, valves, cylinders and sources to a Circuit with numbered nodes and inputs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bramah/description.h"
#include "build/part_plans.h"
#include "hydraulics/circuit.h"

namespace bramah {

struct BuiltCircuit {
  std::unique_ptr<const Circuit> circuit;
  std::vector<NamedInput> inputs;
  std::vector<std::string> volume_names;
  std::vector<std::string> part_names;    // all but the cylinders, which come last
  std::vector<const PartInfo*> infos;     // of these parts
  std::vector<Where> places;              // the same
  std::vector<std::string> source_names;  // fixed nodes, then parts that supply
  std::vector<PressureSpec> starts;       // per volume
  // States after the volumes, in the order of the circuit.
  std::vector<PartState> states;
  // Flows inside parts, and into the ports of parts of the catalogue.
  struct NamedFlow {
    std::string name;
    int part = 0, edge = 0;
    bool shaft = false;
  };
  std::vector<NamedFlow> edges, port_flows;
  // Per valve: its part, and whether its spool is a state.
  struct ValvePlace {
    int part = 0;
    bool has_state = false;
  };
  std::vector<ValvePlace> valves;
  std::vector<std::string> tunable_names;  // "lift_valve.neutral"
  std::vector<double> tunable_starts;
  std::vector<int> static_tunables;
  std::vector<std::string> open_ports;  // connected to nothing: "lift_valve.B"
};

BuiltCircuit build_circuit(const MachineDescription&, std::vector<std::string>& problems);

}  // namespace bramah
