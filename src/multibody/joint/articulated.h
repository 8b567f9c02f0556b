// Forward dynamics of a tree in O(n): the articulated-body recursion [Featherstone1983;
// Featherstone2008, Ch. 7].
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
//   inward    U = I S, D = S . U, u = tau - S . p0,  Ia = I - U U^T / D,
//             pa = p0 + I c + U (u - U . c) / D
//             c = (w_p x (w_p x r) + 2 w_p x d v,  w_p x k v),  r = p_i - p_parent
//   outward   A' = (a_p + alpha_p x r, alpha_p) + c,  a_i = (u - U . A') / D,  A = A' + S a_i
//
// with S = (0, k) of a revolute and (d, 0) of a prismatic joint. Massless links, as inside a
// universal joint, need nothing but D > 0. Not for trees with closed loops: those need Phi_q.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "multibody/joint/tree.h"

namespace bramah {

// Vectors of plain numbers: the recursion is a chain of dependent operations, where packets that
// are written in parts and read whole stall (in the plane Eigen's vectors took half as long again).
template <class Space>
struct Arrow;

template <>
struct Arrow<Planar> {
  double x, y;
};
template <>
struct Arrow<Spatial> {
  double x, y, z;
};

// Articulated inertia about a link's reference point.
template <class Space>
struct ArticulatedInertia;

template <>
struct ArticulatedInertia<Planar> {
  double xx, xy, yy;  // M
  double bx, by;      // B
  double J;
};

template <>
struct ArticulatedInertia<Spatial> {
  struct Symmetric {
    double xx, yy, zz, xy, xz, yz;
  };
  Symmetric M;
  Arrow<Spatial> bx, by, bz;  // rows of B
  Symmetric J;
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
  using Linear = Arrow<Space>;
  using Angular = std::conditional_t<std::is_same_v<Space, Planar>, double, Arrow<Space>>;

  // What a link and all that hangs on it do at its point.
  struct Load {
    Inertia I;
    Linear f0;
    Angular n0;
    double mass_size, turn_size;  // before joints let anything go
  };
  struct LinkWork {
    Load load;
    Linear r, c, U_f, a;
    Angular c_turn, U_n, alpha;
    double by_D, u;
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
