// Pressure compensators: before the metering edge, after it, and the semi-empirical model. In the
// first two f lets oil pass one way only; see Passage::forward().
#pragma once

#include <array>

#include "bramah/parts.h"
#include "hydraulics/parts/flow_law.h"

namespace bramah {

// The highest of two load pressures; a port that is connected to nothing has pressure 0.
template <class T>
[[nodiscard]] T load_sense(const T& first, const T& second) noexcept {
  return first < second ? second : first;
}

// LS and LS2 feel a pressure and pass no oil.
constexpr bool is_sensed(int port) noexcept { return port == 2 || port == 3; }

// Before the metering edge, keeps p_A - p_LS at its margin: wide open below, shut above.
//   x_target = 1 - step((p_A - p_LS - margin)/range + 1/2),   Q = C x f(p_P - p_A)
template <bool kLag>
struct Compensator {
  static constexpr PartShape kShape{.ports = 4, .states = kLag ? 1 : 0};  // P, A, LS, LS2
  double margin = 7e5;                                                    // [Pa]
  double range = 3e5;                                                     // [Pa]
  Passage passage;
  Follower<kLag> spool{};

  static constexpr bool depends(int output, int input) noexcept {
    if (is_sensed(output)) return false;
    return !kLag || (output == 4 ? input != 0 : !is_sensed(input));
  }
  template <class T>
  T target(const T* x) const noexcept {
    const T over = x[1] - load_sense(x[2], x[3]) - margin;
    return 1.0 - rounded_step(over / range + 0.5);
  }
  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    return {{{0, 1, passage.forward(spool.opening(target(x), x + 4), x[0] - x[1])}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 4, f);
    spool.rate(target(x), x + 4, f + 4);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
  StateLimits limits(int) const noexcept { return {0.0, 1.0}; }
};

// After the metering edge, in the way from A to the load at B: the highest load pressure of the
// machine and a spring shut it, the pressure before it opens it. So all metering edges see the same
// drop, also when the pump cannot follow.
//   x_target = step((p_A - p_LS - spring)/range),   Q = C x f(p_A - p_B)
template <bool kLag>
struct PostCompensator {
  static constexpr PartShape kShape{.ports = 4, .states = kLag ? 1 : 0};  // A, B, LS, LS2
  double spring = 2e5;                                                    // [Pa]
  double range = 3e5;                                                     // [Pa]
  Passage passage;
  Follower<kLag> spool{};

  static constexpr bool depends(int output, int input) noexcept {
    if (is_sensed(output)) return false;
    return !kLag || (output == 4 ? input != 1 : !is_sensed(input));
  }
  template <class T>
  T target(const T* x) const noexcept {
    return rounded_step((x[0] - load_sense(x[2], x[3]) - spring) / range);
  }
  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    return {{{0, 1, passage.forward(spool.opening(target(x), x + 4), x[0] - x[1])}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 4, f);
    spool.rate(target(x), x + 4, f + 4);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
  StateLimits limits(int) const noexcept { return {0.0, 1.0}; }
};

// [Malysheva2021, Eqs. 2.24, 2.26, 2.44-2.45], after Handroos and Vilenius 1991:
//   K' = (C5 - p_A + p_LS - (C1 + C2 (p_P - p_A)) K)/C3,   Q = K f(p_P - p_A)
// with hard stops of K, which the thesis does not print but its numbers need.
struct SemiEmpiricalCompensator {
  static constexpr PartShape kShape{.ports = 4, .states = 1};  // P, A, LS, LS2; K
  double C1 = 0.0;                                             // [Pa^1.5 s/m³]
  double C2 = 0.0;                                             // [Pa^0.5 s/m³]
  double C3 = 0.0;                                             // [Pa^1.5 s²/m³]
  double C5 = 0.0;                                             // [Pa]
  double K_min = 5e-11, K_max = 1e-6;                          // [m³/s/√Pa]
  Passage passage{.coefficient = 1.0, .transition = 1e4, .law = OrificeLaw::two_regime};

  static constexpr bool depends(int output, int input) noexcept {
    return !is_sensed(output) && (output == 4 || !is_sensed(input));
  }
  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    return {{{0, 1, passage.flow(x[4], x[0] - x[1])}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 4, f);
    const T load = load_sense(x[2], x[3]);
    f[4] = (C5 - x[1] + load - (C1 + C2 * (x[0] - x[1])) * x[4]) / C3;
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
  StateLimits limits(int) const noexcept { return {K_min, K_max}; }
  double scale(int) const noexcept { return K_max; }
};

}  // namespace bramah
