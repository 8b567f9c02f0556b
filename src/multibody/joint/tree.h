// A tree of links with one-degree-of-freedom joints, and its recursions in world coordinates
// [Jaiswal2021, Sec. 2.1; composites over subtrees as in Featherstone2008, Ch. 6]. Joints with
// several coordinates are chains of massless links; a spherical joint turns about a chart, a
// rotation that is fixed during a step and renewed after it, so that its three angles stay near
// zero and never become singular.
//
//   S_j      motion vector b_j of joint j      Z_j = V_j = V_parent + S_j v_j            (Eq. 2)
//   Sdot_j   V_j x S_j                         A_j = A_parent + S_j a_j + Sdot_j v_j     (Eq. 3)
//   F_j      I_j A_j + V_j x* I_j V_j          r_j = S_j . (sum of F over the subtree)   (Eq. 11)
//
// Derivatives. Moving q_i carries the whole subtree of i along rigidly, which gives, with the
// composites Ic, Bc, Fc over the subtree and Y_i = -S_i x A_i - Sdot_i x V_i,
//   d(sum F)/dq_i = S_i x* Fc_i + Ic_i Y_i + Bc_i Sdot_i
//   d(sum F)/dv_i = 2 Ic_i Sdot_i + Bc_i S_i          d(sum F)/da_i = Ic_i S_i
// and for a row k below i, the rigid part cancels: S_k . (Ic_k Y_i + Bc_k Sdot_i) and so on.
//
// The tangent meets every pair of links on one path. With D_k its column k, and Z_i, U_i what A and V
// do along q_i, entry i, k is S_i . D_k and entry k, i is Ic_k S_k . Z_i + Bc_k^T S_k . U_i. Where paths are
// long it can be spread out over hidden unknowns (core/pattern.h), with entries between neighbours only:
//   X_i = X_parent + (Z_i, U_i) dq_i              of links with others below, outwards
//   W_i = sum of W over the children + D_i dq_i   of links with one above, inwards
//   row i:  S_i . D_i dq_i + (Ic_i S_i, Bc_i^T S_i) . X_parent + S_i . sum of W over the children
// Eliminated link by link from the ends this is the articulated-body recursion [Featherstone1983].
#pragma once

#include <span>
#include <vector>

#include "core/square_matrix.h"
#include "core/step_coefficients.h"
#include "multibody/space.h"

namespace bramah {

template <class Space>
struct Link {
  int parent = -1;  // -1: ground
  bool revolute = true;
  Frame<Space> placement;                              // joint frame in the parent link's frame
  typename Space::Point axis = Space::Point::Unit(0);  // in the joint frame
  int chart = -1;  // quaternion applied before the motion; -1: none
  double mass = 0.0;
  typename Space::Point com = Space::Point::Zero();
  typename Space::Tensor inertia = Space::no_inertia();  // about com, in the link's frame
  // Found by Tree:
  bool straight = false;  // the joint frame is not turned against the parent's
  bool massless = false;
  bool carries = false;  // has links below it
};

// Everything the recursions compute for one link.
template <class Space>
struct LinkState {
  Pose<Space> frame;
  typename Space::Twist S, Sdot, V, A, bias;  // bias: A with a = 0 and no gravity
  typename Space::Twist Z, U;         // how A and V change with the coordinate, in tangent()
  typename Space::Wrench D, IS;       // its column, and Ic S
  typename Space::Twist BtS;          // Bc^T S
  typename Space::Vec arm;            // centre of mass from the frame's origin, world's axes
  typename Space::Moments about_com;  // inertia about it, world's axes
  typename Space::Inertia I, Ic;
  typename Space::Coriolis Bc;
  typename Space::Wrench h, Fc;
};

template <class Space>
class Tree {
 public:
  using Twist = typename Space::Twist;
  using Point = typename Space::Point;
  using Vec = typename Space::Vec;
  using States = std::vector<LinkState<Space>>;

  Tree(std::vector<Link<Space>> links, const Point& gravity);

  int size() const noexcept { return static_cast<int>(links_.size()); }
  const std::vector<Link<Space>>& links() const noexcept { return links_; }
  const Point& gravity() const noexcept { return gravity_; }
  bool above(int i, int j) const noexcept;  // i is j or one of its ancestors

  void kinematics(std::span<const double> q, std::span<const double> v,
                  std::span<const double> charts, States& x) const;
  // New velocities at the same q: V, Sdot and the bias accelerations.
  void refresh_velocities(std::span<const double> v, States& x) const;
  void inverse_dynamics(std::span<const double> v, std::span<const double> a, States& x,
                        std::span<double> r) const;
  void tangent(StepCoefficients c, States& x, SquareMatrix& j) const;  // after inverse_dynamics
  void mass_matrix(States& x, SquareMatrix& j) const;                  // after kinematics
  void add_pattern(Pattern& pattern) const;  // of both; they begin with coordinate 0
  double kinetic(const States& x) const;
  double potential(const States& x) const;

 private:
  static constexpr int kW = Space::kDim, kX = kW + Space::kDim - Space::kAxes;  // of a link
  void composite_inertia(States& x) const;
  void add_hidden(Pattern& pattern) const;
  void write_hidden(double size, const States& x, double* to) const;

  std::vector<Link<Space>> links_;
  Point gravity_;
  double mass_ = 0.0;  // of all links
};

extern template class Tree<Planar>;
extern template class Tree<Spatial>;

}  // namespace bramah
