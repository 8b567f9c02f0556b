// Whether a description can be built, whoever filled it in.
//
//   enter   MachineDescription, and Problems to add to
//   leave   every problem: names (references.h), numbers that are not finite or out of their bounds,
//           what is missing, lists of another length than their PartInfo or ForceInfo asks
//   callers build(). The reader of machine files has found most of this before, with the text that was
//           written there; a program has no reader, and the builders count on what is checked here.
#pragma once

#include "bramah/description.h"
#include "core/problems.h"

namespace bramah {

void check_description(const MachineDescription& machine, Problems& problems);

// Its parts, one file each.
void check_mechanism(const MachineDescription& machine, Problems& problems);
void check_oil(const MachineDescription& machine, Problems& problems);
void check_components(const MachineDescription& machine, Problems& problems);
void check_signals(const MachineDescription& machine, Problems& problems);
void check_solver(const MachineDescription& machine, Problems& problems);

// What a program may leave to be found: units of signals from their use, slides of a planar machine along
// x, directions of length one.
[[nodiscard]] MachineDescription completed(MachineDescription machine);

}  // namespace bramah
