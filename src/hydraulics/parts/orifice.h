// Flow through a restriction, Q = C f(dp), with its slope; four laws for what happens near dp = 0.
//
//   sqrt          sgn(dp) sqrt|dp| [Jaiswal2021, Eq. 25]; linear below kSqrtFloor so that the slope
//                 stays finite
//   linear_below  dp/sqrt(dp_tr) for |dp| < dp_tr, the square root beyond  [Jaiswal2021, Sec. 3.1]
//   two_regime    cubic below dp0, C1 at dp0                     [Malysheva2021, Eqs. 4.15-4.16]
//   smooth        dp/(dp² + delta²)^(1/4): analytic everywhere; the default
//
// C = C_d A sqrt(2/rho) for a sharp edge [Jaiswal2021, Eq. 25].
#pragma once

#include <cmath>

#include "bramah/datasheet.h"

namespace bramah {

struct OrificeFlow {
  double q;      // [m³/s], positive from high to low pressure
  double by_dp;  // dq/ddp [m³/s/Pa]
};

struct Orifice {
  OrificeLaw law = OrificeLaw::smooth;
  double coefficient = 0.0;  // C [m³/s/√Pa]
  double transition = 2e4;   // dp_tr, dp0 or delta [Pa]

  static constexpr double kSqrtFloor = 1.0;  // [Pa]
};

[[nodiscard]] inline double sharp_edge_coefficient(double discharge, double area, double density) {
  return discharge * area * std::sqrt(2.0 / density);
}

// f(dp) and f'(dp), without the coefficient.
[[nodiscard]] inline OrificeFlow flow_shape(OrificeLaw law, double transition, double dp) noexcept {
  const double size = std::abs(dp);
  if (law == OrificeLaw::smooth) {
    const double square = dp * dp + transition * transition;
    const double root = 1.0 / std::sqrt(std::sqrt(square));
    return {dp * root, root * (0.5 * dp * dp + transition * transition) / square};
  }
  const double edge = law == OrificeLaw::sqrt ? Orifice::kSqrtFloor : transition;
  if (size >= edge) {
    const double root = std::sqrt(size);
    return {std::copysign(root, dp), 0.5 / root};
  }
  const double scale = 1.0 / std::sqrt(edge);
  if (law == OrificeLaw::two_regime) {
    const double x = dp / edge;
    return {dp * scale * (1.25 - 0.25 * x * x), scale * (1.25 - 0.75 * x * x)};
  }
  return {dp * scale, scale};
}

[[nodiscard]] inline OrificeFlow flow(const Orifice& orifice, double dp) noexcept {
  const OrificeFlow shape = flow_shape(orifice.law, orifice.transition, dp);
  return {orifice.coefficient * shape.q, orifice.coefficient * shape.by_dp};
}

}  // namespace bramah
