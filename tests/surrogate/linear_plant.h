// A plant whose best predictor is known: y(k) = a1 y(k-1) + a2 y(k-2) + b u(k-1), driven by levels.
#pragma once

#include "core/rng.h"
#include "surrogate/dataset.h"

namespace bramah {

struct LinearPlant {
  double a1 = 1.5, a2 = -0.56, b = 0.06;  // poles 0.7 and 0.8, gain 1
  [[nodiscard]] double next(double y1, double y2, double u1) const {
    return a1 * y1 + a2 * y2 + b * u1;
  }
};

inline Samples record_of(const LinearPlant& plant, Eigen::Index count, std::uint64_t seed) {
  Samples s;
  s.sample_time = 0.1;
  s.inputs.resize(1), s.outputs.resize(1);
  s.inputs[0].name = "u", s.outputs[0].name = "y";
  s.u.resize(1, count), s.y.setZero(1, count);
  for (Eigen::Index k = 0; k < count; ++k) {
    s.u(0, k) = 6.0 * random_fraction(seed, k / 7) - 2.0;
    if (k >= 2) s.y(0, k) = plant.next(s.y(0, k - 1), s.y(0, k - 2), s.u(0, k - 1));
  }
  learn_ranges(s);
  return s;
}

}  // namespace bramah
