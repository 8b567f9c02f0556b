// Rigid-body algebra in the plane and in space, with one interface, so that every formulation is
// written once.
//
// A twist V = (v, w): velocity of the body's point that coincides with the world's origin, and
// angular velocity [Jaiswal2021, Eq. 1]. A wrench F = (f, m): force, and moment about the world's
// origin. V . F is a power. Planar: v in the plane, w and m about z.
//
//   cross(V, X)        change of a twist X carried along by V
//   cross_force(V, F)  change of a wrench F carried along by V
//                      cross_force(V, F) . X = -F . cross(V, X)           [Featherstone2008, Ch. 2]
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

#include "multibody/sin_cos.h"
#include "multibody/vec3.h"

namespace bramah {

inline double dot(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.dot(b); }

template <class Space>
struct Frame {
  typename Space::Rotation R = Space::Rotation::Identity();
  typename Space::Point p = Space::Point::Zero();

  typename Space::Point operator*(const typename Space::Point& x) const {
    return Space::turned(R, x) + p;
  }
  Frame operator*(const Frame& f) const { return {Space::turned(R, f.R), *this * f.p}; }
};

struct Planar {
  static constexpr int kDim = 3;
  static constexpr int kAxes = 2;
  using Twist = Eigen::Vector3d;
  using Wrench = Eigen::Vector3d;
  using Point = Eigen::Vector2d;
  using Rotation = Eigen::Matrix2d;
  using Tensor = double;  // inertia about the centre of mass
  using Vec = Point;      // points and rotations that recursions compute
  using Turned = Rotation;
  using Moments = Tensor;
  static Tensor no_inertia() { return 0.0; }
  static Point point(const Vec& p) { return p; }

  static Twist cross(const Twist& V, const Twist& X) {
    return {X[2] * V[1] - V[2] * X[1], V[2] * X[0] - X[2] * V[0], 0.0};
  }
  static Wrench cross_force(const Twist& V, const Wrench& F) {
    return {-V[2] * F[1], V[2] * F[0], V[0] * F[1] - V[1] * F[0]};
  }
  static Point velocity_at(const Twist& V, const Point& p) {
    return {V[0] - V[2] * p[1], V[1] + V[2] * p[0]};
  }
  static Point turn(const Twist& V, const Point& d) {
    return {-V[2] * d[1], V[2] * d[0]};
  }  // w x d
  static double moment(const Point& p, const Point& f) { return p[0] * f[1] - p[1] * f[0]; }
  static Wrench force_at(const Point& f, const Point& p) { return {f[0], f[1], moment(p, f)}; }
  static Wrench couple(double m) { return {0.0, 0.0, m}; }
  static Vec force(const Wrench& F) { return {F[0], F[1]}; }
  // The axis of a planar revolute is +z or -z: the sign of its first entry.
  static Twist revolute(const Point& p, const Rotation&, const Point& axis) {
    return {axis[0] * p[1], -axis[0] * p[0], axis[0]};
  }
  static Twist prismatic(const Point& direction) { return {direction[0], direction[1], 0.0}; }
  static Rotation rotation(const Point& axis, double angle) {
    const double c = std::cos(angle), s = axis[0] * std::sin(angle);
    return (Rotation() << c, -s, s, c).finished();
  }
  // R x and R Q number by number: packets that are written in parts and read whole stall.
  static Point turned(const Rotation& R, const Point& x) {
    return {R(0, 0) * x[0] + R(0, 1) * x[1], R(1, 0) * x[0] + R(1, 1) * x[1]};
  }
  static Rotation turned(const Rotation& R, const Rotation& Q) {
    Rotation T;
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) T(i, j) = R(i, 0) * Q(0, j) + R(i, 1) * Q(1, j);
    return T;
  }
  // R times the rotation about the axis
  static Rotation turned(const Rotation& R, const Point& axis, const SinCos& by) {
    const double c = by.cos, s = axis[0] * by.sin;
    Rotation T;
    for (int i = 0; i < 2; ++i) {
      T(i, 0) = c * R(i, 0) + s * R(i, 1);
      T(i, 1) = c * R(i, 1) - s * R(i, 0);
    }
    return T;
  }
  static Tensor rotate(const Rotation&, const Tensor& J) { return J; }

