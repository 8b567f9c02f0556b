// From one level to another without a kick.
#pragma once

#include "bramah/basics.h"

namespace bramah {

// From y0 by `rise` within `span` [s], at rest at both ends:
//   y0 + rise S(x),   S = x³ (10 - 15 x + 6 x²)
[[nodiscard]] inline TimeValue smooth_rise(double y0, double rise, double x, double span) noexcept {
  const double rest = 1.0 - x;
  return {y0 + rise * x * x * x * (10.0 - 15.0 * x + 6.0 * x * x),
          rise / span * 30.0 * x * x * rest * rest,
          rise / (span * span) * 60.0 * x * rest * (1.0 - 2.0 * x)};
}

}  // namespace bramah
