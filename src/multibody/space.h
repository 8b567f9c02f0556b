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

namespace bramah {

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
  static Tensor no_inertia() { return 0.0; }

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
  // R rotation(axis, angle)
  static Rotation turned(const Rotation& R, const Point& axis, double angle) {
    const double c = std::cos(angle), s = axis[0] * std::sin(angle);
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
  using Twist = Eigen::Matrix<double, 6, 1>;
  using Wrench = Eigen::Matrix<double, 6, 1>;
  using Point = Eigen::Vector3d;
  using Rotation = Eigen::Matrix3d;
  using Tensor = Eigen::Matrix3d;
  static Tensor no_inertia() { return Tensor::Zero(); }

  static Twist join(const Point& v, const Point& w) { return {v[0], v[1], v[2], w[0], w[1], w[2]}; }
  static Twist cross(const Twist& V, const Twist& X) {
    const Point v = V.head<3>(), w = V.tail<3>(), x = X.head<3>(), y = X.tail<3>();
    return join(w.cross(x) + v.cross(y), w.cross(y));
  }
  static Wrench cross_force(const Twist& V, const Wrench& F) {
    const Point v = V.head<3>(), w = V.tail<3>(), f = F.head<3>(), m = F.tail<3>();
    return join(w.cross(f), w.cross(m) + v.cross(f));
  }
  static Point velocity_at(const Twist& V, const Point& p) {
    return V.head<3>() + V.tail<3>().cross(p);
  }
  static Point turn(const Twist& V, const Point& d) { return V.tail<3>().cross(d); }
  static Point moment(const Point& p, const Point& f) { return p.cross(f); }
  static Wrench force_at(const Point& f, const Point& p) { return join(f, p.cross(f)); }
  static Wrench couple(const Point& m) { return join(Point::Zero(), m); }
  static Twist revolute(const Point& p, const Rotation& R, const Point& axis) {
    const Point w = R * axis;
    return join(p.cross(w), w);
  }
  static Twist prismatic(const Point& direction) { return join(direction, Point::Zero()); }
  static Rotation rotation(const Point& axis, double angle) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  }
  static Point turned(const Rotation& R, const Point& x) { return R * x; }
  static Rotation turned(const Rotation& R, const Rotation& Q) { return R * Q; }
  // R rotation(axis, angle); about a coordinate axis only two columns change.
  static Rotation turned(const Rotation& R, const Point& axis, double angle) {
    for (int k = 0; k < 3; ++k)
      if (std::abs(axis[k]) == 1.0) {
        const double c = std::cos(angle), s = axis[k] * std::sin(angle);
        const int i = k == 2 ? 0 : k + 1, j = 3 - k - i;
        Rotation T = R;
        T.col(i) = c * R.col(i) + s * R.col(j);
        T.col(j) = c * R.col(j) - s * R.col(i);
        return T;
      }
    return R * rotation(axis, angle);
  }
  // R J R^T, which is symmetric: six entries.
  static Tensor rotate(const Rotation& R, const Tensor& J) {
    const Rotation RJ = R * J;
    Tensor T;
    for (int i = 0; i < 3; ++i)
      for (int k = i; k < 3; ++k) T(i, k) = T(k, i) = RJ.row(i).dot(R.row(k));
    return T;
  }
  static Rotation skew(const Point& p) {
    return (Rotation() << 0, -p[2], p[1], p[2], 0, -p[0], -p[1], p[0], 0).finished();
  }

  struct Inertia {
    double m = 0.0;
    Point mc = Point::Zero();
    Tensor J = Tensor::Zero();
    Inertia() = default;
    Inertia(double mass, const Point& c, const Tensor& about_com)
        : m(mass),
          mc(mass * c),
          J(about_com + mass * (c.squaredNorm() * Tensor::Identity() - c * c.transpose())) {}
    void operator+=(const Inertia& o) { m += o.m, mc += o.mc, J += o.J; }
    Wrench operator*(const Twist& V) const {
      const Point v = V.head<3>(), w = V.tail<3>();
      return join(m * v - mc.cross(w), mc.cross(v) + J * w);
    }
  };
  // As in the plane, the columns of the linear velocity cancel: X -> (top w, bottom w).
  struct Coriolis {
    Rotation top = Rotation::Zero(), bottom = Rotation::Zero();
    Coriolis() = default;
    // bottom = W J - J W - U C - C U - skew(h_m) with W, U, C the matrices of w x, v x and mc x:
    // -J W is the transpose of W J, and U C + C U = mc v^T + v mc^T - 2 (v . mc) 1.
    Coriolis(const Inertia& I, const Twist& V, const Wrench& h) {
      const Point v = V.head<3>(), w = V.tail<3>();
      top = -2.0 * skew(h.head<3>());
      Rotation WJ;
      for (int k = 0; k < 3; ++k) WJ.col(k) = w.cross(Point(I.J.col(k))) - I.mc * v[k];
      bottom = WJ + WJ.transpose() - skew(h.tail<3>());
      bottom.diagonal().array() += 2.0 * v.dot(I.mc);
    }
    void operator+=(const Coriolis& o) { top += o.top, bottom += o.bottom; }
    Wrench operator*(const Twist& X) const { return join(top * X.tail<3>(), bottom * X.tail<3>()); }
    Twist transposed(const Twist& X) const {
      return join(Point::Zero(), top.transpose() * X.head<3>() + bottom.transpose() * X.tail<3>());
    }
  };
};

}  // namespace bramah
