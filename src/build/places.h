// Where the parts of a description were written, for messages about the machine made from them.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "bramah/description.h"

namespace bramah {

// Of the item of that name, or `otherwise` if there is none or it came from no file.
template <class Spec>
[[nodiscard]] Where place_of(const std::vector<Spec>& items, std::string_view name,
                             const Where& otherwise) {
  const auto found = std::ranges::find(items, name, &Spec::name);
  return found == items.end() || found->where.file.empty() ? otherwise : found->where;
}

// Of the joint that a coordinate belongs to: "boom", or "slider" for "slider.x".
[[nodiscard]] inline Where joint_place(const MachineDescription& d, std::string_view coordinate) {
  return place_of(d.joints, coordinate.substr(0, coordinate.find('.')), d.where);
}

}  // namespace bramah
