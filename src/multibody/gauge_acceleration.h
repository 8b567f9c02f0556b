// s'' = J a + (J v)_q v of a gauge; after refresh_rates() for the velocities.
#pragma once

#include "multibody/mechanism.h"

namespace bramah {

[[nodiscard]] inline double gauge_acceleration(const Mechanism& mechanism, int g,
                                               std::span<const double> a,
                                               const Mechanism::Scratch& scratch) {
  const GaugeView gauge = mechanism.gauge(g, scratch);
  double sum = mechanism.gauge_bias(g, scratch);
  for (std::size_t i = 0; i < gauge.support.size(); ++i)
    sum += gauge.jacobian[i] * a[gauge.support[i]];
  return sum;
}

}  // namespace bramah
