// A point of a body that may touch the ground: a plane, level or sloping, that yields a little and holds
// by friction. Feet of outriggers, corners of boxes, teeth of buckets.
//
//   d = offset - n.p                     depth; n, t_1, t_2: normal and tangents of the plane
//   N = f(d) (1 + c d')⁺                 normal force                              [Hunt1975]
//   f = k d²/(2 w),  d < w;  k (d - w/2) beyond: a smooth start
//   z' = v - b² (v.z)⁺ z/z_m²            bristles, b = |z|²/z_m²: they bend by at most z_m
//   F = -mu N (z/z_m + (1 - b⁴)⁺ s v/√(1 + s² v²))
// At rest bristles hold any load up to mu N and nothing creeps (v = 0 is a rest); sliding, |z| = z_m and
// the force is mu N against the motion; turned back, they unbend without slip. While they are not bent
// fully, s damps what stands on them.
//
// Where f returns to zero a ball leaves with e times the speed v_0 of its impact, whatever f and the
// mass [v dv/dd = -f (1 + c v)/m, integrated]:
//   c v_0 (1 + e) = ln((1 + c v_0)/(1 - e c v_0))
// from which c follows for a restitution e at an impact speed v_0; slower impacts bounce better.
#pragma once

#include <cmath>

#include "bramah/forces.h"

namespace bramah {

struct Contact {
  static constexpr ForceShape kShape{.measures = 3, .states = 2};

  double stiffness;              // k [N/m]
  double damping;                // c [s/m]
  double onset;                  // w [m]
  double friction;               // mu [-]
  double bend;                   // z_m [m]
  double bristle_damping;        // s [s/m]
  Triple normal, first, second;  // n, t_1, t_2
  double offset;                 // of the plane along n [m]

  template <class T>
  void equations(const T* x, T* f) const {
    using std::sqrt;
    const T load = normal_force(x);
    const T v1 = along(first, x + 3), v2 = along(second, x + 3);
    const T z1 = x[6] / bend, z2 = x[7] / bend, bent = z1 * z1 + z2 * z2, square = bent * bent;
    const T ahead = v1 * z1 + v2 * z2;
    const T slips = ahead > 0.0 ? T(square * ahead) : T(0.0);
    const double s = bristle_damping;
    T damped(0.0);
    if (bent < 1.0) damped = s * (1.0 - square * square) / sqrt(1.0 + s * s * (v1 * v1 + v2 * v2));
    const T push1 = -friction * load * (z1 + damped * v1);
    const T push2 = -friction * load * (z2 + damped * v2);
    for (int k = 0; k < 3; ++k) f[k] = normal[k] * load + first[k] * push1 + second[k] * push2;
    f[3] = v1 - slips * z1;
    f[4] = v2 - slips * z2;
  }
  template <class T>
  T stored(const T* x) const {
    const T d = depth(x);
    if (d <= 0.0) return T(0.0);
    if (d < onset) return stiffness / (6.0 * onset) * d * d * d;
    return stiffness * (0.5 * d * (d - onset) + onset * onset / 6.0);
  }
  double scale(int) const { return bend; }
  double output(int which, const double* x, const double*) const {
    if (which == 0) return -depth(x);
    if (which == 1) return std::hypot(along(first, x + 3), along(second, x + 3));
    return normal_force(x);
  }

  // c from a restitution e at the impact speed v.
  static double damping_for(double e, double v) {
    if (e >= 1.0) return 0.0;
    double low = 1e-9, high = 1.0 / e;  // of c v; the difference below is positive under its root
    for (int k = 0; k < 200; ++k) {
      const double at = 0.5 * (low + high);
      const double open = at * (1.0 + e) - std::log1p(at) + std::log1p(-e * at);
      (open > 0.0 ? low : high) = at;
    }
    return 0.5 * (low + high) / v;
  }

 private:
  template <class T>
  static T along(const Triple& n, const T* x) {
    return n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
  }
  template <class T>
  T depth(const T* x) const {
    return offset - along(normal, x);
  }
  template <class T>
  T normal_force(const T* x) const {
    const T d = depth(x), grip = 1.0 - damping * along(normal, x + 3);
    if (d <= 0.0 || grip <= 0.0) return T(0.0);
    const T spring =
        d < onset ? T(0.5 * stiffness / onset * d * d) : T(stiffness * (d - 0.5 * onset));
    return spring * grip;
  }
};

const ForceInfo& contact_info();

}  // namespace bramah
