// Viscous friction of a spherical joint, torque -d w with the relative angular velocity w.
//
//   w = sum_i e_i v_i,   Q_i = -d sum_k (e_i . e_k) v_k
// with the axes e_1, e_2, e_3 of its three revolutes, perpendicular but for e_1 . e_3 = sin q_2.
#pragma once

#include <cmath>

namespace bramah {

struct BallDamper {
  double damping = 0.0;  // d [N m s/rad]

  // q, v: of the three revolutes.
  struct Value {
    double force[3];    // Q
    double by_q2[3];    // dQ/dq_2; the others vanish
    double by_v[3][3];  // dQ/dv
    double dissipated;  // power
  };
  [[nodiscard]] Value evaluate(const double* q, const double* v) const noexcept {
    const double d = damping, s = std::sin(q[1]), c = std::cos(q[1]);
    Value out{{-d * (v[0] + s * v[2]), -d * v[1], -d * (v[2] + s * v[0])},
              {-d * c * v[2], 0.0, -d * c * v[0]},
              {{-d, 0.0, -d * s}, {0.0, -d, 0.0}, {-d * s, 0.0, -d}},
              0.0};
    for (int i = 0; i < 3; ++i) out.dissipated -= out.force[i] * v[i];
    return out;
  }
};

}  // namespace bramah
