// Pipes, gaps, filters and accumulators: what oil passes or rests in between valves and actuators.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bramah/parts.h"
#include "hydraulics/parts/smooth.h"

namespace bramah {

// A column of oil with inertia; its capacity belongs to the volumes at its ends.
//   L Q' = p_A - p_B - R(Q) Q,   L = rho l/A
//   R = 128 rho nu l/(pi d⁴) below Re = 2300, Blasius' 0.3164 Re^-1/4 above 4000, blended between;
//   and zeta rho |Q|/(2 A²) for bends and fittings
struct Pipe {
  double density, viscosity;  // rho [kg/m³], nu [m²/s]
  double length, diameter;    // l, d [m]
  double fittings = 0.0;      // zeta [-]

  static constexpr PartShape kShape{.ports = 2, .states = 1};
  static constexpr double kLaminar = 2300.0, kTurbulent = 4000.0;  // Reynolds numbers

  double area() const noexcept { return 0.25 * std::numbers::pi * diameter * diameter; }
  double inertia() const noexcept { return density * length / area(); }
  double scale(int) const noexcept { return area(); }  // 1 m/s

  template <class T>
  T resistance(const T& q) const noexcept {
    using std::abs, std::pow, std::sqrt;
    const double a = area(), per_square = 0.5 * density / (a * a);
    const double laminar = 32.0 * density * viscosity * length / (a * diameter * diameter);
    const T re = abs(q) * (diameter / (a * viscosity));
    T r(laminar);
    if (re > kLaminar) {
      const T share = rounded_step((re - kLaminar) / (kTurbulent - kLaminar));
      const T blasius = 0.3164 * length / diameter * per_square * abs(q) * pow(re, -0.25);
      r += share * (blasius - laminar);
    }
    if (fittings > 0.0) {
      const double least = a * viscosity / diameter;  // Re = 1
      r += fittings * per_square * sqrt(q * q + least * least);
    }
    return r;
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    const T& q = x[2];
    f[0] = -q;
    f[1] = q;
    f[2] = (x[0] - x[1] - resistance(q) * q) / inertia();
  }
  PartPower power(const double* x, const double* f) const noexcept {
    const double q = x[2];
    return {.lost = resistance(q) * q * q, .stored = inertia() * q * f[2]};
  }
};

// Flow through a narrow ring: Q = pi r h³ (1 + 1.5 eps²) dp/(6 rho nu l); a laminar conductance.
struct AnnularGap {
  double conductance;  // [m³/s/Pa]

  static constexpr PartShape kShape{.ports = 2};
  static AnnularGap from(double radius, double gap, double length, double eccentricity,
                         double dynamic_viscosity) {
    return {std::numbers::pi * radius * gap * gap * gap *
            (1.0 + 1.5 * eccentricity * eccentricity) / (6.0 * dynamic_viscosity * length)};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    const T q = conductance * (x[0] - x[1]);
    f[0] = -q;
    f[1] = q;
  }
  PartPower power(const double* x, const double*) const noexcept {
    const double dp = x[0] - x[1];
    return {.lost = conductance * dp * dp};
  }
};

// dp = kappa (R Q + K Q|Q|), solved for Q; kappa = 1: clean, more: clogged.
struct Filter {
  double laminar, quadratic;  // R [Pa s/m³], K [Pa s²/m⁶]

  static constexpr PartShape kShape{.ports = 2, .states = 0, .inputs = 1};
  static constexpr double kCleanest = 0.01;  // below it kappa has no meaning

  static Filter from(double flow, double drop, double laminar_share) {
    return {laminar_share * drop / flow, (1.0 - laminar_share) * drop / (flow * flow)};
  }
  template <class T>
  T flow(const T* x) const noexcept {
    using std::abs, std::sqrt;
    const T clogging = x[2] < kCleanest ? T(kCleanest) : x[2];
    const T dp = (x[0] - x[1]) / clogging;
    return 2.0 * dp / (laminar + sqrt(laminar * laminar + 4.0 * quadratic * abs(dp)));
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    const T q = flow(x);
    f[0] = -q;
    f[1] = q;
  }
  PartPower power(const double* x, const double*) const noexcept {
    return {.lost = flow(x) * (x[0] - x[1])};
  }
};

// Gas behind a bladder or piston; the state is the volume V of oil in it.
//   p_gas = p_0 (V_0/(V_0 - V))^n, along its tangent where less than 2 % of the gas is left
//   V' = Q = C w sgn(dp) sqrt|dp|,   dp = p_A - p_gas, smooth at zero
//   w = 1 inwards; outwards it closes over the last per cent of oil, as the poppet at the port does
struct Accumulator {
  double volume, precharge;  // V_0 [m³], p_0 [Pa] absolute
  double exponent;           // n [-]
  double coefficient;        // C of the port [m³/s/√Pa]
  double transition = 2e4;   // [Pa]

  static constexpr PartShape kShape{.ports = 1, .states = 1};
  static constexpr double kLeastGas = 0.02, kLastOil = 0.01;  // of V_0

  double scale(int) const noexcept { return volume; }

  template <class T>
  T gas_pressure(const T& oil) const noexcept {
    using std::pow;
    const T share = 1.0 - oil / volume;
    if (share >= kLeastGas) return precharge * pow(share, -exponent);
    const double edge = precharge * std::pow(kLeastGas, -exponent);
    return edge * (1.0 + exponent * (1.0 - share / kLeastGas));
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    const T dp = x[0] - gas_pressure(x[1]);
    const T open = rounded_step(x[1] / (kLastOil * volume));
    const T q = coefficient * (open + (1.0 - open) * rounded_step(dp / transition)) *
                rounded_root(dp, transition);
    f[0] = -q;
    f[1] = q;
  }
  PartPower power(const double* x, const double* f) const noexcept {
    const double gas = gas_pressure(x[1]);
    return {.lost = (x[0] - gas) * f[1], .stored = gas * f[1]};
  }
  StateLimits start_range(int) const noexcept { return {0.0, (1.0 - kLeastGas) * volume}; }
  double oil(const double* x) const noexcept { return x[1]; }
  double oil_rate(const double* f) const noexcept { return f[1]; }
};

}  // namespace bramah
