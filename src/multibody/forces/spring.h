// A linear spring and damper between two points, F = -k (s - rest) - d s', positive when it pushes.
#pragma once

#include "multibody/mechanism.h"

namespace bramah {

struct Spring {
  double stiffness = 0.0, rest = 0.0, damping = 0.0;

  [[nodiscard]] GaugeForce force(double length, double rate) const noexcept {
    return {-stiffness * (length - rest) - damping * rate, -stiffness, -damping};
  }
};

}  // namespace bramah
