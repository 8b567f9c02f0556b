// Valves that let oil one way: check valve, pilot-operated check valve, shuttle valve.
//
// A poppet's opening rises smoothly from 0 at the cracking pressure to 1 a `range` above it, so
// that flow and slope are continuous; the spring, the pilot and the pressures act as forces per
// seat area.
#pragma once

#include <array>

#include "bramah/parts.h"
#include "hydraulics/parts/flow_law.h"

namespace bramah {

// Q = C step((p_A - p_B - cracking)/range) f(p_A - p_B)
struct CheckValve {
  static constexpr PartShape kShape{.ports = 2};
  double cracking = 0.0;  // [Pa]
  double range = 1e5;     // [Pa]
  Passage passage;

  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    const T dp = x[0] - x[1];
    return {{{0, 1, passage.flow(rounded_step((dp - cracking) / range), dp)}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 2, f);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
};

// Free from A to B; the pilot piston, R times the seat's area and drained to A, pushes it open for
// flow from B to A. It can push but not pull.
struct PilotCheckValve {
  static constexpr PartShape kShape{.ports = 3};  // A, B, X
  double cracking = 0.0;                          // [Pa]
  double range = 1e5;                             // [Pa]
  double ratio = 4.0;                             // R
  Passage passage;

  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    const T dp = x[0] - x[1], push = smooth_positive(x[2] - x[0], range) * ratio;
    return {{{0, 1, passage.flow(rounded_step((dp + push - cracking) / range), dp)}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 3, f);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
};

// The ball lies on the seat of the lower pressure; within `range` it is on its way and both seats
// are partly open: w for A, 1 - w for B.
struct ShuttleValve {
  static constexpr PartShape kShape{.ports = 3};  // A, B, C
  double range = 1e5;                             // [Pa]
  Passage passage;

  template <class T>
  std::array<EdgeFlow<T>, 2> edges(const T* x) const noexcept {
    const T w = rounded_step((x[0] - x[1]) / (2.0 * range) + 0.5);
    return {{{0, 2, passage.flow(w, x[0] - x[2])}, {1, 2, passage.flow(1.0 - w, x[1] - x[2])}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 3, f);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
};

}  // namespace bramah
