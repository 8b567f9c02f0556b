// Volumes that answer faster than a step: which they are, and what treating them apart means.
#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"

namespace bramah {

// Volumes that get rid of a disturbance of 10 bar within a step, at the start.
std::vector<std::string> small_volumes(const Machine& machine);

// What `oil` other than dynamic does to which volumes, for people; empty if it is dynamic. The
// snapshot is of the start.
std::string small_volume_note(const Machine& machine, const Snapshot& start);

}  // namespace bramah
