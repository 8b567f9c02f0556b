// Cylinders that carry a load along a straight line, without a mechanism around them: each becomes
// a body on a prismatic joint, whose coordinate is the cylinder's length.
#pragma once

#include "bramah/description.h"

namespace bramah {

// The description with a body "lift.load" and a joint "lift.slide" for each cylinder with a load.
// File names have no dots, so these are free.
MachineDescription with_straight_loads(MachineDescription);

bool has_straight_loads(const MachineDescription&);

}  // namespace bramah
