#include "integrators/predictor.h"

namespace bramah {

namespace {

void remember(std::span<const double> rate, std::span<const double> end, double h, double last,
              std::span<double> before, std::span<double> bend) noexcept {
  const bool known = last > 0.0;
  const double by_h = known ? 1.0 / (h * (h + last)) : 0.0, by_last = known ? by_h * h / last : 0.0;
  for (std::size_t i = 0; i < rate.size(); ++i) {
    bend[i] = by_h * (end[i] - rate[i]) - by_last * (rate[i] - before[i]);
    before[i] = rate[i];
  }
}

}  // namespace

void remember(const StatePoint& p, double h, const Trial& end) noexcept {
  if (p.before_h.empty()) return;
  remember(p.a, end.a, h, p.before_h[0], p.before_a, p.bend_a);
  remember(p.ydot, end.ydot, h, p.before_h[0], p.before_y, p.bend_y);
  p.before_h[0] = h;
}

}  // namespace bramah
