// A lumped volume: its pressure rises with the flows into it.
//
//   dp/dt = (sum of flows)/C,   C = V/B_e                               [Jaiswal2021, Eqs. 22-23]
//   C = V/beta(p) + V_hose/B_hose + A l/B_barrel,   V = V_hose + A l
// where l is the length of a cylinder's chamber; a plain volume or hose has A = 0.
//
// Where the state is the amount of oil (its mass over rho0), with pi = p - p0,
//   m = r(p) (V + pi (V_hose/B_hose + A l/B_barrel)),   dm/dp = r (C + pi/B_e (...)).
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
  double by_amount;  // dp/dm [Pa/m³]
  double by_volume;  // dp/d(A l) [Pa/m³], at constant amount: dp/dl = A by_volume
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
    return fluid.density_ratio(p).value * (volume(l) + wall(l) * (p - Fluid::kAtmosphere));
  }
  [[nodiscard]] AmountPressure pressure_from_amount(double amount, double l) const noexcept {
    const double v = volume(l);
    const RatioPressure found = fluid.pressure(amount / v, wall(l) / v);
    const double by_amount = found.by_ratio / v, r = fluid.density_ratio(found.p).value;
    return {found.p, by_amount, -by_amount * r * (1.0 + barrel * (found.p - Fluid::kAtmosphere))};
  }
};

}  // namespace bramah
