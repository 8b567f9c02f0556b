// What the parts are made of: the orifice laws for any number type, ramps that are C1, and the
// edges between ports along which oil flows and power is lost.
//
// The room: every part of the catalogue, one struct each with one pure function and one PartInfo.
//   x = [pressures at the ports | own states | inputs | (s, sdot)]
//   f = [flows out of the ports into the nodes | rates of the states | (force)]
//   Q = C opening f(dp)                                                  [Jaiswal2021, Eqs. 24, 26]
//   C = C_d A sqrt(2/rho)                                                [Jaiswal2021, Eq. 25]
// Slopes by dual numbers, or by hand where machines spend their time (orifice, directional valve,
// cylinder). hydraulics/circuit.h calls them all through Part, the catalogue page and the reader's
// tables read PartInfo. A new part is one new file here: part_family.h, docs/extending.md.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "bramah/basics.h"
#include "bramah/parts.h"
#include "hydraulics/parts/orifice.h"
#include "hydraulics/parts/smooth.h"

namespace bramah {

// f(dp) of orifice.h, with slopes where T carries them.
template <class T>
[[nodiscard]] T flow_law(OrificeLaw law, double transition, const T& dp) noexcept {
  const OrificeFlow shape = flow_shape(law, transition, value_of(dp));
  if constexpr (std::is_same_v<T, double>)
    return shape.q;
  else
    return dp.chain(shape.q, shape.by_dp);
}

// Shut, and staying so whatever moves a little: most valves are, most of the time.
template <class T>
[[nodiscard]] bool stays_shut(const T& opening) noexcept {
  if constexpr (std::is_same_v<T, double>) {
    return opening == 0.0;
  } else {
    bool shut = opening.v == 0.0;
    for (const double slope : opening.d) shut = shut && slope == 0.0;
    return shut;
  }
}

// A restriction whose fully open flow is given at one pressure drop, as data sheets do.
struct Passage {
  double coefficient = 0.0;  // C [m³/s/√Pa]
  double transition = 2e4;   // [Pa]
  OrificeLaw law = OrificeLaw::smooth;

  static Passage nominal(double flow, double drop, double transition = 2e4,
                         OrificeLaw law = OrificeLaw::smooth) {
    return {flow / flow_shape(law, transition, drop).q, transition, law};
  }
  template <class T>
  [[nodiscard]] T flow(const T& opening, const T& dp) const noexcept {
    if (stays_shut(opening)) return T(0.0);
    return opening * flow_law(law, transition, dp) * coefficient;
  }
  // The same one way only. A valve that its inlet opens must not let oil back: backflow would raise
  // the inlet's pressure and open it further, and the equations would have several solutions.
  template <class T>
  [[nodiscard]] T forward(const T& opening, const T& dp) const noexcept {
    if (stays_shut(opening)) return T(0.0);
    return flow(opening, dp) * rounded_step(dp / transition);
  }
};

// max(z, 0) with its corner rounded over [0, width]: z²/2w there, z - w/2 beyond.
template <class T>
[[nodiscard]] T smooth_positive(const T& z, double width) noexcept {
  if (z <= 0.0) return T(0.0);
  if (z >= width) return z - 0.5 * width;
  return z * z * (0.5 / width);
}

// Pressure drop at which an orifice turns laminar. With D = sqrt(4 A/π) and k = C_d A sqrt(2/ρ),
// Re = Q D/(A ν) gives
//   dp0 = Re² ν² π sqrt(ρ)/(4 sqrt(2) C_d k)                            [Malysheva2021, Eq. 4.17]
[[nodiscard]] inline double transition_drop(double reynolds, double viscosity, double density,
                                            double discharge, double coefficient) {
  const double re_nu = reynolds * viscosity;
  return re_nu * re_nu * std::numbers::pi * std::sqrt(density) /
         (4.0 * std::numbers::sqrt2 * discharge * coefficient);
}

template <class T>
struct EdgeFlow {
  int from, to;  // ports
  T q;           // [m³/s]
};

// Port flows from edge flows; ports without an edge get none.
template <class T, std::size_t N>
void add_flows(const std::array<EdgeFlow<T>, N>& edges, int ports, T* f) noexcept {
  for (int i = 0; i < ports; ++i) f[i] = T(0.0);
  for (const auto& edge : edges) {
    f[edge.from] -= edge.q;
    f[edge.to] += edge.q;
  }
}

// What goes in through the ports and stays: the sum of q dp over the edges.
template <int kPorts>
[[nodiscard]] PartPower port_losses(const double* x, const double* f) noexcept {
  PartPower power;
  for (int i = 0; i < kPorts; ++i) power.lost -= f[i] * x[i];
  return power;
}

// A poppet or piston that takes its place at once, or follows it with tau x' = target - x. The
// lagging kind has the opening as its first state.
template <bool kLag>
struct Follower {
  double tau = 0.0;  // [s]

  template <class T>
  [[nodiscard]] T opening(const T& target, const T* states) const noexcept {
    if constexpr (kLag)
      return states[0];
    else
      return target;
  }
  template <class T>
  void rate(const T& target, const T* states, T* rates) const noexcept {
    if constexpr (kLag) rates[0] = (target - states[0]) / tau;
  }
};

}  // namespace bramah