  // Inertia about the world's origin.
  struct Inertia {
    double m = 0.0;
    Point mc = Point::Zero();
    double J = 0.0;
    Inertia() = default;
    Inertia(double mass, const Point& c, const Tensor& about_com)
        : m(mass), mc(mass * c), J(about_com + mass * c.squaredNorm()) {}
    void operator+=(const Inertia& o) { m += o.m, mc += o.mc, J += o.J; }
    Wrench operator*(const Twist& V) const {
      return {m * V[0] - mc[1] * V[2], m * V[1] + mc[0] * V[2],
              mc[0] * V[1] - mc[1] * V[0] + J * V[2]};
    }
  };
  // X -> X x* (I V) + V x* (I X) - I (V x X); in the plane all but one column cancel.
  struct Coriolis {
    Wrench column = Wrench::Zero();
    Coriolis() = default;
    Coriolis(const Inertia& I, const Twist& V, const Wrench& h)
        : column(-2.0 * h[1], 2.0 * h[0], 2.0 * (I.mc[0] * V[0] + I.mc[1] * V[1])) {}
    void operator+=(const Coriolis& o) { column += o.column; }
    Wrench operator*(const Twist& X) const { return column * X[2]; }
    Twist transposed(const Twist& X) const { return {0.0, 0.0, column.dot(X)}; }
  };
};

struct Spatial {
  static constexpr int kDim = 6;
  static constexpr int kAxes = 3;
  using Point = Eigen::Vector3d;
  using Rotation = Eigen::Matrix3d;
  using Tensor = Eigen::Matrix3d;
  using Vec = Vec3;
  using Turned = Columns;
  using Moments = Columns;
  static Tensor no_inertia() { return Tensor::Zero(); }
  static Point point(const Vec& p) { return p.eigen(); }

  struct Twist {
    Vec3 v, w;
    static Twist Zero() { return {}; }
    void setZero() { v = w = {}; }
    double operator[](int i) const { return i < 3 ? v[i] : w[i - 3]; }
    double dot(const Twist& o) const { return sum(v.lanes * o.v.lanes + w.lanes * o.w.lanes); }
    void operator+=(const Twist& o) { v += o.v, w += o.w; }
    void operator-=(const Twist& o) { v -= o.v, w -= o.w; }
    friend Twist operator+(const Twist& a, const Twist& b) { return {a.v + b.v, a.w + b.w}; }
    friend Twist operator-(const Twist& a, const Twist& b) { return {a.v - b.v, a.w - b.w}; }
    friend Twist operator-(const Twist& a) { return {-a.v, -a.w}; }
    friend Twist operator*(const Twist& a, double s) { return {a.v * s, a.w * s}; }
    friend Twist operator*(double s, const Twist& a) { return a * s; }
  };
  using Wrench = Twist;  // (f, m) in the place of (v, w)

