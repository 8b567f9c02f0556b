// Functions of time: constant, steps, ramps, sine, samples.
#include <algorithm>
#include <cmath>

#include "core/signal_graph.h"

namespace bramah {

namespace {

// Piecewise-linear interpolation on the piece that contains `anchor`; constant outside.
TimeValue ramp_value(const std::vector<double>& x, const std::vector<double>& y, double t,
                     double anchor) {
  if (anchor <= x.front()) return {y.front(), 0.0, 0.0};
  if (anchor >= x.back()) return {y.back(), 0.0, 0.0};
  const auto i = std::upper_bound(x.begin(), x.end(), anchor) - x.begin();
  const double slope = (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
  return {y[i - 1] + slope * (t - x[i - 1]), slope, 0.0};
}

// The same points, reached at rest: y0 + (y1 - y0) S(x), S = x³ (10 - 15 x + 6 x²).
TimeValue smooth_value(const std::vector<double>& x, const std::vector<double>& y, double t,
                       double anchor) {
  if (anchor <= x.front()) return {y.front(), 0.0, 0.0};
  if (anchor >= x.back()) return {y.back(), 0.0, 0.0};
  const auto i = std::upper_bound(x.begin(), x.end(), anchor) - x.begin();
  const double span = x[i] - x[i - 1], rise = y[i] - y[i - 1];
  const double s = (t - x[i - 1]) / span, rest = 1.0 - s;
  return {y[i - 1] + rise * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s),
          rise / span * 30.0 * s * s * rest * rest,
          rise / (span * span) * 60.0 * s * rest * (1.0 - 2.0 * s)};
}

double step_value(const std::vector<double>& x, const std::vector<double>& y, double anchor) {
  if (anchor < x.front()) return y.front();
  return y[std::upper_bound(x.begin(), x.end(), anchor) - x.begin() - 1];
}

}  // namespace

TimeValue time_value(const SignalNode& node, double t, double anchor) noexcept {
  if (node.period > 0.0) {
    const double cycle = std::floor(anchor / node.period) * node.period;
    t -= cycle;
    anchor -= cycle;
  }
  switch (node.kind) {
    case SignalKind::steps:
      return {step_value(node.x, node.y, anchor), 0.0, 0.0};
    case SignalKind::ramps:
      return node.smooth ? smooth_value(node.x, node.y, t, anchor)
                         : ramp_value(node.x, node.y, t, anchor);
    case SignalKind::samples:
      if (node.hold) return {step_value(node.x, node.y, anchor), 0.0, 0.0};
      return ramp_value(node.x, node.y, t, t);
    case SignalKind::sine: {
      const double angle = node.omega * t + node.phase;
      const double s = node.amplitude * std::sin(angle), c = node.amplitude * std::cos(angle);
      return {node.value + s, node.omega * c, -node.omega * node.omega * s};
    }
    default:
      return {node.value, 0.0, 0.0};
  }
}

}  // namespace bramah
