#include "multibody/joint/articulated.h"

#include <limits>

namespace bramah {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

// Below this part of what hangs on a joint, its inertia is round-off.
constexpr double kNothing = 16.0 * std::numeric_limits<double>::epsilon();

// w x d, and the angular velocity, axis and direction of a link: one name in the plane and in
// space.
Vector2d spin(double w, const Vector2d& d) { return {-w * d[1], w * d[0]}; }
Vector3d spin(const Vector3d& w, const Vector3d& d) { return w.cross(d); }
double turned_axis(double, double, double) { return 0.0; }  // all axes are parallel
Vector3d turned_axis(const Vector3d& w, const Vector3d& k, double v) { return w.cross(k) * v; }
double gyroscopic(double, double) { return 0.0; }
Vector3d gyroscopic(const Vector3d& w, const Vector3d& h) { return w.cross(h); }
double dot(double a, double b) { return a * b; }
double dot(const Vector3d& a, const Vector3d& b) { return a.dot(b); }
double angular(const Vector3d& twist) { return twist[2]; }
Vector3d angular(const Spatial::Twist& twist) { return twist.tail<3>(); }
Vector2d linear(const Vector3d& twist) { return twist.head<2>(); }
Vector3d linear(const Spatial::Twist& twist) { return twist.head<3>(); }

}  // namespace

inline void ArticulatedInertia<Planar>::project(const Vector2d& f, double n, double by_D) {
  const Vector2d s = f * by_D;
  xx -= f[0] * s[0], xy -= f[0] * s[1], yy -= f[1] * s[1];
  bx -= s[0] * n, by -= s[1] * n;
  J -= n * n * by_D;
}

// a of the child's point is a + alpha e with e = r turned by 90 degrees.
inline void ArticulatedInertia<Planar>::add_shifted(const ArticulatedInertia& I,
                                                    const Vector2d& r) {
  const double ex = -r[1], ey = r[0];
  const double mx = I.xx * ex + I.xy * ey, my = I.xy * ex + I.yy * ey;
  xx += I.xx, xy += I.xy, yy += I.yy;
  bx += I.bx + mx, by += I.by + my;
  J += I.J + ex * (2.0 * I.bx + mx) + ey * (2.0 * I.by + my);
}

inline ArticulatedInertia<Spatial> ArticulatedInertia<Spatial>::of_body(double m, const Vector3d& s,
                                                                        const Matrix3d& Jc) {
  const Vector3d ms = m * s;
  const double x = ms[0] * s[0], y = ms[1] * s[1], z = ms[2] * s[2];
  ArticulatedInertia I;
  I.M = {m, m, m, 0.0, 0.0, 0.0};
  I.B << 0.0, ms[2], -ms[1], -ms[2], 0.0, ms[0], ms[1], -ms[0], 0.0;
  I.J = {Jc(0, 0) + y + z,        Jc(1, 1) + x + z,        Jc(2, 2) + x + y,
         Jc(1, 0) - ms[0] * s[1], Jc(2, 0) - ms[0] * s[2], Jc(2, 1) - ms[1] * s[2]};
  return I;
}

inline void ArticulatedInertia<Spatial>::Symmetric::subtract_square(const Vector3d& u,
                                                                    const Vector3d& v) {
  xx -= u[0] * v[0], yy -= u[1] * v[1], zz -= u[2] * v[2];
  xy -= u[0] * v[1], xz -= u[0] * v[2], yz -= u[1] * v[2];
}

inline void ArticulatedInertia<Spatial>::project(const Vector3d& f, const Vector3d& n,
                                                 double by_D) {
  const Vector3d s = f * by_D;
  M.subtract_square(f, s);
  B.noalias() -= s * n.transpose();
  J.subtract_square(n, n * by_D);
}

// a of the child's point is a + E alpha, E = -r~:  B + M E,  J + E^T (B + M E) + B^T E.
inline void ArticulatedInertia<Spatial>::add_shifted(const ArticulatedInertia& I,
                                                     const Vector3d& r) {
  Matrix3d T = I.B;  // row i of M E is r x (row i of M)
  T.row(0) += r.cross(Vector3d(I.M.xx, I.M.xy, I.M.xz));
  T.row(1) += r.cross(Vector3d(I.M.xy, I.M.yy, I.M.yz));
  T.row(2) += r.cross(Vector3d(I.M.xz, I.M.yz, I.M.zz));
  M.xx += I.M.xx, M.yy += I.M.yy, M.zz += I.M.zz;
  M.xy += I.M.xy, M.xz += I.M.xz, M.yz += I.M.yz;
  B += T;
  // Entry (i, j) of E^T T is (r x column j of T)_i; of B^T E it is (r x column i of B)_j.
  const double x = r[0], y = r[1], z = r[2];
  J.xx += I.J.xx + y * (T(2, 0) + I.B(2, 0)) - z * (T(1, 0) + I.B(1, 0));
  J.yy += I.J.yy + z * (T(0, 1) + I.B(0, 1)) - x * (T(2, 1) + I.B(2, 1));
  J.zz += I.J.zz + x * (T(1, 2) + I.B(1, 2)) - y * (T(0, 2) + I.B(0, 2));
  J.xy += I.J.xy + y * T(2, 1) - z * T(1, 1) + z * I.B(0, 0) - x * I.B(2, 0);
  J.xz += I.J.xz + y * T(2, 2) - z * T(1, 2) + x * I.B(1, 0) - y * I.B(0, 0);
  J.yz += I.J.yz + z * T(0, 2) - x * T(2, 2) + x * I.B(1, 1) - y * I.B(0, 1);
}

