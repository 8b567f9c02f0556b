// Names in a description: each once, and nothing refers to a missing one.
#pragma once

#include "bramah/description.h"
#include "core/problems.h"

namespace bramah {

// Bodies, points, volumes, chambers, shafts, fluids, levers and guides; the file's reader asks this
// while it still collects problems, so what is empty or half read is passed over.
void check_references(const MachineDescription& machine, Problems& problems);

}  // namespace bramah
