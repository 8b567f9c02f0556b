// How near a machine is to tipping: from the loads of its feet.
//
//   c = sum N_i p_i / sum N_i        where the resultant of the feet's forces acts, seen from above
//   margin = least distance of c from the lines between neighbouring feet (their convex hull)
// All that pulls and all inertia is in N: at margin 0 the feet off one line carry nothing, and the
// machine begins to turn about that line.
#pragma once

#include <span>

namespace bramah {

struct FootLoad {
  double x = 0.0, y = 0.0, load = 0.0;  // place seen from above [m], [N]
};
constexpr std::size_t kMostFeet = 32;

// Without any load: 0.
double tip_margin(std::span<const FootLoad> feet) noexcept;
double tip_margin_along(
    std::span<const FootLoad> feet) noexcept;  // x alone: from the outermost feet

}  // namespace bramah
