// What two surfaces do to each other where they touch, whatever they are: Hunt and Crossley's normal
// force and friction by bristles, for a normal that may turn; contact.h is the plain case.
//
//   N = f(d) (1 + c d')⁺,   f = k d²/(2w), d < w;  k (d - w/2) beyond              [Hunt1975]
//   z_t = z - n (n.z),  u = z_t/z_m,  b = |u|²
//   z' = v - b² (v.u)⁺ u - rho n (n.z)                v: slip, along the surface
//   F  = N n - mu N (u + (1 - b⁴)⁺ s v/√(1 + s² v²))
// z is a vector of the world; what the turning normal leaves of it along n dies out with rho and pushes
// nothing.
#pragma once

#include "bramah/forces.h"
#include "multibody/forces/body_frame.h"

namespace bramah {

struct Grip {
  double stiffness;                      // k [N/m]
  double damping;                        // c [s/m]
  double onset;                          // w [m]
  double friction;                       // mu [-]
  double bend;                           // z_m [m]
  double bristle_damping;                // s [s/m]
  static constexpr double kFade = 50.0;  // rho [1/s]

  template <class T>
  struct Value {
    T normal{};        // N
    Three<T> force{};  // on what is on the side of n
    Three<T> z_rate{};
  };

  // Depth d and its rate, normal n, velocity of one surface against the other, bristles.
  template <class T>
  Value<T> evaluate(const T& d, const T& rate, const Three<T>& n, const Three<T>& v,
                    const T* z) const {
    using std::sqrt;
    Value<T> out;
    out.normal = normal_force(d, rate);
    const T up = dot3(n, v), lost = dot3(n, z);
    Three<T> slip, u;
    for (int k = 0; k < 3; ++k) slip[k] = v[k] - up * n[k], u[k] = (z[k] - lost * n[k]) / bend;
    const T bent = dot3(u, u), square = bent * bent, ahead = dot3(slip, u);
    const T slips = ahead > 0.0 ? T(square * ahead) : T(0.0);
    const double s = bristle_damping;
    T damped(0.0);
    if (bent < 1.0) damped = s * (1.0 - square * square) / sqrt(1.0 + s * s * dot3(slip, slip));
    for (int k = 0; k < 3; ++k) {
      out.force[k] = out.normal * (n[k] - friction * (u[k] + damped * slip[k]));
      out.z_rate[k] = slip[k] - slips * u[k] - kFade * lost * n[k];
    }
    return out;
  }
  template <class T>
  T normal_force(const T& d, const T& rate) const {
    const T grip = 1.0 + damping * rate;
    if (d <= 0.0 || grip <= 0.0) return T(0.0);
    const T spring =
        d < onset ? T(0.5 * stiffness / onset * d * d) : T(stiffness * (d - 0.5 * onset));
    return spring * grip;
  }
  // Integral of f.
  template <class T>
  T stored(const T& d) const {
    if (d <= 0.0) return T(0.0);
    if (d < onset) return stiffness / (6.0 * onset) * d * d * d;
    return stiffness * (0.5 * d * (d - onset) + onset * onset / 6.0);
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

  // The keys that say it, and it from them, in their order.
  static std::vector<ForceInfo::Parameter> keys(const std::string& whose) {
    return {{"stiffness", "N/m", "of the " + whose, kRequiredParameter, 1e-3, 1e12},
            {"restitution", "1", "speed after an impact over that before", 0.3, 0.05, 1.0},
            {"impact_speed", "m/s", "speed of the impact that `restitution` is meant for", 1.0,
             1e-6, 1e3},
            {"onset", "m", "depth over which the force begins smoothly", 1e-4, 1e-9, 1.0},
            {"friction", "1", "coefficient of friction", 0.6, 0.0, 10.0},
            {"bend", "m", "slip before it slides: how far the bristles bend", 1e-4, 1e-9, 1.0},
            {"bristle_damping", "s/m", "damps what does not slide yet: inverse of a speed", 20.0,
             0.0, 1e6}};
  }
  static Grip from(std::span<const double> p) {
    return {p[0], damping_for(p[1], p[2]), p[3], p[4], p[5], p[6]};
  }
};

inline std::vector<ForceInfo::Parameter> joined(std::vector<ForceInfo::Parameter> a,
                                                const std::vector<ForceInfo::Parameter>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace bramah
