// Passive failure of soil before a blade: factors of the fundamental equation of earthmoving
//                                                                       [Reece1964], [McKyes1985]
//   P = w (gamma d² N_gamma + c d N_c + q d N_q + c_a d N_ca)
// A wedge between blade and a plane at the angle beta slides up on that plane. In the ground's frame, x the
// blade's way, z up, with the balance of the wedge's forces along both and R eliminated:
//   blade on soil    P (sin(rho + delta), cos(rho + delta)) + c_a d (cot rho, -1)
//   plane on soil    R (-sin(beta + phi), cos(beta + phi)) - c d (cot beta, 1)
//   weight, load     (gamma d²/2 + q d)(cot rho + cot beta)
//
// With t = tan phi, k = cot rho, x = cot beta, a_0 = cos(rho + delta) - t sin(rho + delta),
// a_1 = t cos(rho + delta) + sin(rho + delta), y = a_0 + a_1 x:
//   N_gamma = (k + x)(1 + t x)/(2 y),  N_q = 2 N_gamma,  N_c = (1 + x²)/y,  N_ca = (1 + t x - k (x - t))/y
// The soil fails where N_gamma is least. As a function of y it is p y + q + r/y, so that is at
//   y = sqrt(r/p),   p = t/a_1²,   r = (k - a_0/a_1)(1 - t a_0/a_1):  no search, and slopes for nothing.
// Not for rho + delta + phi near 180°, where no wedge slides, nor for phi = 0: then beta has no least.
#pragma once

#include <cmath>

#include "bramah/basics.h"

namespace bramah {

// Angles of the soil alone.
struct SoilAngles {
  double tan_friction;        // t
  double sin_wall, cos_wall;  // of delta
  static SoilAngles of(double friction, double wall) {
    return {std::tan(friction), std::sin(wall), std::cos(wall)};
  }
};

template <class T>
struct Wedge {
  T gamma{}, c{}, q{}, ca{};  // N_gamma, N_c, N_q, N_ca
  T cot_beta{};               // x
  T sine{}, cosine{};         // of rho + delta

  // rho by its sine and cosine; sin rho > 0.
  Wedge(const SoilAngles& soil, const T& sin_rake, const T& cos_rake) {
    using std::sqrt;
    const double t = soil.tan_friction;
    sine = sin_rake * soil.cos_wall + cos_rake * soil.sin_wall;
    cosine = cos_rake * soil.cos_wall - sin_rake * soil.sin_wall;
    const T k = cos_rake / sin_rake, a0 = cosine - t * sine, a1 = t * cosine + sine;
    const T ratio = a0 / a1;
    const T y = a1 * sqrt((k - ratio) * (1.0 - t * ratio) / t);
    const T x = (y - a0) / a1;
    cot_beta = x;
    q = (k + x) * (1.0 + t * x) / y;
    gamma = 0.5 * q;
    c = (1.0 + x * x) / y;
    ca = (1.0 + t * x - k * (x - t)) / y;
  }
};

}  // namespace bramah
