// Points of bodies, by name and in numbers.
#pragma once

#include <array>
#include <string>

#include "core/where.h"

namespace bramah {

using Triple = std::array<double, 3>;

// "boom.tip": a named point of a body; body "ground" is the world.
struct PointRef {
  std::string body;
  std::string point;
  Where where;
};

}  // namespace bramah
