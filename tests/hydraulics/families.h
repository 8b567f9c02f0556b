// Families of the catalogue by name.
#pragma once

#include <initializer_list>
#include <vector>

#include "hydraulics/part_family.h"

namespace bramah {

PartFamily check_valves_family();
PartFamily pressure_valves_family();
PartFamily flow_valves_family();
PartFamily compensators_family();
PartFamily supply_family();
PartFamily pump_family();
PartFamily shaft_family();
PartFamily line_family();

inline std::vector<const PartInfo*> parts_of(std::initializer_list<PartFamily> families) {
  std::vector<const PartInfo*> all;
  for (const PartFamily& family : families)
    all.insert(all.end(), family.parts.begin(), family.parts.end());
  return all;
}

inline std::vector<const PartInfo*> valve_parts() {
  return parts_of({check_valves_family(), pressure_valves_family(), flow_valves_family(),
                   compensators_family()});
}
inline std::vector<const PartInfo*> pump_parts() {
  return parts_of({supply_family(), pump_family(), shaft_family(), line_family()});
}

}  // namespace bramah
