// A body as force elements measure it (ForceInfo::Acts::body): a point p and the first two axes of the
// body, with their rates; what pushes it is handed back along these nine measures.
//
//   e_3 = e_1 x e_2,   w = (e_2'.e_3) e_1 - (e_1'.e_3) e_2 + (e_1'.e_2) e_3
//   a couple M on the body: on e_1  (M.e_3)/2 e_2 - (M.e_2) e_3,   on e_2  -(M.e_3)/2 e_1 + (M.e_1) e_3
// for then their power is M.w. In the plane all third components are zero and e_3 is z.
#pragma once

#include <array>
#include <cmath>

#include "bramah/basics.h"

namespace bramah {

template <class T>
using Three = std::array<T, 3>;

template <class A, class B>
auto dot3(const A& a, const B& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class T>
Three<T> cross3(const Three<T>& a, const Three<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
// a + s b
template <class T, class S, class B>
Three<T> plus3(const Three<T>& a, const S& s, const B& b) {
  return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]};
}

template <class T>
struct BodyFrame {
  static constexpr int kMeasures = 9;
  Three<T> p, e1, e2, e3;  // [m], axes in the world
  Three<T> v, w;           // [m/s], [rad/s]

  BodyFrame(const T* x, const T* rate) {
    for (int k = 0; k < 3; ++k) p[k] = x[k], e1[k] = x[3 + k], e2[k] = x[6 + k], v[k] = rate[k];
    e3 = cross3(e1, e2);
    const T along1 = dot3(e3, rate + 6), along2 = dot3(e3, rate + 3), along3 = dot3(e2, rate + 3);
    for (int k = 0; k < 3; ++k) w[k] = along1 * e1[k] - along2 * e2[k] + along3 * e3[k];
  }
  // Of what is at p + r and moves with the body.
  Three<T> velocity_at(const Three<T>& r) const { return plus3(cross3(w, r), 1.0, v); }
  // A couple, added to the forces along the axes.
  void turn(const Three<T>& M, double sign, T* f) const {
    const T a = sign * dot3(M, e1), b = sign * dot3(M, e2), c = 0.5 * sign * dot3(M, e3);
    for (int k = 0; k < 3; ++k) {
      f[3 + k] += c * e2[k] - b * e3[k];
      f[6 + k] += a * e3[k] - c * e1[k];
    }
  }
  // A force F at p + r, added times `sign` to the forces along the nine measures.
  void push(const Three<T>& F, const Three<T>& r, double sign, T* f) const {
    for (int k = 0; k < 3; ++k) f[k] += sign * F[k];
    turn(cross3(r, F), sign, f);
  }
};

}  // namespace bramah
