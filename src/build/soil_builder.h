// From soil and buckets of the description to the ground that is dug: Soil (machine/soil.h).
#pragma once

#include <span>

#include "bramah/description.h"
#include "build/mechanism_builder.h"
#include "core/problems.h"

namespace bramah {

void check_soil(const MachineDescription&, Problems&);
// What each bucket holds, as a payload.
void add_bucket_loads(MachineDescription&);
// Numbers in State, and what they are at the start: ground as it was built, empty buckets.
std::size_t soil_memory(const MachineDescription&);
void start_soil(const MachineDescription&, std::span<double> soil);
Soil build_soil(const MachineDescription&, const BuiltMechanism&);

}  // namespace bramah
