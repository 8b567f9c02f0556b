// Sines and cosines of four angles at a time.
//
//   n = x / (pi/2) rounded,  r = x - n pi/2 in three pieces of pi/2 (W. J. Cody and W. Waite, Software Manual for the
//   Elementary Functions, 1980), then Taylor's series up to r^16, and what the quadrant n makes of them.
// Good to about a unit in the last place; angles beyond a million radians are left to the standard library.
#pragma once

namespace bramah {

struct SinCos {
  double sin = 0.0, cos = 1.0;
};

// Of angle[0 ... count - 1], count at most 4.
void sin_cos(const double* angle, int count, SinCos* out) noexcept;

}  // namespace bramah
