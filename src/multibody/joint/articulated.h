// Forward dynamics of a tree in O(n): the articulated-body recursion.
//
//   M(q) a + bias(q, v) = tau, gravity in the bias; inverse of Tree::inverse_dynamics.
//
// What a subtree does to its parent through joint i is a wrench Ia_i A + pa_i, linear in the
// acceleration A at the joint. Every link has its own reference point, its frame's origin p_i, and
// the world's axes, so that nothing cancels far from the world's origin. A = (a, alpha) holds the
// true acceleration of that point; then no linear velocity enters, only angular ones w:
//
//   inertia   f = M a + B alpha + f0,  n = B^T a + J alpha + n0      of link and subtree at p_i
//   own part  M = m 1, B = -m s~, J about p_i, f0 = w x (w x m s), n0 = w x J w;   s = c - p_i
//   inward    U = I S, D = S . U, u = tau - S . p0,  Ia = I - U U^T / D,  pa = p0 + Ia c + U u / D
//             c = (w_p x (w_p x r) + 2 w_p x d v,  w_p x k v),  r = p_i - p_parent
//   outward   A' = (a_p + alpha_p x r, alpha_p) + c,  a_i = (u - U . A') / D,  A = A' + S a_i
//
// with S = (0, k) of a revolute and (d, 0) of a prismatic joint. Massless links, as inside a
// universal joint, need nothing but D > 0. Not for trees with closed loops: those need Phi_q.
#pragma once

#include <span>
#include <vector>

#include "multibody/joint/tree.h"

namespace bramah {

// Articulated inertia about a link's reference point.
template <class Space>
struct ArticulatedInertia;

template <>
struct ArticulatedInertia<Planar> {
  using Point = Eigen::Vector2d;
  using Angular = double;
  double xx, xy, yy;  // M
  double bx, by;      // B
  double J;

  static double no_turn() { return 0.0; }
  static ArticulatedInertia of_body(double m, const Point& s, double about_com) {
    return {m, 0.0, m, -m * s[1], m * s[0], about_com + m * s.squaredNorm()};
  }
  Point mass_times(const Point& a) const { return {xx * a[0] + xy * a[1], xy * a[0] + yy * a[1]}; }
  Point cross_times(double w) const { return {bx * w, by * w}; }                   // B w
  double cross_transposed(const Point& a) const { return bx * a[0] + by * a[1]; }  // B^T a
  double turn_times(double w) const { return J * w; }
  double mass_size() const { return xx + yy; }
  double turn_size() const { return J; }
  void project(const Point& f, double n, double by_D);  // - U U^T / D
  void add_shifted(const ArticulatedInertia& I, const Point& r);
};

template <>
struct ArticulatedInertia<Spatial> {
  using Point = Eigen::Vector3d;
  using Angular = Eigen::Vector3d;
  struct Symmetric {
    double xx, yy, zz, xy, xz, yz;
    Point operator*(const Point& a) const {
      return {xx * a[0] + xy * a[1] + xz * a[2], xy * a[0] + yy * a[1] + yz * a[2],
              xz * a[0] + yz * a[1] + zz * a[2]};
    }
    void subtract_square(const Point& u, const Point& v);  // - u v^T of parallel u, v
  };
  Symmetric M;
  Eigen::Matrix3d B;
  Symmetric J;

  static Point no_turn() { return Point::Zero(); }
  static ArticulatedInertia of_body(double m, const Point& s, const Eigen::Matrix3d& about_com);
  Point mass_times(const Point& a) const { return M * a; }
  Point cross_times(const Point& w) const { return B * w; }
  Point cross_transposed(const Point& a) const { return B.transpose() * a; }
  Point turn_times(const Point& w) const { return J * w; }
  double mass_size() const { return M.xx + M.yy + M.zz; }
  double turn_size() const { return J.xx + J.yy + J.zz; }
  void project(const Point& f, const Point& n, double by_D);
  void add_shifted(const ArticulatedInertia& I, const Point& r);
};

template <class Space>
class ArticulatedBody {
 public:
  explicit ArticulatedBody(int size) : links_(static_cast<std::size_t>(size)) {}

  // Accelerations from the tree's kinematics (`x`, for the same v) and the forces tau on the
  // coordinates. False if a coordinate moves nothing that has inertia: stuck() then names it.
  bool accelerations(const Tree<Space>& tree, const typename Tree<Space>::States& x,
                     std::span<const double> v, std::span<const double> tau, std::span<double> a);
  int stuck() const noexcept { return stuck_; }

 private:
  using Inertia = ArticulatedInertia<Space>;
  using Point = typename Inertia::Point;
  using Angular = typename Inertia::Angular;

  struct LinkWork {
    Inertia I;
    Point f0, r, c, U_f, a;
    Angular n0, c_turn, U_n, alpha;
    double by_D, u;
    double mass_size, turn_size;  // of what hangs here, before joints let it go
  };
  void start(const Tree<Space>& tree, const typename Tree<Space>::States& x,
             std::span<const double> v);
  bool inward(const Tree<Space>& tree, const typename Tree<Space>::States& x,
              std::span<const double> tau);
  void outward(const Tree<Space>& tree, const typename Tree<Space>::States& x, std::span<double> a);

  std::vector<LinkWork> links_;
  int stuck_ = -1;
};

extern template class ArticulatedBody<Planar>;
extern template class ArticulatedBody<Spatial>;

}  // namespace bramah
