#include "build/stability.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

double turn(const FootLoad& o, const FootLoad& a, const FootLoad& b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

}  // namespace

// A line through two feet with all others on its left is an edge of the hull.
double tip_margin(std::span<const FootLoad> feet) noexcept {
  FootLoad c;
  for (const FootLoad& f : feet) c.load += f.load, c.x += f.load * f.x, c.y += f.load * f.y;
  if (!(c.load > 0.0)) return 0.0;
  c.x /= c.load, c.y /= c.load;
  constexpr double kAside = 1e-9;  // [m]
  double margin = 1e300;
  for (const FootLoad& a : feet)
    for (const FootLoad& b : feet) {
      const double length = std::hypot(b.x - a.x, b.y - a.y);
      if (length < kAside) continue;
      const bool edge = std::ranges::all_of(
          feet, [&](const FootLoad& f) { return turn(a, b, f) >= -kAside * length; });
      if (edge) margin = std::min(margin, turn(a, b, c) / length);
    }
  return std::max(margin, 0.0);
}

double tip_margin_along(std::span<const FootLoad> feet) noexcept {
  double load = 0.0, moment = 0.0;
  for (const FootLoad& f : feet) load += f.load, moment += f.load * f.x;
  if (!(load > 0.0)) return 0.0;
  const auto [least, most] = std::ranges::minmax(feet, {}, &FootLoad::x);
  return std::max(std::min(moment / load - least.x, most.x - moment / load), 0.0);
}

}  // namespace bramah
