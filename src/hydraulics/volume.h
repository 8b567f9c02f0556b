// A lumped volume: dp/dt = (sum of flows) / C with the compliance C = V/B_e [Jaiswal2021, Eqs.
// 22-23].
//
//   C = V/beta(p) + V_hose/B_hose + A l/B_barrel,   V = V_hose + A l
// where l is the length of a cylinder's chamber; a plain volume or hose has A = 0.
#pragma once

#include "hydraulics/fluid.h"

namespace bramah {

struct Compliance {
  double value;  // C [m³/Pa]
  double by_l;   // dC/dl [m²/Pa]
  double by_p;   // dC/dp [m³/Pa²]
};

struct AmountPressure { double p, by_amount, by_volume; };
struct Volume {
 AmountPressure pressure_from_amount(double, double) const { return {}; }
 double amount(double, double) const { return 0; }
  Fluid fluid;
  double dead = 0.0;       // V_hose [m³]
  double dead_wall = 0.0;  // V_hose/B_hose [m³/Pa]
  double area = 0.0;       // A [m²]
  double barrel = 0.0;     // 1/B_barrel [1/Pa]

  [[nodiscard]] double volume(double l) const noexcept { return dead + area * l; }
  [[nodiscard]] Compliance compliance(double l, double p) const noexcept {
    const BulkModulus beta = fluid.bulk_modulus(p);
    const double oil = 1.0 / beta.value, v = volume(l);
    return {v * oil + dead_wall + area * l * barrel, area * (oil + barrel),
            -v * oil * oil * beta.by_p};
  }
};

}  // namespace bramah
