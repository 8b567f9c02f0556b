// An actuator with limits that follows a length s_r(t): a force in place of a constraint.
//
//   u = clamp(s_r' + (s_r - s)/T, +-speed)     speed it aims at; T closes a gap
//   F = force clip((u - s')/w)                 clip: odd, C1, +-1 from |x| = 1.5 on
// Below its limit it pushes with force/w per speed that is missing, so that it lags by w F/force in
// speed and T times that in length. No more force than the limit by construction; the speed is
// passed by 1.5 w at most while the force suffices, so that w is a small part of it.
#pragma once

#include <algorithm>
#include <cmath>

#include "multibody/mechanism.h"

namespace bramah {

struct GuideServo {
  double force_limit = 1e7;    // [N]
  double speed_limit = 1e300;  // [m/s]
  double missing = 1e-4;       // w [m/s]

  static constexpr double kTime = 0.1;          // T [s]
  static constexpr double kPartOfSpeed = 5e-4;  // w, at most

  [[nodiscard]] GaugeForce force(const DriverValue& reference, double s,
                                 double rate) const noexcept {
    const double wanted = reference.rate + (reference.value - s) / kTime;
    const bool free = std::abs(wanted) < speed_limit;
    const double u = std::clamp(wanted, -speed_limit, speed_limit);
    const auto [value, slope] = clip((u - rate) / missing);
    const double by_rate = -force_limit * slope / missing;
    return {force_limit * value, free ? by_rate / kTime : 0.0, by_rate};
  }

  // The share of a change of length and rate that Newton may take: not from one limit of the force
  // past the zero to the other, between which its slope is all there is to know.
  [[nodiscard]] double share(const DriverValue& reference, double s, double rate, double ds,
                             double drate) const noexcept {
    const auto lack = [&](double length, double speed) {
      const double wanted = reference.rate + (reference.value - length) / kTime;
      return (std::clamp(wanted, -speed_limit, speed_limit) - speed) / missing;
    };
    const double now = lack(s, rate), next = lack(s + ds, rate + drate);
    return std::abs(now) > 0.5 && now * next < 0.0 && std::abs(next) > 0.5 ? now / (now - next)
                                                                           : 1.0;
  }

  struct Clipped {
    double value, slope;
  };
  // x up to |x| = 1/2, +-1 from 3/2 on, a parabola between.
  [[nodiscard]] static Clipped clip(double x) noexcept {
    const double size = std::abs(x), sign = x < 0.0 ? -1.0 : 1.0;
    if (size <= 0.5) return {x, 1.0};
    if (size >= 1.5) return {sign, 0.0};
    const double left = 1.5 - size;
    return {sign * (1.0 - 0.5 * left * left), left};
  }
};

}  // namespace bramah
