// Functions of time: constant, steps, ramps, sine, samples, random levels.
#include <algorithm>
#include <cmath>

#include "core/signal_graph.h"
#include "core/smooth_rise.h"

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

// The same points, reached at rest.
TimeValue smooth_value(const std::vector<double>& x, const std::vector<double>& y, double t,
                       double anchor) {
  if (anchor <= x.front()) return {y.front(), 0.0, 0.0};
  if (anchor >= x.back()) return {y.back(), 0.0, 0.0};
  const auto i = std::upper_bound(x.begin(), x.end(), anchor) - x.begin();
  const double span = x[i] - x[i - 1];
  return smooth_rise(y[i - 1], y[i] - y[i - 1], (t - x[i - 1]) / span, span);
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
    case SignalKind::random:
      return node.random.value(t, anchor);
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
