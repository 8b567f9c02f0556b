// A tyre on the ground: a spring and a damper upright, and a brush along the ground whose bristles the
// rolling tread carries away. Its wheel is a body that turns about its axle s by a joint.
//
//   d = R c - h            h: height of the wheel's centre over the ground along n, c = |n - (n.s) s|
//   N = (k f(d) + D d' S(d/w))⁺           f = d²/(2w), d < w;  d - w/2 beyond;  S = 3t² - 2t³
//   t = s x n/|s x n|,  l = n x t         forward, sideways
//   v = slip at the ground, V = R_e |s.w| speed of the tread, R_e = R - d
//   z' = v - V z/sigma - b² (v.u)⁺ u      along t and l;  u = z/z_m, b = |u|²
//   F = -mu N (u + (1 - b⁴)⁺ s_b z'/√(1 + s_b² |z'|²))
//   about the axle: -f_r N R_e tanh(s.w R_e/v_0)
// Standing, V = 0, it holds as bristles do and does not creep. Rolling with a small slip angle alpha it
// pushes with C alpha, C = mu N sigma/z_m, after the relaxation length sigma: the linear tyre.
// x = [p, e_1, e_2 | rates | z_t, z_l].
// Not for: camber thrust, turn slip, a belt with dynamics of its own.
#pragma once

#include "multibody/forces/grip.h"
#include "multibody/forces/ground.h"

namespace bramah {

struct Tyre {
  static constexpr ForceShape kShape{.measures = 9, .states = 2};
  static constexpr bool kOnGround = true;
  static constexpr double kSlow = 0.05;  // v_0 [m/s]; below it V begins with V²
  double radius;                         // R [m]
  double stiffness;                      // k [N/m]
  double damping;                        // D [N s/m]
  double onset;                          // w [m]
  double friction;                       // mu [-]
  double bend;                           // z_m [m]
  double relaxation;                     // sigma [m]
  double bristle_damping;                // s_b [s/m]
  double rolling;                        // f_r [-]
  Ground ground;
  bool planar = false;  // then the axle is z, else y of its body

  template <class T>
  struct Patch {
    T depth{}, load{};
    Three<T> n{}, t{}, l{}, axle{}, arm{}, v{};
    T reach{}, spin{};  // R_e, s.w
  };
  template <class T>
  Patch<T> patch(const BodyFrame<T>& wheel, const double* now) const {
    using std::sqrt;
    Patch<T> out;
    const auto on = ground.surface(wheel.p, now);
    out.n = on.normal, out.axle = planar ? wheel.e3 : wheel.e2;
    const T lean = dot3(out.n, out.axle);
    const Three<T> upright = plus3(out.n, T(-lean), out.axle);
    const T cosine = sqrt(dot3(upright, upright));
    out.depth = radius * cosine + on.depth;
    const Three<T> across = cross3(out.axle, out.n);
    const T size = sqrt(dot3(across, across));
    out.reach = out.depth > 0.0 ? T(radius - out.depth) : T(radius);
    for (int k = 0; k < 3; ++k) {
      out.t[k] = across[k] / size;
      out.arm[k] = -out.reach * upright[k] / cosine;
    }
    out.l = cross3(out.n, out.t);
    out.v = wheel.velocity_at(out.arm);
    out.spin = dot3(out.axle, wheel.w);
    out.load = normal(out.depth, T(-dot3(out.n, wheel.v)));
    return out;
  }
  template <class T>
  T normal(const T& d, const T& rate) const {
    if (d <= 0.0) return T(0.0);
    const T share = d / onset;
    const T pushes =
        d < onset
            ? T(0.5 * stiffness * d * share + damping * rate * share * share * (3.0 - 2.0 * share))
            : T(stiffness * (d - 0.5 * onset) + damping * rate);
    return pushes > 0.0 ? pushes : T(0.0);
  }

  template <class T>
  void equations(const T* x, T* f, const double* now = nullptr) const {
    using std::sqrt, std::tanh;
    const BodyFrame<T> wheel(x, x + 9);
    const Patch<T> p = patch(wheel, now);
    const T v1 = dot3(p.t, p.v), v2 = dot3(p.l, p.v), u1 = x[18] / bend, u2 = x[19] / bend;
    const T roll = p.reach * p.spin, tread = roll * roll / sqrt(roll * roll + kSlow * kSlow);
    const T bent = u1 * u1 + u2 * u2, square = bent * bent, ahead = v1 * u1 + v2 * u2;
    const T slips = ahead > 0.0 ? T(square * ahead) : T(0.0);
    const T w1 = v1 - tread * x[18] / relaxation - slips * u1;  // how fast bristles bend
    const T w2 = v2 - tread * x[19] / relaxation - slips * u2;
    const double s = bristle_damping;
    T damped(0.0);
    if (bent < 1.0) damped = s * (1.0 - square * square) / sqrt(1.0 + s * s * (w1 * w1 + w2 * w2));
    const T grips = friction * p.load;
    const T push1 = -grips * (u1 + damped * w1), push2 = -grips * (u2 + damped * w2);
    const T drag = -rolling * p.load * p.reach * tanh(roll / kSlow);
    Three<T> force, couple;
    for (int k = 0; k < 3; ++k) {
      force[k] = p.load * p.n[k] + push1 * p.t[k] + push2 * p.l[k];
      couple[k] = drag * p.axle[k];
    }
    for (int k = 0; k < 9; ++k) f[k] = T(0.0);
    wheel.push(force, p.arm, 1.0, f);
    wheel.turn(couple, 1.0, f);
    f[9] = w1, f[10] = w2;
  }
  template <class T>
  T stored(const T* x, const double* now = nullptr) const {
    const T rest[9] = {};
    const T d = patch(BodyFrame<T>(x, rest), now).depth;
    if (d <= 0.0) return T(0.0);
    if (d < onset) return stiffness / (6.0 * onset) * d * d * d;
    return stiffness * (0.5 * d * (d - onset) + onset * onset / 6.0);
  }
  double scale(int) const { return bend; }
  double output(int which, const double* x, const double* f, const double* now = nullptr) const;
};

const ForceInfo& tyre_info();

}  // namespace bramah