  static Twist cross(const Twist& V, const Twist& X) {
    return {yzx(unordered_cross(V.w, X.v) + unordered_cross(V.v, X.w)), bramah::cross(V.w, X.w)};
  }
  static Wrench cross_force(const Twist& V, const Wrench& F) {
    return {bramah::cross(V.w, F.v), yzx(unordered_cross(V.w, F.w) + unordered_cross(V.v, F.v))};
  }
  static Vec velocity_at(const Twist& V, const Vec& p) { return V.v + bramah::cross(V.w, p); }
  static Vec turn(const Twist& V, const Vec& d) { return bramah::cross(V.w, d); }
  static Vec moment(const Vec& p, const Vec& f) { return bramah::cross(p, f); }
  static Wrench force_at(const Vec& f, const Vec& p) { return {f, bramah::cross(p, f)}; }
  static Wrench couple(const Vec& m) { return {{}, m}; }
  static Vec force(const Wrench& F) { return F.v; }
  static Twist revolute(const Vec& p, const Turned& R, const Point& axis) {
    const Vec w = R * axis;
    return {bramah::cross(p, w), w};
  }
  static Twist prismatic(const Vec& direction) { return {direction, {}}; }
  static Rotation rotation(const Point& axis, double angle) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  }
  static Point turned(const Rotation& R, const Point& x) { return R * x; }
  static Vec turned(const Turned& R, const Point& x) { return R * x; }
  static Rotation turned(const Rotation& R, const Rotation& Q) { return R * Q; }
  static Turned turned(const Turned& R, const Rotation& Q) { return R * Q; }
  // R times the rotation about the axis; about a coordinate axis only two columns change.
  static Turned turned(const Turned& R, const Point& axis, const SinCos& by) {
    if (std::abs(axis[2]) == 1.0) {
      const double s = axis[2] * by.sin;
      return {by.cos * R.x + s * R.y, by.cos * R.y - s * R.x, R.z};
    }
    if (std::abs(axis[1]) == 1.0) {
      const double s = axis[1] * by.sin;
      return {by.cos * R.x - s * R.z, R.y, by.cos * R.z + s * R.x};
    }
    if (std::abs(axis[0]) == 1.0) {
      const double s = axis[0] * by.sin;
      return {R.x, by.cos * R.y + s * R.z, by.cos * R.z - s * R.y};
    }
    return R * Rotation(by.cos * Rotation::Identity() + by.sin * skew(axis) +
                        (1.0 - by.cos) * axis * axis.transpose());
  }
  // R J R^T, which is symmetric
  static Tensor rotate(const Rotation& R, const Tensor& J) {
    const Rotation RJ = R * J;
    Tensor T;
    for (int i = 0; i < 3; ++i)
      for (int k = i; k < 3; ++k) T(i, k) = T(k, i) = RJ.row(i).dot(R.row(k));
    return T;
  }
  static Moments rotate(const Turned& R, const Tensor& J) {
    const Columns RJ = R * J;
    Columns T = outer(RJ.x, R.x);
    T += outer(RJ.y, R.y);
    T += outer(RJ.z, R.z);
    return T;
  }
  static Rotation skew(const Point& p) {
    return (Rotation() << 0, -p[2], p[1], p[2], 0, -p[0], -p[1], p[0], 0).finished();
  }

  struct Inertia {
    double m = 0.0;
    Vec3 mc;
    Columns J;  // symmetric
    Inertia() = default;
    Inertia(double mass, const Vec3& c, const Columns& about_com) : m(mass), mc(mass * c) {
      const Columns square = outer(mc, c);
      J = plus_diagonal({about_com.x - square.x, about_com.y - square.y, about_com.z - square.z},
                        bramah::dot(mc, c));
    }
    void operator+=(const Inertia& o) { m += o.m, mc += o.mc, J += o.J; }
    Wrench operator*(const Twist& V) const {
      return {m * V.v - bramah::cross(mc, V.w), bramah::cross(mc, V.v) + J * V.w};
    }
  };
  // As in the plane, the columns of the linear velocity cancel: X -> (-2 h_f x w, G w - h_m x w), where
  //   G = W J - J W - U C - C U   with W, U, C the matrices of w x, v x and mc x:
  // -J W is the transpose of W J, and U C + C U = mc v^T + v mc^T - 2 (v . mc) 1. G is symmetric.
  struct Coriolis {
    Columns G;
    Vec3 f, m;  // h
    Coriolis() = default;
    Coriolis(const Inertia& I, const Twist& V, const Wrench& h) : f(h.v), m(h.w) {
      const Columns WJ = {bramah::cross(V.w, I.J.x) - I.mc * V.v[0],
                          bramah::cross(V.w, I.J.y) - I.mc * V.v[1],
                          bramah::cross(V.w, I.J.z) - I.mc * V.v[2]};
      G = plus_diagonal(bramah::transposed(WJ), 2.0 * bramah::dot(V.v, I.mc));
      G += WJ;
    }
    void operator+=(const Coriolis& o) { G += o.G, f += o.f, m += o.m; }
    Wrench operator*(const Twist& X) const {
      return {-2.0 * bramah::cross(f, X.w), G * X.w - bramah::cross(m, X.w)};
    }
    Twist transposed(const Twist& X) const {
      return {{}, G * X.w + yzx(unordered_cross(m, X.w) + 2.0 * unordered_cross(f, X.v))};
    }
  };
};

// Where a link is: its frame in the numbers that recursions use.
template <class Space>
struct Pose {
  typename Space::Turned R;
  typename Space::Vec p;

  Pose() = default;
  Pose(const typename Space::Turned& turned, const typename Space::Vec& at) : R(turned), p(at) {}
  explicit Pose(const Frame<Space>& f) : R(f.R), p(f.p) {}
  typename Space::Vec operator*(const typename Space::Point& x) const {
    return Space::turned(R, x) + p;
  }
};

}  // namespace bramah
