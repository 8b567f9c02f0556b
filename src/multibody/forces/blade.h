// The edge of a bucket or a blade in the ground: what the soil does to it while it is as it is now; that
// it is dug away happens between steps (machine/soil.h).
//
//   R   the passive wedge before the blade (wedge.h), as it pushes back: Y_1 = |R|, along -n_1
//   Y_2 = sigma w min(d, t)       penetration of an edge of thickness t, along n
//   F   = -f_1 n_1 + f_2 n,  f_i = k s_i (1 + (1 - r⁴)⁺ c u_i/√(1 + c² u_i²)),  r = k (s_i + l)/Y_i
//                                                    s_i = (z_i - 1.5 l)⁺
//   z_i' = u_i - v ((z_i - Y_i/k - l/2)⁺/l)² + v ((-z_i)⁺/l)²
//          u_1 = v.n_1,  u_2 = -v.n,  v = sqrt(|v|² + v_0²)
// Soil yields like an elastic, ideally plastic body: below Y it holds whatever pushes, without creep, and
// gives back no more than k s²/2; drawn on, s = Y/k after a way of some l; c damps what it holds. It only resists: F.v + (stored)'
// = -k sum s (v (...)² + (...)⁺ u²...) <= 0. In the air, d <= 0, nothing pushes and z dies out.
//
//   d    depth of the edge under the tangent plane of the ground that is still uncut: 1.5 cells ahead of
//        it (the width of the surface's B-spline), mean of three places across. Without a terrain: the plane
//   rho  rake: of the blade, from the edge up, against the ground behind it; as 15 deg or 150 deg - phi - delta
//        (120 deg at most) beyond those, for soil that sticks to a blunt blade is its blade then
// The blade lies in its body's x-z plane (planar: x-y) at an angle from x, its width along y. It pushes
// what is on the side of +90 deg of that angle.
#pragma once

#include "bramah/forces.h"
#include "multibody/forces/body_frame.h"
#include "multibody/forces/ground.h"
#include "multibody/forces/wedge.h"

namespace bramah {

struct Blade {
  static constexpr ForceShape kShape{.measures = 9, .states = 2};
  static constexpr bool kOnGround = true;
  static constexpr double kDamp = 20.0;         // c [s/m]
  static constexpr double kSlow = 1e-3;         // v_0 [m/s]
  static constexpr double kLeastRake = 0.2618;  // 15 deg
  double width;                                 // w [m]
  double cos_blade, sin_blade;                  // of its angle in the body
  double weight;                                // gamma [N/m³]
  double cohesion, adhesion, surcharge;         // c, c_a, q [Pa]
  SoilAngles angles;
  double most_rake;    // [rad]
  double penetration;  // sigma [Pa]
  double thickness;    // t [m]
  double stiffness;    // k [N/m]
  double way;          // l [m]
  Ground ground;
  bool planar = false;

  // The blade before the ground.
  template <class T>
  struct Stand {
    T depth{};
    Three<T> n{}, ahead{};        // normal; along the ground, the way it cuts
    T sin_rake{1.0}, cos_rake{};  // within the limits
  };
  template <class T>
  Stand<T> stand(const BodyFrame<T>& body, const double* now) const {
    using std::sqrt;
    Stand<T> out;
    Three<T> up_blade, side;
    for (int k = 0; k < 3; ++k) {
      up_blade[k] = cos_blade * body.e1[k] + sin_blade * (planar ? body.e2[k] : body.e3[k]);
      side[k] = planar ? T(-body.e3[k]) : body.e2[k];
    }
    find_ground(body.p, side, now, out);
    out.ahead = level(out.n, side);
    const T s = dot3(up_blade, out.n), c = -dot3(up_blade, out.ahead);
    const double rake = std::atan2(value_of(s), value_of(c));
    if (rake < kLeastRake || rake > most_rake) {
      const double held = rake < kLeastRake && rake > -1.0 ? kLeastRake : most_rake;
      out.sin_rake = std::sin(held), out.cos_rake = std::cos(held);
    } else {
      const T size = sqrt(s * s + c * c);
      out.sin_rake = s / size, out.cos_rake = c / size;
    }
    return out;
  }

