// Descriptions of pumps, motors, shafts, lines, filters and accumulators.
#pragma once

#include <vector>

#include "bramah/parts.h"

namespace bramah {

[[nodiscard]] std::vector<const PartInfo*> displacement_parts();  // pumps and motors with a shaft
[[nodiscard]] std::vector<const PartInfo*> supply_parts();        // pumps with a control
[[nodiscard]] std::vector<const PartInfo*> shaft_parts();
[[nodiscard]] std::vector<const PartInfo*> line_parts();

// All of them, in the order of the catalogue page.
const std::vector<const PartInfo*>& pump_parts();

}  // namespace bramah
