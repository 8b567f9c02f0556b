// Homogeneous solids that give a body its moments of inertia.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "model_file/key_table.h"

namespace bramah {

struct Shape {
  std::optional<double> rod, sphere, radius, length;
  std::vector<double> box;
};

const Table<Shape>& shape_table();

// Ixx Iyy Izz Ixy Iyz Izx about the centre of mass, for a mass m [kg m2].
[[nodiscard]] std::array<double, 6> inertia_of(const Shape& shape, double m);

}  // namespace bramah
