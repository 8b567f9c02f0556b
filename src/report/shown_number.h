#pragma once

// Numbers as the pages' own scripts write them (viewer/src/shared/units.ts): 12.3, 2.30×10⁴, −0.176, ∞.

#include <string>

namespace bramah {

[[nodiscard]] std::string shown_number(double value, int digits = 4);

}  // namespace bramah
