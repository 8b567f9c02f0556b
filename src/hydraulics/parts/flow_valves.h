// Valves that set a flow: throttle, throttle with check, flow control valve, control throttle.
#pragma once

#include <array>

#include "bramah/parts.h"
#include "hydraulics/parts/flow_law.h"

namespace bramah {

// An input as an opening between 0 and 1.
template <class T>
[[nodiscard]] T clamped_opening(const T& u) noexcept {
  return u < 0.0 ? T(0.0) : u > 1.0 ? T(1.0) : u;
}

// Q = C u f(p_A - p_B), 0 <= u <= 1
struct Throttle {
  static constexpr PartShape kShape{.ports = 2, .inputs = 1};  // A, B; opening
  Passage passage;

  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    return {{{0, 1, passage.flow(clamped_opening(x[2]), x[0] - x[1])}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 2, f);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
};

// Free from A to B through the check valve, throttled from B to A.
struct ThrottleCheckValve {
  static constexpr PartShape kShape{.ports = 2, .inputs = 1};  // A, B; opening
  Passage passage;
  double cracking = 5e4;  // [Pa]
  double range = 1e5;     // [Pa]
  Passage check;

  template <class T>
  std::array<EdgeFlow<T>, 2> edges(const T* x) const noexcept {
    const T dp = x[0] - x[1];
    return {{{0, 1, passage.flow(clamped_opening(x[2]), dp)},
             {0, 1, check.flow(rounded_step((dp - cracking) / range), dp)}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 2, f);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
};

// Pressure-compensated flow without dynamics. The throttle sees m(dp) instead of dp:
//   Q = U f(m(dp))/f(3/4 dp_r),   m = dp below dp_r/2, 3/4 dp_r above dp_r, a parabola between
// so that Q is the flow U asked for from dp = dp_r on, and that of a fixed throttle below and
// backwards.
struct FlowControlValve {
  static constexpr PartShape kShape{.ports = 2, .inputs = 1};  // P, A; flow
  double regulating = 8e5;                                     // dp_r [Pa]
  double transition = 2e4;                                     // [Pa]

  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    const T dp = x[0] - x[1];
    const T seen = dp - smooth_positive(dp - 0.5 * regulating, 0.5 * regulating);
    const double full = flow_shape(OrificeLaw::smooth, transition, 0.75 * regulating).q;
    const T wanted = x[2] < 0.0 ? T(0.0) : x[2];
    return {{{0, 1, wanted * flow_law(OrificeLaw::smooth, transition, seen) / full}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 2, f);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
};

// The throttle of a proportional flow control valve [Malysheva2021, Eqs. 2.25, 2.27]:
//   k'' = (U - C9) C6 C7² - 2 C8 C7 k' - C7² k,   Q = max(k, k_min) f(p_A - p_B)
struct ControlThrottle {
  static constexpr PartShape kShape{.ports = 2, .states = 2, .inputs = 1};  // A, B; k, k'; U
  double C6 = 0.0;                                                          // [m³/s/√Pa/V]
  double C7 = 0.0;                                                          // [rad/s]
  double C8 = 0.0;                                                          // damping ratio
  double C9 = 0.0;                                                          // [V] dead band
  double k_min = 1e-8;                                                      // [m³/s/√Pa]
  Passage passage{.coefficient = 1.0, .transition = 1e4, .law = OrificeLaw::two_regime};

  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    const T k = x[2] < k_min ? T(k_min) : x[2];
    return {{{0, 1, passage.flow(k, x[0] - x[1])}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 2, f);
    f[2] = x[3];
    f[3] = (x[4] - C9) * (C6 * C7 * C7) - 2.0 * C8 * C7 * x[3] - C7 * C7 * x[2];
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
  double scale(int state) const noexcept { return state == 0 ? C6 : C6 * C7; }
};

}  // namespace bramah