  template <class T>
  void equations(const T* x, T* f, const double* now = nullptr) const {
    using std::sqrt;
    const BodyFrame<T> body(x, x + 9);
    for (int k = 0; k < 9; ++k) f[k] = T(0.0);
    const T speed = sqrt(dot3(body.v, body.v) + kSlow * kSlow);
    // In the air there is nothing to have a slope.
    if (depth(x, now) <= 0.0) {
      f[9] = -speed * x[18] / way, f[10] = -speed * x[19] / way;
      return;
    }
    const Stand<T> at = stand(body, now);
    const Three<T> wedge = passive(at);
    const T size = sqrt(dot3(wedge, wedge));
    const Three<T> n1 = {wedge[0] / size, wedge[1] / size, wedge[2] / size};
    const T u1 = dot3(n1, body.v), u2 = -dot3(at.n, body.v), under = tip(at.depth);
    const T hold = pushes(x[18], u1, size), carry = pushes(x[19], u2, under);
    for (int k = 0; k < 3; ++k) f[k] = carry * at.n[k] - hold * n1[k];
    f[9] = rate(x[18], u1, size, speed);
    f[10] = rate(x[19], u2, under, speed);
  }
  template <class T>
  T stored(const T* x, const double* = nullptr) const {
    const T a = bent(x[18]), b = bent(x[19]);
    return 0.5 * stiffness * (a * a + b * b);
  }
  double scale(int) const { return way; }
  double output(int which, const double* x, const double* f, const double* now = nullptr) const;

  // What the blade does to the soil where that fails; depth > 0.
  template <class T>
  Three<T> passive(const Stand<T>& at) const {
    const Wedge<T> n(angles, at.sin_rake, at.cos_rake);
    const T& d = at.depth;
    const T P =
        width * d * (weight * d * n.gamma + cohesion * n.c + surcharge * n.q + adhesion * n.ca);
    const T sticks = width * adhesion * d;
    const T along = P * n.sine + sticks * at.cos_rake / at.sin_rake, up = P * n.cosine - sticks;
    Three<T> out;
    for (int k = 0; k < 3; ++k) out[k] = along * at.ahead[k] + up * at.n[k];
    return out;
  }

 private:
  template <class T>
  double depth(const T* x, const double* now) const {
    double values[18];
    for (int k = 0; k < 18; ++k) values[k] = value_of(x[k]);
    const BodyFrame<double> body(values, values + 9);
    Three<double> side;
    for (int k = 0; k < 3; ++k) side[k] = planar ? -body.e3[k] : body.e2[k];
    Stand<double> at;
    find_ground(body.p, side, now, at);
    return at.depth;
  }
  template <class T>
  T bent(const T& z) const {  // s
    return z > 1.5 * way ? T(z - 1.5 * way) : T(0.0);
  }
  template <class T>
  T pushes(const T& z, const T& u, const T& yields) const {  // f
    using std::sqrt;
    const T force = stiffness * bent(z);
    const double soon = stiffness * way;  // where it begins to yield
    if (force + soon >= yields) return force;
    const T share = (force + soon) / yields, square = share * share;
    return force * (1.0 + (1.0 - square * square) * kDamp * u / sqrt(1.0 + kDamp * kDamp * u * u));
  }
  template <class T>
  T tip(const T& d) const {  // Y_2
    return penetration * width * (d < thickness ? d : T(thickness));
  }
  template <class T>
  T rate(const T& z, const T& u, const T& yields, const T& speed) const {
    const T over = (z - yields / stiffness - 0.5 * way) / way, under = -z / way;
    T out = u;
    if (over > 0.0) out -= speed * over * over;
    if (under > 0.0) out += speed * under * under;
    return out;
  }
  // n x side, of length 1.
  template <class T>
  static Three<T> level(const Three<T>& n, const Three<T>& side) {
    using std::sqrt;
    const Three<T> across = cross3(n, side);
    const T size = sqrt(dot3(across, across) + 1e-12);
    return {across[0] / size, across[1] / size, across[2] / size};
  }
  template <class T>
  void find_ground(const Three<T>& p, const Three<T>& side, const double* now,
                   Stand<T>& out) const {
    if (!ground.field) {
      out.depth = ground.depth(p.data());
      for (int k = 0; k < 3; ++k) out.n[k] = T(ground.normal[k]);
      return;
    }
    const Triple& up = ground.field->up;
    const Three<T> way_on = level(Three<T>{T(up[0]), T(up[1]), T(up[2])}, side);
    const double reach = 1.5 * ground.field->cell;
    const Three<T> middle = plus3(p, reach, way_on);
    const auto one = ground.field->surface(middle, now);
    out.n = one.normal;
    out.depth = one.depth + reach * dot3(out.n, way_on);
    if (planar) return;
    for (const double place : {-width / 3.0, width / 3.0}) {
      const Three<T> there = plus3(middle, place, side);
      const auto other = ground.field->surface(there, now);
      out.depth += other.depth + reach * dot3(other.normal, way_on);
    }
    out.depth /= 3.0;
  }
  static double value_of(double x) { return x; }
  template <class T>
  static double value_of(const T& x) {
    return x.v;
  }
};

const ForceInfo& blade_info();

}  // namespace bramah
