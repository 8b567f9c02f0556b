// A spring and a damper in series between two points: a mount that holds a load for a moment and
// creeps under it. The damper's length e is a state,
//
//   F = -k (s - rest - e),   d e' = k (s - rest - e)
// so that F' = -k s' - F k/d [Maxwell's model of a viscoelastic body].
#pragma once

#include "bramah/forces.h"

namespace bramah {

struct Maxwell {
  static constexpr ForceShape kShape{.measures = 1, .states = 1};
  double stiffness;  // k [N/m]
  double damping;    // d [N s/m]
  double rest;       // length without force at the start [m]

  template <class T>
  void equations(const T* x, T* f) const {
    const T stretch = x[0] - rest - x[2];
    f[0] = -stiffness * stretch;
    f[1] = stiffness / damping * stretch;
  }
  template <class T>
  T stored(const T* x) const {
    const T stretch = x[0] - rest - x[2];
    return 0.5 * stiffness * stretch * stretch;
  }
};

inline const ForceInfo& maxwell_info() {
  static const ForceInfo info{
      .type = "maxwell",
      .doc = "A spring and a damper in series: it gives way to a lasting load.",
      .acts = ForceInfo::Acts::between,
      .parameters = {{"stiffness", "N/m", "of the spring", kRequiredParameter, 1e-3, 1e12},
                     {"damping", "N s/m", "of the damper", kRequiredParameter, 1e-3, 1e12},
                     {"rest", "m", "distance without force at the start", 0.0}},
      .states = {{"creep", "m", "length of the damper"}},
      .make = [](std::span<const double> p) -> std::unique_ptr<const ForceElement> {
        return std::make_unique<ForceOf<Maxwell>>(Maxwell{p[0], p[1], p[2]});
      }};
  return info;
}

}  // namespace bramah
