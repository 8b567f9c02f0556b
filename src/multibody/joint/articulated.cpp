#include "multibody/joint/articulated.h"

#include <limits>

namespace bramah {

namespace {

// Below this part of what hangs on a joint, its inertia is round-off.
constexpr double kNothing = 16.0 * std::numeric_limits<double>::epsilon();

// --- Vectors: linear ones, and angular ones, which are numbers in the plane.
using Arrow2 = Arrow<Planar>;
using Arrow3 = Arrow<Spatial>;
using Inertia2 = ArticulatedInertia<Planar>;
using Inertia3 = ArticulatedInertia<Spatial>;
using Symmetric = Inertia3::Symmetric;

Arrow2 operator+(Arrow2 a, Arrow2 b) { return {a.x + b.x, a.y + b.y}; }
Arrow2 operator-(Arrow2 a, Arrow2 b) { return {a.x - b.x, a.y - b.y}; }
Arrow2 operator*(Arrow2 a, double s) { return {a.x * s, a.y * s}; }
double dot(Arrow2 a, Arrow2 b) { return a.x * b.x + a.y * b.y; }
double dot(double a, double b) { return a * b; }
Arrow2 cross(double w, Arrow2 d) { return {-w * d.y, w * d.x}; }
double cross(Arrow2 r, Arrow2 f) { return r.x * f.y - r.y * f.x; }
double cross(double, double) { return 0.0; }  // all axes are parallel

Arrow3 operator+(const Arrow3& a, const Arrow3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Arrow3 operator-(const Arrow3& a, const Arrow3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Arrow3 operator*(const Arrow3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
double dot(const Arrow3& a, const Arrow3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Arrow3 cross(const Arrow3& a, const Arrow3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Arrow2 arrow(const Eigen::Vector2d& p) { return {p[0], p[1]}; }
Arrow3 arrow(const Eigen::Vector3d& p) { return {p[0], p[1], p[2]}; }
Arrow3 arrow(const Vec3& p) { return {p[0], p[1], p[2]}; }
double angular(const Planar::Twist& V) { return V[2]; }
Arrow3 angular(const Spatial::Twist& V) { return arrow(V.w); }
Arrow2 linear(const Planar::Twist& V) { return {V[0], V[1]}; }
Arrow3 linear(const Spatial::Twist& V) { return arrow(V.v); }

// --- Inertia in the plane.
Inertia2 of_body(double m, Arrow2 s, double about_com) {
  return {m, 0.0, m, -m * s.y, m * s.x, about_com + m * dot(s, s)};
}
Inertia2 operator+(const Inertia2& a, const Inertia2& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy, a.bx + b.bx, a.by + b.by, a.J + b.J};
}
Arrow2 mass_times(const Inertia2& I, Arrow2 a) {
  return {I.xx * a.x + I.xy * a.y, I.xy * a.x + I.yy * a.y};
}
Arrow2 cross_times(const Inertia2& I, double w) { return {I.bx * w, I.by * w}; }          // B w
double cross_transposed(const Inertia2& I, Arrow2 a) { return I.bx * a.x + I.by * a.y; }  // B^T a
double turn_times(const Inertia2& I, double w) { return I.J * w; }
double mass_size(const Inertia2& I) { return I.xx + I.yy; }
double turn_size(const Inertia2& I) { return I.J; }

// Ia about the parent's point, r away from the joint's, which accelerates by a + alpha e, e = r
// turned by 90 degrees. First the point, then - U U^T / D: as little as possible waits for 1 / D.
Inertia2 seen_from_parent(const Inertia2& I, Arrow2 f, double n, double by_D, bool revolute,
                          Arrow2 r) {
  const Arrow2 e{-r.y, r.x}, me = mass_times(I, e);
  if (revolute) {  // U = (B, J), D = J: what turns freely passes no moment at all
    const double g = I.bx * e.x + I.by * e.y;
    return {I.xx - I.bx * I.bx * by_D, I.xy - I.bx * I.by * by_D, I.yy - I.by * I.by * by_D,
            me.x - I.bx * g * by_D,    me.y - I.by * g * by_D,    dot(e, me) - g * g * by_D};
  }
  const double m = n + dot(f, e),
               turn = I.J + e.x * (2.0 * I.bx + me.x) + e.y * (2.0 * I.by + me.y);
  return {I.xx - f.x * f.x * by_D,      I.xy - f.x * f.y * by_D,      I.yy - f.y * f.y * by_D,
          I.bx + me.x - f.x * m * by_D, I.by + me.y - f.y * m * by_D, turn - m * m * by_D};
}

// --- Inertia in space.
Inertia3 of_body(double m, const Arrow3& s, const Columns& Jc) {
  const Arrow3 c = s * m;
  const double x = c.x * s.x, y = c.y * s.y, z = c.z * s.z;
  return {{m, m, m, 0.0, 0.0, 0.0},
          {0.0, c.z, -c.y},
          {-c.z, 0.0, c.x},
          {c.y, -c.x, 0.0},
          {Jc(0, 0) + y + z, Jc(1, 1) + x + z, Jc(2, 2) + x + y, Jc(1, 0) - c.x * s.y,
           Jc(2, 0) - c.x * s.z, Jc(2, 1) - c.y * s.z}};
}
Symmetric operator+(const Symmetric& a, const Symmetric& b) {
  return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}
Inertia3 operator+(const Inertia3& a, const Inertia3& b) {
  return {a.M + b.M, a.bx + b.bx, a.by + b.by, a.bz + b.bz, a.J + b.J};
}
Arrow3 operator*(const Symmetric& s, const Arrow3& a) {
  return {s.xx * a.x + s.xy * a.y + s.xz * a.z, s.xy * a.x + s.yy * a.y + s.yz * a.z,
          s.xz * a.x + s.yz * a.y + s.zz * a.z};
}
Symmetric without_square(const Symmetric& s, const Arrow3& u, double by_D) {  // s - u u^T / D
  const Arrow3 v = u * by_D;
  return {s.xx - u.x * v.x, s.yy - u.y * v.y, s.zz - u.z * v.z,
          s.xy - u.x * v.y, s.xz - u.x * v.z, s.yz - u.y * v.z};
}
Arrow3 mass_times(const Inertia3& I, const Arrow3& a) { return I.M * a; }
Arrow3 cross_times(const Inertia3& I, const Arrow3& w) {
  return {dot(I.bx, w), dot(I.by, w), dot(I.bz, w)};
}
Arrow3 cross_transposed(const Inertia3& I, const Arrow3& a) {
  return I.bx * a.x + I.by * a.y + I.bz * a.z;
}
Arrow3 turn_times(const Inertia3& I, const Arrow3& w) { return I.J * w; }
double mass_size(const Inertia3& I) { return I.M.xx + I.M.yy + I.M.zz; }
double turn_size(const Inertia3& I) { return I.J.xx + I.J.yy + I.J.zz; }

// The joint's point accelerates by a + E alpha, E = -r~: T = B + M E, J + E^T T + B^T E, and then
// - U U^T / D with U at the parent's point.
Inertia3 seen_from_parent(const Inertia3& I, const Arrow3& f, const Arrow3& n, double by_D, bool,
                          const Arrow3& r) {
  const auto& [M, bx, by, bz, J] = I;
  const double x = r.x, y = r.y, z = r.z;
  // Row i of M E is r x (row i of M).
  const Arrow3 tx = bx + cross(r, Arrow3{M.xx, M.xy, M.xz});
  const Arrow3 ty = by + cross(r, Arrow3{M.xy, M.yy, M.yz});
  const Arrow3 tz = bz + cross(r, Arrow3{M.xz, M.yz, M.zz});
  // Entry (i, j) of E^T T is (r x column j of T)_i; of B^T E it is (r x column i of B)_j.
  const Symmetric turn = {J.xx + y * (tz.x + bz.x) - z * (ty.x + by.x),
                          J.yy + z * (tx.y + bx.y) - x * (tz.y + bz.y),
                          J.zz + x * (ty.z + by.z) - y * (tx.z + bx.z),
                          J.xy + y * tz.y - z * ty.y + z * bx.x - x * bz.x,
                          J.xz + y * tz.z - z * ty.z + x * by.x - y * bx.x,
                          J.yz + z * tx.z - x * tz.z + x * by.y - y * bx.y};
  const Arrow3 m = n + cross(r, f), v = m * by_D;
  return {without_square(M, f, by_D), tx - v * f.x, ty - v * f.y, tz - v * f.z,
          without_square(turn, m, by_D)};
}

}  // namespace

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
    const Linear arm = arrow(s.arm);
    const Inertia I = of_body(link.mass, arm, s.about_com);
    const Angular w = angular(s.V);
    l.load = {I, cross(w, cross(w, arm * link.mass)), cross(w, turn_times(I, w)), mass_size(I),
              turn_size(I)};
    if (link.parent < 0) {  // the ground stands still
      l.r = arrow(s.frame.p);
      l.c = {}, l.c_turn = {};
      continue;
    }
    const LinkState<Space>& parent = x[link.parent];
    const Angular w_p = angular(parent.V);
    l.r = arrow(s.frame.p) - arrow(parent.frame.p);
    l.c = cross(w_p, cross(w_p, l.r));
    if (link.revolute)
      l.c_turn = cross(w_p, angular(s.S)) * v[i];
    else
      l.c = l.c + cross(w_p, linear(s.S)) * (2.0 * v[i]), l.c_turn = {};
  }
}

template <class Space>
bool ArticulatedBody<Space>::inward(const Tree<Space>& tree, const typename Tree<Space>::States& x,
                                    std::span<const double> tau) {
  const auto sum = [](const Load& a, const Load& b) -> Load {
    return {a.I + b.I, a.f0 + b.f0, a.n0 + b.n0, a.mass_size + b.mass_size,
            a.turn_size + b.turn_size};
  };
  Load carried;  // to the link before this one, where that is the parent: stays in registers
  bool carrying = false;
  for (int i = tree.size() - 1; i >= 0; --i) {
    const Link<Space>& link = tree.links()[i];
    LinkWork& l = links_[i];
    const Load here = carrying ? sum(l.load, carried) : l.load;
    double D, size;
    if (link.revolute) {
      const Angular k = angular(x[i].S);
      l.U_f = cross_times(here.I, k);
      l.U_n = turn_times(here.I, k);
      D = dot(k, l.U_n), size = here.turn_size;
      l.u = tau[i] - dot(k, here.n0);
    } else {
      const Linear d = linear(x[i].S);
      l.U_f = mass_times(here.I, d);
      l.U_n = cross_transposed(here.I, d);
      D = dot(d, l.U_f), size = here.mass_size;
      l.u = tau[i] - dot(d, here.f0);
    }
    if (!(D > kNothing * size)) return stuck_ = i, false;
    l.by_D = 1.0 / D;
    carrying = false;
    if (link.parent < 0) continue;
    // The subtree as the parent feels it.
    const double push = (l.u - dot(l.U_f, l.c) - dot(l.U_n, l.c_turn)) * l.by_D;
    const Linear f =
        here.f0 + mass_times(here.I, l.c) + cross_times(here.I, l.c_turn) + l.U_f * push;
    const Angular n = here.n0 + cross_transposed(here.I, l.c) + turn_times(here.I, l.c_turn) +
                      l.U_n * push + cross(l.r, f);
    const double reach = mass_size(here.I) * dot(l.r, l.r);
    carried = {seen_from_parent(here.I, l.U_f, l.U_n, l.by_D, link.revolute, l.r), f, n,
               mass_size(here.I), turn_size(here.I) + reach};
    carrying = link.parent == i - 1;
    if (!carrying) links_[link.parent].load = sum(links_[link.parent].load, carried);
  }
  return true;
}

template <class Space>
void ArticulatedBody<Space>::outward(const Tree<Space>& tree, const typename Tree<Space>::States& x,
                                     std::span<double> a) {
  const int n = tree.size();
  const Linear base = arrow(tree.gravity()) * -1.0;  // gravity as an acceleration of the ground
  for (int i = 0; i < n; ++i) {
    const Link<Space>& link = tree.links()[i];
    LinkWork& l = links_[i];
    Linear point = base;
    Angular turn{};
    if (link.parent >= 0) {
      const LinkWork& p = links_[link.parent];
      point = p.a + cross(p.alpha, l.r) + l.c;
      turn = p.alpha + l.c_turn;
    }
    a[i] = (l.u - dot(l.U_f, point) - dot(l.U_n, turn)) * l.by_D;
    if (link.revolute)
      turn = turn + angular(x[i].S) * a[i];
    else
      point = point + linear(x[i].S) * a[i];
    l.a = point, l.alpha = turn;
  }
}

template class ArticulatedBody<Planar>;
template class ArticulatedBody<Spatial>;

}  // namespace bramah
