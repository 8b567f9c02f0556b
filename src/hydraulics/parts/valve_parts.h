// The valves of the catalogue.
#pragma once

#include <vector>

#include "bramah/parts.h"

namespace bramah {

// By family, in the order of the catalogue page.
std::vector<const PartInfo*> check_valve_parts();
std::vector<const PartInfo*> pressure_valve_parts();
std::vector<const PartInfo*> flow_valve_parts();
std::vector<const PartInfo*> compensator_parts();

const std::vector<const PartInfo*>& valve_parts();

}  // namespace bramah
