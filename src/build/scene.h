// From a description to what a machine looks like and how its oil is connected.
#pragma once

#include "bramah/description.h"
#include "bramah/model.h"

namespace bramah {

// Points of bodies and markers are found in the drawing.
Scene build_scene(const MachineDescription&, const Drawing&);
// `channels`: what the machine shows; names that are not there are left out.
Scheme build_scheme(const MachineDescription&, const std::vector<Channel>& channels);

}  // namespace bramah
