// A point of a body that may touch the ground: a plane, level or sloping, or a terrain, that yields a
// little and holds by friction. Feet of outriggers, corners of boxes, teeth of buckets.
//
//   d = offset - n.p                     depth; n, t_1, t_2: normal and tangents of the ground
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
#include "multibody/forces/grip.h"
#include "multibody/forces/ground.h"

namespace bramah {

struct Contact : Grip {
  static constexpr ForceShape kShape{.measures = 3, .states = 2};
  static constexpr bool kOnGround = true;
  Ground ground;

  template <class T>
  void equations(const T* x, T* f, const double* now = nullptr) const {
    if (!ground.field) return push(x, ground, ground.depth(x), f);
    const auto here = ground.field->surface(Three<T>{x[0], x[1], x[2]}, now);
    push(x, here, here.depth, f);
  }
  template <class T>
  T stored(const T* x, const double* now = nullptr) const {
    return Grip::stored(depth(x, now));
  }
  double scale(int) const { return bend; }
  double output(int which, const double* x, const double*, const double* now = nullptr) const {
    if (which == 0) return -depth(x, now);
    const auto on = ground.field ? ground.field->surface(Three<double>{x[0], x[1], x[2]}, now)
                                 : HeightField::Surface<double>{0.0, ground.normal, ground.first,
                                                                ground.second};
    if (which == 1) return std::hypot(dot3(on.first, x + 3), dot3(on.second, x + 3));
    return normal_force(depth(x, now), -dot3(on.normal, x + 3));
  }

 private:
  // On ground with a normal and two tangents.
  template <class T, class Axes>
  void push(const T* x, const Axes& on, const T& d, T* f) const {
    using std::sqrt;
    const T load = normal_force(d, T(-dot3(on.normal, x + 3)));
    const T v1 = dot3(on.first, x + 3), v2 = dot3(on.second, x + 3);
    const T z1 = x[6] / bend, z2 = x[7] / bend, bent = z1 * z1 + z2 * z2, square = bent * bent;
    const T ahead = v1 * z1 + v2 * z2;
    const T slips = ahead > 0.0 ? T(square * ahead) : T(0.0);
    const double s = bristle_damping;
    T damped(0.0);
    if (bent < 1.0) damped = s * (1.0 - square * square) / sqrt(1.0 + s * s * (v1 * v1 + v2 * v2));
    const T push1 = -friction * load * (z1 + damped * v1);
    const T push2 = -friction * load * (z2 + damped * v2);
    for (int k = 0; k < 3; ++k)
      f[k] = on.normal[k] * load + on.first[k] * push1 + on.second[k] * push2;
    f[3] = v1 - slips * z1;
    f[4] = v2 - slips * z2;
  }
  template <class T>
  T depth(const T* x, const double* now) const {
    return ground.field ? ground.field->surface(Three<T>{x[0], x[1], x[2]}, now).depth
                        : ground.depth(x);
  }
};

const ForceInfo& contact_info();

}  // namespace bramah
