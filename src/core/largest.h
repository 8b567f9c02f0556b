// The largest magnitude of some numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace bramah {

[[nodiscard]] inline double largest(std::span<const double> x) noexcept {
  double size = 0.0;
  for (const double value : x) size = std::max(size, std::abs(value));
  return size;
}

}  // namespace bramah
