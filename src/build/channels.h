// Fills a machine's registry of channels.
#pragma once

#include "build/circuit_builder.h"
#include "build/mechanism_builder.h"
#include "machine/machine.h"

namespace bramah {

void add_channels(Machine&, const MachineDescription&, const BuiltMechanism&, const BuiltCircuit&,
                  const std::vector<std::string>& signal_names);

}  // namespace bramah
