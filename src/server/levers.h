// The external inputs of a machine, as a driver may set them.
#pragma once

#include <span>
#include <vector>

#include "bramah/model.h"

namespace bramah {

struct Lever {
  double least, most;   // values beyond are clipped
  bool returns = true;  // to zero, when nobody holds it
};

std::vector<Lever> levers_of(const Model& model);

// Puts the levers that return to zero; true if one moved.
bool let_go(const std::vector<Lever>& levers, std::span<double> inputs) noexcept;

}  // namespace bramah
