// Parts that belong together, one family a source of parts/: each X.cpp there defines X_family(),
// and CMake lists them all. A new part is one new file.
#pragma once

#include <vector>

#include "bramah/parts.h"

namespace bramah {

struct PartFamily {
  int shelf = 0;  // families stand in this order on the catalogue page
  std::vector<const PartInfo*> parts;
};

// Written by cmake/parts.cmake.
[[nodiscard]] std::vector<PartFamily> part_families();

}  // namespace bramah
