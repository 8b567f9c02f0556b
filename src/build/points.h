// Points of a body by name: its own, and those that every body has.
#pragma once

#include <string>
#include <vector>

#include "bramah/description.h"

namespace bramah {

// Ends of a body's unit vectors, for drawings.
inline constexpr const char* kFrameX = ".x";
inline constexpr const char* kFrameY = ".y";

// The point of that name among a body's, or one of those every body has; null: there is none.
inline const PointSpec* find_point(const std::vector<PointSpec>& points, const std::string& name) {
  static const PointSpec origin{"origin", {}, {}, {}}, x{kFrameX, {1, 0, 0}, {}, {}},
      y{kFrameY, {0, 1, 0}, {}, {}};
  for (const PointSpec& point : points)
    if (point.name == name) return &point;
  for (const PointSpec* point : {&origin, &x, &y})
    if (point->name == name) return point;
  return nullptr;
}

}  // namespace bramah
