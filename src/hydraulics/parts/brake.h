// A brake that springs apply and pressure releases: discs of a winch, a swing or a travel motor.
//
//   M_b = M_max (1 - S((p - p_0)/range))          S(t) = 3t² - 2t³ from 0 to 1
//   z'  = omega - u⁴ (omega u)⁺ u,  u = z/z_m     discs yield by at most z_m, then slip
//   M   = -M_b (u + (1 - u⁸)⁺ s omega/√(1 + s² omega²))
// omega = 0 is a rest under any load up to M_b: what it holds stays. Slipping, |u| = 1 and the torque is
// M_b against the motion. x = [omega, p | z],  f = [torque on the shaft, flow | z'].
#pragma once

#include <cmath>

#include "bramah/parts.h"
#include "hydraulics/parts/smooth.h"

namespace bramah {

struct Brake {
  double torque;         // M_max [N m]
  double release;        // p_0 [Pa]
  double range;          // [Pa]
  double yield = 0.01;   // z_m [rad]
  double damping = 1.0;  // s [s/rad]

  static constexpr PartShape kShape{.ports = 2, .states = 1};

  template <class T>
  void equations(const T* x, T* f) const noexcept {
    using std::sqrt;
    const T u = x[2] / yield, square = u * u, fourth = square * square;
    const T holds = torque * (1.0 - rounded_step((x[1] - release) / range));
    T damped(0.0);
    if (fourth < 1.0)
      damped =
          (1.0 - fourth * fourth) * damping * x[0] / sqrt(1.0 + damping * damping * x[0] * x[0]);
    const T ahead = x[0] * u;
    f[0] = -holds * (u + damped);
    f[1] = T(0.0);
    f[2] = ahead > 0.0 ? T(x[0] - fourth * ahead * u) : x[0];
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return {.lost = -f[0] * x[0]};
  }
  double scale(int) const noexcept { return yield; }
};

}  // namespace bramah
