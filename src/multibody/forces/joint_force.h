// What acts on one joint coordinate by itself: spring, damper and soft limits, with exact slopes.
//
//   Q = -k (q - rest) - d v + limit(q, v)
// A limit is a spring from its first touch on; its damping grows from zero over the first `kOnset` of
// penetration, so that the force does not jump.
#pragma once

#include <algorithm>

namespace bramah {

struct JointForce {
  double stiffness = 0.0, rest = 0.0, damping = 0.0;
  bool limited = false;
  double lower = 0.0, upper = 0.0, limit_stiffness = 0.0, limit_damping = 0.0;

  static constexpr double kOnset = 1e-3;  // [rad] or [m]

  struct Value {
    double force = 0.0, by_q = 0.0, by_v = 0.0;
    double stored = 0.0;      // energy in springs and limits
    double dissipated = 0.0;  // power
  };
  [[nodiscard]] Value evaluate(double q, double v) const noexcept {
    Value out;
    const double stretch = q - rest;
    out.force = -stiffness * stretch - damping * v;
    out.by_q = -stiffness;
    out.by_v = -damping;
    out.stored = 0.5 * stiffness * stretch * stretch;
    out.dissipated = damping * v * v;
    if (limited) {
      if (q < lower) add_limit(lower - q, +1.0, v, out);
      if (q > upper) add_limit(q - upper, -1.0, v, out);
    }
    return out;
  }
  bool active() const noexcept { return stiffness != 0.0 || damping != 0.0 || limited; }

 private:
  // Penetration x > 0; `sign` points back into the range.
  void add_limit(double x, double sign, double v, Value& out) const noexcept {
    const double k = limit_stiffness, t = std::min(x, kOnset) / kOnset;
    const double ramp = t * t * (3.0 - 2.0 * t);
    const double ramp_slope = x < kOnset ? 6.0 * t * (1.0 - t) / kOnset : 0.0;
    out.force += sign * k * x - limit_damping * ramp * v;
    out.by_q += -k + sign * limit_damping * ramp_slope * v;
    out.by_v += -limit_damping * ramp;
    out.stored += 0.5 * k * x * x;
    out.dissipated += limit_damping * ramp * v * v;
  }
};

}  // namespace bramah
