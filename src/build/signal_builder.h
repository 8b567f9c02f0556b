// From the file's signals to a SignalGraph, and the sensors that its feedback reads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bramah/description.h"
#include "build/circuit_builder.h"
#include "build/mechanism_builder.h"
#include "equations/machine_equations.h"

namespace bramah {

struct BuiltSignals {
  std::unique_ptr<const SignalGraph> graph;
  std::vector<std::string> names;
  std::vector<Sensor> sensors;
  std::vector<std::string> input_names;
  std::vector<double> input_defaults;
  std::vector<std::string> state_names;  // of controller states

  int find(const std::string& name) const;  // -1: no such signal
};

BuiltSignals build_signals(const MachineDescription&, const BuiltMechanism&, const BuiltCircuit&,
                           std::vector<std::string>& problems);

}  // namespace bramah
