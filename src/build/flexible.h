// Bodies that bend: each becomes rigid pieces on elastic hinges (multibody/beam.h), joints like others,
// so that every method, integrator and coupling has them.
#pragma once

#include "bramah/description.h"
#include "core/problems.h"

namespace bramah {

// Points that are not there or not on a line, sections, masses that no beam has.
void check_flexible(const MachineDescription& d, Problems& problems);

// The description with bodies "boom", "boom.1", ... in the place of a flexible "boom" and joints
// "boom.bend1", ... between them. All have the frame of the body while it is straight, so that its points
// keep their places; what refers to one of them finds the piece that it is on. File names have no dots, so
// these are free.
[[nodiscard]] MachineDescription with_flexible_bodies(MachineDescription d);

}  // namespace bramah
