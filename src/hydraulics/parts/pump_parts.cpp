#include "hydraulics/parts/pump_parts.h"

namespace bramah {

const std::vector<const PartInfo*>& pump_parts() {
  static const std::vector<const PartInfo*> all = [] {
    std::vector<const PartInfo*> parts;
    for (const auto family : {supply_parts, displacement_parts, shaft_parts, line_parts}) {
      const std::vector<const PartInfo*> found = family();
      parts.insert(parts.end(), found.begin(), found.end());
    }
    return parts;
  }();
  return all;
}

}  // namespace bramah
