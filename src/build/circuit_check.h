// What is odd about a circuit, and what sets the pace of its volumes.
#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"

namespace bramah {

// Volumes and sources that nothing uses, and volumes that only ideal parts meet.
[[nodiscard]] std::vector<std::string> circuit_notes(const Machine& machine);

// The part through which a volume answers most; empty: all is shut. After rates().
[[nodiscard]] std::string pace_maker(const Machine& machine, int volume,
                                     const CircuitScratch& scratch);

}  // namespace bramah