template <class Space>
bool ArticulatedBody<Space>::accelerations(const Tree<Space>& tree,
                                           const typename Tree<Space>::States& x,
                                           std::span<const double> v, std::span<const double> tau,
                                           std::span<double> a) {
  start(tree, x, v);
  if (!inward(tree, x, tau)) return false;
  outward(tree, x, a);
  return true;
}

// Each link by itself: inertia, gyroscopic wrench, and the accelerations its velocities bring.
template <class Space>
void ArticulatedBody<Space>::start(const Tree<Space>& tree, const typename Tree<Space>::States& x,
                                   std::span<const double> v) {
  const int n = tree.size();
  for (int i = 0; i < n; ++i) {
    const Link<Space>& link = tree.links()[i];
    const LinkState<Space>& s = x[i];
    LinkWork& l = links_[i];
    l.I = Inertia::of_body(link.mass, s.arm, s.about_com);
    const Angular w = angular(s.V);
    l.f0 = spin(w, spin(w, link.mass * s.arm));
    l.n0 = gyroscopic(w, l.I.turn_times(w));
    l.mass_size = l.I.mass_size(), l.turn_size = l.I.turn_size();
    if (link.parent < 0) {  // the ground stands still
      l.r = s.frame.p;
      l.c = Point::Zero();
      l.c_turn = Inertia::no_turn();
      continue;
    }
    const LinkState<Space>& parent = x[link.parent];
    const Angular w_p = angular(parent.V);
    l.r = s.frame.p - parent.frame.p;
    l.c = spin(w_p, spin(w_p, l.r));
    if (link.revolute)
      l.c_turn = turned_axis(w_p, angular(s.S), v[i]);
    else
      l.c += spin(w_p, linear(s.S)) * (2.0 * v[i]), l.c_turn = Inertia::no_turn();
  }
}

template <class Space>
bool ArticulatedBody<Space>::inward(const Tree<Space>& tree, const typename Tree<Space>::States& x,
                                    std::span<const double> tau) {
  for (int i = tree.size() - 1; i >= 0; --i) {
    const Link<Space>& link = tree.links()[i];
    LinkWork& l = links_[i];
    double D, size;
    if (link.revolute) {
      const Angular k = angular(x[i].S);
      l.U_f = l.I.cross_times(k);
      l.U_n = l.I.turn_times(k);
      D = dot(k, l.U_n), size = l.turn_size;
      l.u = tau[i] - dot(k, l.n0);
    } else {
      const Point d = linear(x[i].S);
      l.U_f = l.I.mass_times(d);
      l.U_n = l.I.cross_transposed(d);
      D = d.dot(l.U_f), size = l.mass_size;
      l.u = tau[i] - d.dot(l.f0);
    }
    if (!(D > kNothing * size)) return stuck_ = i, false;
    l.by_D = 1.0 / D;
    if (link.parent < 0) continue;
    // The subtree as the parent feels it.
    LinkWork& p = links_[link.parent];
    p.mass_size += l.I.mass_size();
    p.turn_size += l.I.turn_size() + l.I.mass_size() * l.r.squaredNorm();
    Inertia Ia = l.I;
    Ia.project(l.U_f, l.U_n, l.by_D);
    const double push = l.u * l.by_D;
    const Point f = l.f0 + Ia.mass_times(l.c) + Ia.cross_times(l.c_turn) + l.U_f * push;
    p.I.add_shifted(Ia, l.r);
    p.f0 += f;
    p.n0 += l.n0 + Ia.cross_transposed(l.c) + Ia.turn_times(l.c_turn) + l.U_n * push +
            Space::moment(l.r, f);
  }
  return true;
}

template <class Space>
void ArticulatedBody<Space>::outward(const Tree<Space>& tree, const typename Tree<Space>::States& x,
                                     std::span<double> a) {
  const int n = tree.size();
  const Point base = -tree.gravity();  // gravity as an acceleration of the ground
  for (int i = 0; i < n; ++i) {
    const Link<Space>& link = tree.links()[i];
    LinkWork& l = links_[i];
    if (link.parent < 0) {
      l.a = base + l.c;
      l.alpha = l.c_turn;
    } else {
      const LinkWork& p = links_[link.parent];
      l.a = p.a + spin(p.alpha, l.r) + l.c;
      l.alpha = p.alpha + l.c_turn;
    }
    a[i] = (l.u - l.U_f.dot(l.a) - dot(l.U_n, l.alpha)) * l.by_D;
    if (link.revolute)
      l.alpha += angular(x[i].S) * a[i];
    else
      l.a += linear(x[i].S) * a[i];
  }
}

template class ArticulatedBody<Planar>;
template class ArticulatedBody<Spatial>;

}  // namespace bramah
