// End cushioning: near one end of the stroke the oil leaves the chamber through an opening that
// shrinks as a spear enters its bore; the way back in is always open through a check valve.
//
//   Q = C w sgn(dp) sqrt|dp|,   dp = p_chamber - p_port, smooth at zero
//   w = e + (1 - e) S(-dp/delta),   e = least + (1 - least) S(l/length),   S(t) = 3t² - 2t³
// where l is the piston's distance from that end. One cushion for each end.
#pragma once

#include "bramah/parts.h"
#include "hydraulics/parts/smooth.h"

namespace bramah {

struct Cushion {
  double coefficient = 0.0;  // C [m³/s/√Pa], of the open bore
  double length = 0.0;       // [m]
  double least = 0.02;       // opening at the very end [-]
  double end = 0.0;          // s at that end [m]
  double direction = 1.0;    // 1: the bottom end, l = s - end; -1: the top end, l = end - s
  double transition = 2e4;   // delta [Pa]

  static constexpr PartShape kShape{.ports = 2, .states = 0, .inputs = 0, .stroke = true};

  template <class T>
  void equations(const T* x, T* f) const noexcept {
    const T dp = x[0] - x[1], l = (x[2] - end) * direction;
    const T e = least + (1.0 - least) * rounded_step(l / length);
    const T q = coefficient * (e + (1.0 - e) * rounded_step(-dp / transition)) *
                rounded_root(dp, transition);
    f[0] = -q;
    f[1] = q;
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return {.lost = f[1] * (x[0] - x[1])};
  }
};

}  // namespace bramah
