#include "hydraulics/part_info.h"

namespace bramah {

const std::vector<const PartInfo*>& catalogue() {
  static const std::vector<const PartInfo*> all;
  return all;
}

const PartInfo* find_part(const std::string& type) {
  for (const PartInfo* info : catalogue())
    if (info->type == type) return info;
  return nullptr;
}

}  // namespace bramah
