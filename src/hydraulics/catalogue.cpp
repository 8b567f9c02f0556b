#include <algorithm>

#include "hydraulics/part_family.h"

namespace bramah {

const std::vector<const PartInfo*>& catalogue() {
  static const std::vector<const PartInfo*> all = [] {
    std::vector<PartFamily> families = part_families();
    std::ranges::stable_sort(families, {}, &PartFamily::shelf);
    std::vector<const PartInfo*> parts;
    for (const PartFamily& family : families)
      parts.insert(parts.end(), family.parts.begin(), family.parts.end());
    return parts;
  }();
  return all;
}

const std::vector<const PartInfo*>& components() {
  static const std::vector<const PartInfo*> all = [] {
    std::vector<const PartInfo*> parts;
    for (const PartInfo* info : catalogue())
      if (info->table.empty()) parts.push_back(info);
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
