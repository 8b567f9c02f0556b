// From volumes, valves, cylinders and sources to a Circuit with numbered nodes and inputs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydraulics/circuit.h"
#include "machine/description.h"

namespace bramah {

// One input of the circuit as the file names it.
struct NamedInput {
  std::string signal;  // empty: the constant
  double constant = 0.0;
  int tunable = -1;
  Where where;
};

struct BuiltCircuit {
  std::unique_ptr<const Circuit> circuit;
  std::vector<NamedInput> inputs;
  std::vector<std::string> volume_names, part_names, source_names, edge_names;
  std::vector<PressureSpec> starts;      // per volume
  std::vector<std::string> spool_names;  // valves with spool dynamics, in the order of states
  std::vector<double> spool_starts;
  std::vector<std::string> tunable_names;  // "lift_valve.neutral"
  std::vector<double> tunable_starts;
  std::vector<int> static_tunables;
};

BuiltCircuit build_circuit(const MachineDescription&, std::vector<std::string>& problems);

}  // namespace bramah
