// What turns a shaft and what it turns. Its inertia belongs to the shaft itself.
#pragma once

#include <cmath>

#include "bramah/parts.h"
#include "hydraulics/parts/smooth.h"

namespace bramah {

// An engine or motor under a governor: M = M_max S((omega_set - omega)/droop) - c omega, with
// S(t) = 3t² - 2t³ from 0 to 1. x = [omega | omega_set].
struct PrimeMover {
  double torque;      // M_max [N m]
  double droop;       // [rad/s] from no load to full load
  double drag = 0.0;  // c [N m s/rad]

  static constexpr PartShape kShape{.ports = 1, .states = 0, .inputs = 1};

  template <class T>
  T drive(const T* x) const noexcept {
    return torque * rounded_step((x[1] - x[0]) / droop);
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    f[0] = drive(x) - drag * x[0];
  }
  PartPower power(const double* x, const double*) const noexcept {
    return {.lost = drag * x[0] * x[0], .supplied = drive(x) * x[0]};
  }
};

// M = -(c omega + M_c tanh(omega/omega_0) + k omega |omega| + M_load). x = [omega | M_load].
struct ShaftLoad {
  double viscous = 0.0;    // c [N m s/rad]
  double coulomb = 0.0;    // M_c [N m]
  double quadratic = 0.0;  // k [N m s²/rad²]
  double speed = 1.0;      // omega_0 [rad/s]

  static constexpr PartShape kShape{.ports = 1, .states = 0, .inputs = 1};

  template <class T>
  T resistance(const T& omega) const noexcept {
    using std::abs, std::tanh;
    return viscous * omega + coulomb * tanh(omega / speed) + quadratic * omega * abs(omega);
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    f[0] = -(resistance(x[0]) + x[1]);
  }
  PartPower power(const double* x, const double*) const noexcept {
    return {.lost = resistance(x[0]) * x[0], .work = x[1] * x[0]};
  }
};

}  // namespace bramah
