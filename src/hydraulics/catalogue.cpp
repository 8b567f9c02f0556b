#include "bramah/parts.h"
#include "hydraulics/parts/pump_parts.h"
#include "hydraulics/parts/valve_parts.h"

namespace bramah {

const std::vector<const PartInfo*>& catalogue() {
  static const std::vector<const PartInfo*> all = [] {
    std::vector<const PartInfo*> parts = valve_parts();
    parts.insert(parts.end(), pump_parts().begin(), pump_parts().end());
    return parts;
  }();
  return all;
}

const PartInfo* find_part(const std::string& type) {
  for (const PartInfo* info : catalogue())
    if (info->type == type) return info;
  return nullptr;
}

}  // namespace bramah
