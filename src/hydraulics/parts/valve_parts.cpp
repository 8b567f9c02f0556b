#include "hydraulics/parts/valve_parts.h"

namespace bramah {

const std::vector<const PartInfo*>& valve_parts() {
  static const std::vector<const PartInfo*> all = [] {
    std::vector<const PartInfo*> parts;
    for (const auto family :
         {check_valve_parts, pressure_valve_parts, flow_valve_parts, compensator_parts}) {
      const std::vector<const PartInfo*> found = family();
      parts.insert(parts.end(), found.begin(), found.end());
    }
    return parts;
  }();
  return all;
}

}  // namespace bramah
