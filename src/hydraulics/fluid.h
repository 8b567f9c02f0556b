// The oil of one circuit: density and bulk modulus, constant or pressure-dependent.
#pragma once

namespace bramah {

struct BulkModulus {
  double value;  // beta [Pa]
  double by_p;   // dbeta/dp [-]
};

struct Fluid {
  double density = 850.0;  // rho [kg/m³]
  double bulk = 1.5e9;     // beta [Pa], used unless polynomial
  bool polynomial = false;
  double a = 0.0, b = 0.0;  // [1/Pa], [1/Pa²]

  // beta = (1 + a p + b p²) / (a + 2 b p)   [Naya2011, Eq. 3]
  [[nodiscard]] BulkModulus bulk_modulus(double p) const noexcept {
    if (!polynomial) return {bulk, 0.0};
    const double top = 1.0 + p * (a + p * b), bottom = a + 2.0 * b * p;
    return {top / bottom, 1.0 - 2.0 * b * top / (bottom * bottom)};
  }
};

}  // namespace bramah
