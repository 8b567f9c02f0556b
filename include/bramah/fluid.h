// The oil of one circuit: density, viscosity and how it yields to pressure.
//
// Liquid, one of
//   constant      beta
//   polynomial    (1 + a p + b p²)/(a + 2 b p)                           [Naya2011, Eq. 3]
//   logarithmic   a1 beta_max log10(a2 p/p_max + a3)                     [Malysheva2021, Eq. 2.42]
// each continued with finite slopes where its formula leaves its range.
//
// With entrained air or a vapour pressure, the specific volume (1 at atmospheric pressure p0) is
//   v(p) = (1 - alpha) v_liquid + alpha (p0/p)^(1/n) + sigma u⁴,   u = max(0, W/(p - p_v) - 1)
//   B_e = -v/v'
// The vapour term begins at p_v + W with three continuous derivatives. It makes B_e ≈ (p - p_v)/4
// near p_v: a flow out of a volume empties it, and the pressure does not pass p_v.
//
// density_ratio() is r = 1/v, and pressure() its inverse, for volumes whose state is the amount of
// oil: both always know the vapour, at p_v = 0 unless said otherwise. Above p_v + W a fluid without
// air has r'/r = 1/bulk_modulus() either way.
#pragma once

#include <cmath>

namespace bramah {

struct BulkModulus {
  double value;  // beta [Pa]
  double by_p;   // dbeta/dp [-]
};

struct DensityRatio {
  double value;  // r = rho/rho0 [-]
  double by_p;   // [1/Pa]
};

struct RatioPressure {
  double p;         // [Pa]
  double by_ratio;  // dp/dr [Pa]
  int iterations;
};

struct Fluid {
  double density = 850.0;  // rho [kg/m³], at atmospheric pressure
  double bulk = 1.5e9;     // beta [Pa], used unless polynomial or logarithmic
  bool polynomial = false;
  double a = 0.0, b = 0.0;  // [1/Pa], [1/Pa²]
  bool logarithmic = false;
  double a1 = 0.5, a2 = 90.0, a3 = 3.0;    // [-]
  double bulk_max = 1.8e9, p_max = 2.8e7;  // [Pa]
  double viscosity = 46e-6;                // nu [m²/s]
  double air = 0.0;                        // alpha: share of the volume at p0 [-]
  double polytropic = 1.4;                 // n of the air [-]
  bool cavitates = false;                  // bulk_modulus() knows the vapour also without air
  double vapour = 0.0;                     // p_v [Pa]; not negative where there is air

  static constexpr double kAtmosphere = 101325.0;  // p0 [Pa]
  static constexpr double kVapourWidth = 2e4;      // W [Pa]
  static constexpr double kVapourShare = 1e-3;     // sigma [-]: vapour is half of v at p_v + 3 kPa

  // Effective bulk modulus; positive and with a finite slope at any p.
  [[nodiscard]] BulkModulus bulk_modulus(double p) const noexcept {
    if (air > 0.0 || cavitates) return mixture_bulk_modulus(p);
    if (!polynomial && !logarithmic) return {bulk, 0.0};
    return liquid_bulk_modulus(p);
  }

  // r(p) = rho/rho0; rises with p, r -> 0 as p -> p_v.
  [[nodiscard]] DensityRatio density_ratio(double p) const noexcept;

  // p where r(p) (1 + wall (p - p0)) = ratio; `wall` [1/Pa] is what the container's walls yield.
  // Amounts below r(p_v + 2 Pa), also negative ones, are continued along the tangent: only the
  // trials of a Newton iteration come there.
  [[nodiscard]] RatioPressure pressure(double ratio, double wall = 0.0) const noexcept;

 private:
  [[nodiscard]] BulkModulus liquid_bulk_modulus(double p) const noexcept;
  [[nodiscard]] BulkModulus mixture_bulk_modulus(double p) const noexcept;
};

// Mineral oils of ISO 11158: the viscosity is that of the class at 40 °C, the density of a typical
// data sheet, the bulk modulus a round figure for 40 °C and 200 bar; 0.5 % air.
[[nodiscard]] Fluid hlp32();
[[nodiscard]] Fluid hlp46();

}  // namespace bramah
