// Corners, roots and signs with one continuous slope, for any number type.
#pragma once

#include <cmath>

#include "bramah/basics.h"

namespace bramah {

// 0 below 0, 1 above 1, 3t² - 2t³ between.
template <class T>
[[nodiscard]] T rounded_step(const T& t) noexcept {
  if (t <= 0.0) return T(0.0);
  if (t >= 1.0) return T(1.0);
  return t * t * (3.0 - 2.0 * t);
}

// sgn(x) sqrt|x|, a straight line for |x| << width.
template <class T>
[[nodiscard]] T rounded_root(const T& x, double width) noexcept {
  using std::sqrt;
  return x / sqrt(sqrt(x * x + width * width));
}

// |x|, but 0 with slope 0 at x = 0.
template <class T>
[[nodiscard]] T rounded_size(const T& x, double width) noexcept {
  using std::sqrt;
  return x * x / sqrt(x * x + width * width);
}

// max(x, 0), positive everywhere.
template <class T>
[[nodiscard]] T rounded_positive(const T& x, double width) noexcept {
  using std::sqrt;
  const T root = sqrt(x * x + width * width);
  if (x >= 0.0) return 0.5 * (x + root);
  return 0.5 * width * width / (root - x);  // the same without cancellation
}

// min(a, b), less than it by width/2 where a = b.
template <class T>
[[nodiscard]] T rounded_minimum(const T& a, const T& b, double width) noexcept {
  return a - rounded_positive(a - b, width);
}

}  // namespace bramah
