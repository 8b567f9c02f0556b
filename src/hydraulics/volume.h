// A lumped volume: its pressure rises with the flows into it.
//
//   dp/dt = (sum of flows)/C,   C = V/B_e                               [Jaiswal2021, Eqs. 22-23]
//   C = V/beta(p) + V_hose/B_hose + A l/B_barrel,   V = V_hose + A l
// where l is the length of a cylinder's chamber; a plain volume or hose has A = 0.
//
// A flow is what it displaces at the pressure of the volume that it enters or leaves. Where the state
// is the amount of oil, that is the same equation, with the integral of C for N:
//   N = V (1 + ln r(p)) + W (p - p0),   W = V_hose/B_hose + A l/B_barrel,   dN/dp = C
//   dN/dt = sum of flows + A dl/dt g,   g = ln r + (p - p0)/B_barrel     (without the piston's own)
#pragma once

#include "bramah/parts.h"

namespace bramah {

struct Compliance {
  double value;  // C [m³/Pa]
  double by_l;   // dC/dl [m²/Pa]
  double by_p;   // dC/dp [m³/Pa²]
};

struct AmountPressure {
  double p;          // [Pa]
  double by_amount;  // dp/dN [Pa/m³]
  double by_volume;  // dp/d(A l) [Pa/m³], at constant amount: dp/dl = A by_volume
  double squeeze;    // g [-]
  double squeeze_by_p;
};

struct Volume {
  Fluid fluid;
  double dead = 0.0;       // V_hose [m³]
  double dead_wall = 0.0;  // V_hose/B_hose [m³/Pa]
  double area = 0.0;       // A [m²]
  double barrel = 0.0;     // 1/B_barrel [1/Pa]

  [[nodiscard]] double volume(double l) const noexcept { return dead + area * l; }
  [[nodiscard]] double wall(double l) const noexcept { return dead_wall + area * l * barrel; }
  [[nodiscard]] Compliance compliance(double l, double p) const noexcept {
    const BulkModulus beta = fluid.bulk_modulus(p);
    const double oil = 1.0 / beta.value, v = volume(l);
    return {v * oil + wall(l), area * (oil + barrel), -v * oil * oil * beta.by_p};
  }

  [[nodiscard]] double amount(double p, double l) const noexcept {
    return volume(l) * (1.0 + fluid.log_density(p).value) + wall(l) * (p - Fluid::kAtmosphere);
  }
  [[nodiscard]] AmountPressure pressure_from_amount(double amount, double l) const noexcept {
    const double v = volume(l);
    const LogPressure found = fluid.pressure(amount / v - 1.0, wall(l) / v);
    const LogDensity r = fluid.log_density(found.p);
    const double by_amount = found.by_log / v;
    const double squeeze = r.value + barrel * (found.p - Fluid::kAtmosphere);
    return {found.p, by_amount, -by_amount * (1.0 + squeeze), squeeze, r.by_p + barrel};
  }
};

}  // namespace bramah
