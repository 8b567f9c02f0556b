// Bodies that touch the ground or each other with a surface of their own, so that friction has a moment:
// balls that roll on the ground, and points or balls of one body against a box, a ball or a capsule of
// another.
//
//   Ball    d = r - (height of the centre over the ground along n); pushed at p - r n
//   Touch   the other body's shape is a box with edges 2a, centred at its point, rounded by rho:
//           g = (|xi| - a)⁺ along each of its axes, xi: the centre seen from there;
//           d = r + rho - |g|, n = g/|g|; inside the box the nearest face. a = 0: a ball; a along x
//           alone: a capsule. r = 0: a point, or the corner of another box.
// The law is grip.h's. Both bodies are pushed at one place, so that momentum and its moment are kept.
// Bristles of Touch turn with the other body.
#pragma once

#include "multibody/forces/grip.h"
#include "multibody/forces/ground.h"

namespace bramah {

struct Ball {
  static constexpr ForceShape kShape{.measures = 9, .states = 3};
  static constexpr bool kOnGround = true;
  Grip grip;
  double radius;  // r [m]
  Ground ground;

  template <class T>
  void equations(const T* x, T* f, const double* now = nullptr) const {
    const BodyFrame<T> body(x, x + 9);
    const auto on = ground.surface(body.p, now);
    const Three<T> arm = {-radius * on.normal[0], -radius * on.normal[1], -radius * on.normal[2]};
    const Three<T> v = body.velocity_at(arm);
    const auto g =
        grip.evaluate(T(on.depth + radius), T(-dot3(on.normal, v)), on.normal, v, x + 18);
    for (int k = 0; k < 9; ++k) f[k] = T(0.0);
    body.push(g.force, arm, 1.0, f);
    for (int k = 0; k < 3; ++k) f[9 + k] = g.z_rate[k];
  }
  template <class T>
  T stored(const T* x, const double* now = nullptr) const {
    return grip.stored(T(ground.surface(Three<T>{x[0], x[1], x[2]}, now).depth + radius));
  }
  double scale(int) const { return grip.bend; }
  double output(int which, const double* x, const double* f, const double* now = nullptr) const;
};

struct Touch {
  static constexpr ForceShape kShape{.measures = 18, .states = 3};
  Grip grip;
  double radius;  // r [m]
  Triple half;    // a [m]
  double round;   // rho [m]

  // Distance of a place from the box, seen from its centre in its axes, and the way out, likewise.
  template <class T>
  struct Way {
    T distance{};
    Three<T> out{};
  };
  template <class T>
  Way<T> way(const Three<T>& xi) const {
    using std::sqrt;
    Way<T> w;
    Three<T> over;
    int deepest = 0;
    T square(0.0);
    for (int k = 0; k < 3; ++k) {
      over[k] = (xi[k] < 0.0 ? T(-xi[k]) : xi[k]) - half[k];
      if (over[k] > over[deepest]) deepest = k;
      if (over[k] > 0.0) square += over[k] * over[k];
    }
    const auto side = [&](int k) { return xi[k] < 0.0 ? -1.0 : 1.0; };
    if (square > 0.0) {
      w.distance = sqrt(square);
      for (int k = 0; k < 3; ++k)
        if (over[k] > 0.0) w.out[k] = side(k) * over[k] / w.distance;
    } else {
      w.distance = over[deepest];
      w.out[deepest] = T(side(deepest));
    }
    return w;
  }
  // One body against the other.
  template <class T>
  struct Meeting {
    T depth{};
    Three<T> n{}, arm_a{}, arm_b{}, v{};
  };
  template <class T>
  Meeting<T> meet(const BodyFrame<T>& a, const BodyFrame<T>& b) const {
    const Three<T> apart = plus3(a.p, -1.0, b.p);
    const Way<T> w = way(Three<T>{dot3(apart, b.e1), dot3(apart, b.e2), dot3(apart, b.e3)});
    Meeting<T> m;
    for (int k = 0; k < 3; ++k)
      m.n[k] = w.out[0] * b.e1[k] + w.out[1] * b.e2[k] + w.out[2] * b.e3[k];
    m.depth = radius + round - w.distance;
    for (int k = 0; k < 3; ++k) m.arm_a[k] = -radius * m.n[k], m.arm_b[k] = apart[k] + m.arm_a[k];
    m.v = plus3(a.velocity_at(m.arm_a), -1.0, b.velocity_at(m.arm_b));
    return m;
  }

  template <class T>
  void equations(const T* x, T* f) const {
    const BodyFrame<T> a(x, x + 18), b(x + 9, x + 27);
    const Meeting<T> m = meet(a, b);
    const T* const own = x + 36;
    T z[3];
    for (int k = 0; k < 3; ++k) z[k] = own[0] * b.e1[k] + own[1] * b.e2[k] + own[2] * b.e3[k];
    const auto g = grip.evaluate(m.depth, T(-dot3(m.n, m.v)), m.n, m.v, z);
    for (int k = 0; k < 18; ++k) f[k] = T(0.0);
    a.push(g.force, m.arm_a, 1.0, f);
    b.push(g.force, m.arm_b, -1.0, f + 9);
    f[18] = dot3(g.z_rate, b.e1), f[19] = dot3(g.z_rate, b.e2), f[20] = dot3(g.z_rate, b.e3);
  }
  template <class T>
  T stored(const T* x) const {
    const T rest[18] = {};
    return grip.stored(meet(BodyFrame<T>(x, rest), BodyFrame<T>(x + 9, rest)).depth);
  }
  double scale(int) const { return grip.bend; }
  double output(int which, const double* x, const double* f) const;
};

const ForceInfo& ball_info();
const ForceInfo& touch_info();

}  // namespace bramah
