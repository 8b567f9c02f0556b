// Valves that a pressure opens or shuts: relief, sequence, reducing and counterbalance valve.
//
// The opening goes from 0 to 1 by step(t) = 3t² - 2t³ over a band of pressure; with kLag it is a
// state that follows with tau x' = step - x. Settings are differences against the drain or outlet
// where the valve has one, else absolute pressures. But for the relief valve, f lets oil pass one
// way only; see Passage::forward().
#pragma once

#include <array>

#include "bramah/parts.h"
#include "hydraulics/parts/flow_law.h"

namespace bramah {

// x_target = step((p_P - p_T - cracking)/override), Q = C x f(p_P - p_T)
template <bool kLag>
struct ReliefValve {
  static constexpr PartShape kShape{.ports = 2, .states = kLag ? 1 : 0};  // P, T
  double cracking = 0.0;                                                  // [Pa]
  double override_ = 1e6;                                                 // [Pa]
  Passage passage;
  Follower<kLag> poppet{};

  template <class T>
  T target(const T* x) const noexcept {
    return rounded_step((x[0] - x[1] - cracking) / override_);
  }
  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    return {{{0, 1, passage.flow(poppet.opening(target(x), x + 2), x[0] - x[1])}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 2, f);
    poppet.rate(target(x), x + 2, f + 2);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
  StateLimits limits(int) const noexcept { return {0.0, 1.0}; }
};

// x_target = step((p_P - p_T - setting)/range), Q = C x f(p_P - p_A): T is only felt.
template <bool kLag>
struct SequenceValve {
  static constexpr PartShape kShape{.ports = 3, .states = kLag ? 1 : 0};  // P, A, T
  double setting = 0.0;                                                   // [Pa]
  double range = 5e5;                                                     // [Pa]
  Passage passage;
  Follower<kLag> poppet{};

  template <class T>
  T target(const T* x) const noexcept {
    return rounded_step((x[0] - x[2] - setting) / range);
  }
  template <class T>
  std::array<EdgeFlow<T>, 1> edges(const T* x) const noexcept {
    return {{{0, 1, passage.forward(poppet.opening(target(x), x + 3), x[0] - x[1])}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 3, f);
    poppet.rate(target(x), x + 3, f + 3);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
  StateLimits limits(int) const noexcept { return {0.0, 1.0}; }
};

// The spool's position z runs from -1 (A relieved to T) over 0 (shut) to 1 (P-A open):
//   z_target = 1 - step((e + range)/range) - step((e - gap)/range),   e = p_A - p_T - setting
// P-A opens with z > 0 and A-T with z < 0, both rounded where they leave 0.
template <bool kLag>
struct ReducingValve {
  static constexpr PartShape kShape{.ports = 3, .states = kLag ? 1 : 0};  // P, A, T
  static constexpr double kRounding = 0.2;                                // of z
  double setting = 0.0;                                                   // [Pa]
  double range = 5e5;                                                     // [Pa]
  double gap = 2e5;   // [Pa] above the setting, before it relieves
  Passage passage;    // P-A
  Passage relieving;  // A-T
  Follower<kLag> spool{};

  template <class T>
  T target(const T* x) const noexcept {
    const T over = x[1] - x[2] - setting;
    return 1.0 - rounded_step((over + range) / range) - rounded_step((over - gap) / range);
  }
  template <class T>
  std::array<EdgeFlow<T>, 2> edges(const T* x) const noexcept {
    const T z = spool.opening(target(x), x + 3);
    const double widest = 1.0 - 0.5 * kRounding;
    const T open = smooth_positive(z, kRounding) / widest;
    const T relief = smooth_positive(-z, kRounding) / widest;
    return {{{0, 1, passage.forward(open, x[0] - x[1])},
             {1, 2, relieving.forward(relief, x[1] - x[2])}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 3, f);
    spool.rate(target(x), x + 3, f + 3);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
  StateLimits limits(int) const noexcept { return {-1.0, 1.0}; }
};

// Relief type with pilot ratio R: the load and the pilot open it, the spring shuts it, and unless
// its spring chamber is vented the back pressure at V shuts it with the area of both:
//   x_target = step((p_C + R p_X - setting - (1 + R) p_V)/range),   Q = C x f(p_C - p_V)
// beside a check valve from V to C.
template <bool kLag>
struct CounterbalanceValve {
  static constexpr PartShape kShape{.ports = 3, .states = kLag ? 1 : 0};  // C, V, X
  double setting = 0.0;                                                   // [Pa]
  double ratio = 3.0;                                                     // R
  double range = 3e6;                                                     // [Pa]
  bool vented = false;
  Passage passage;              // C-V
  double check_cracking = 5e4;  // [Pa]
  double check_range = 1e5;     // [Pa]
  Passage check;                // V-C
  Follower<kLag> poppet{};

  static constexpr bool depends(int output, int input) noexcept {  // X is only felt
    return output == 3 || (output != 2 && (!kLag || input != 2));
  }

  template <class T>
  T target(const T* x) const noexcept {
    const T open = x[0] + ratio * x[2] - setting, back = (1.0 + ratio) * x[1];
    return rounded_step((vented ? open : open - back) / range);
  }
  template <class T>
  std::array<EdgeFlow<T>, 2> edges(const T* x) const noexcept {
    const T dp = x[0] - x[1], free = rounded_step((-dp - check_cracking) / check_range);
    return {{{0, 1, passage.forward(poppet.opening(target(x), x + 3), dp)},
             {1, 0, check.flow(free, -dp)}}};
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    add_flows(edges(x), 3, f);
    poppet.rate(target(x), x + 3, f + 3);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return port_losses<kShape.ports>(x, f);
  }
  StateLimits limits(int) const noexcept { return {0.0, 1.0}; }
};

}  // namespace bramah
