// What a grip holds a body with: along one axis of the body that grips, a spring and a damper that are
// there while `holds` is 1 and pull towards the place where they were when it became 1,
//
//   F = -holds (k (s - place) + d s'),   holds' = place' = 0
// s: place of a point of the held body along the axis. Both states are set between steps
// (machine/loads.h), so that nothing jumps when a grip closes; a grip is several of these.
#pragma once

#include "bramah/forces.h"

namespace bramah {

struct Hold {
  static constexpr ForceShape kShape{.measures = 1, .states = 2};
  enum State { kHolds = 0, kPlace = 1 };
  double stiffness;  // k [N/m]
  double damping;    // d [N s/m]

  template <class T>
  void equations(const T* x, T* f) const {
    f[0] = -x[2] * (stiffness * (x[0] - x[3]) + damping * x[1]);
    f[1] = f[2] = T(0.0);
  }
  template <class T>
  T stored(const T* x) const {
    const T stretch = x[0] - x[3];
    return 0.5 * stiffness * x[2] * stretch * stretch;
  }
};

inline const ForceInfo& hold_info() {
  static const ForceInfo info{
      .type = "hold",
      .doc = "One axis of a grip.",
      .acts = ForceInfo::Acts::between,
      .parameters = {{"stiffness", "N/m", "while it holds"}, {"damping", "N s/m", "the same", 0.0}},
      .states = {{"holds", "1", "1 while it holds"}, {"place", "m", "to which it pulls"}},
      .make = [](std::span<const double> p) -> std::unique_ptr<const ForceElement> {
        return std::make_unique<ForceOf<Hold>>(Hold{p[0], p[1]});
      }};
  return info;
}

}  // namespace bramah
