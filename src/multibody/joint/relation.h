// A scalar relation between two links of a tree: what gauges, springs and loop closures are made of.
//
//   distance    s = |p_B - p_A|             cylinders, springs
//   coordinate  s = n_A . (p_B - p_A)       loop closure of positions, one direction fixed to A
//   dot         s = n_A . m_B               loop closure of orientations
//   gear        s = offset + ratio q_i      racks and gears on a joint coordinate
//
// The last is straight: its slope is the ratio, and it has no second derivatives. Each of the others has
// a wrench W with sdot = W . (V_B - V_A), so ds/dq_i = +W . S_i on B's path and -W . S_i on
// A's path; coordinates common to both paths move both ends rigidly and drop out. With D(X) the change
// of W when B alone moves by the twist X, and E_k = D(S_k) - S_k x* W, the Hessian is
//   both on B, k at or above i: E_k . S_i     both on A: D(S_k) . S_i     k on A, i on B: -E_k . S_i
// and the second derivative in time without accelerations, V = V_B - V_A,
//   W . (bias_B - bias_A - V_A x V) + D(V) . V
// With the links' accelerations A in the place of their biases it is the whole second derivative. Moving
// q_i at fixed v, a carries the links j below it along rigidly, but for the motion above i:
//   dV_j = S_i x (V_j - V_i)        dA_j = S_i x (A_j - A_i) + Sdot_i x (V_j - V_i)
// For i on A's path everything is turned back by -S_i, so that always B alone changes its place.
#pragma once

#include <vector>

#include "multibody/joint/tree.h"

namespace bramah {

enum class RelationKind { distance, coordinate, dot, gear };

template <class Space>
struct Relation {
  using Point = typename Space::Point;

  RelationKind kind = RelationKind::distance;
  int link_a = -1, link_b = -1;                    // -1: ground
  Point p_a = Point::Zero(), p_b = Point::Zero();  // in the links' frames
  Point n_a = Point::Zero(), m_b = Point::Zero();
  double offset = 0.0, ratio = 1.0;  // gear, on the coordinate of link B
  std::vector<int> support;          // coordinates on exactly one of the two paths
  std::vector<int> side;             // +1: on B's path, -1: on A's path

  void find_support(const Tree<Space>& tree);
};

// Values of one relation; arrays run over its support.
template <class Space>
struct RelationState {
  using Vec = typename Space::Vec;

  double value = 0.0, rate = 0.0;
  Vec p_b, n, m;
  typename Space::Wrench W;
  std::vector<double> jacobian, hessian_v, hessian;  // J, H v, H (row-major)
  std::vector<double> kept_jacobian;                 // J when the tangent was written
  std::vector<double> second_rate_by_q;              // d(s'')/dq at fixed v, a
  std::vector<typename Space::Wrench> D, E;

  explicit RelationState(const Relation<Space>& relation);

  // A gear's value is left to who knows the coordinate: set_gear().
  void evaluate(const Relation<Space>& relation, const typename Tree<Space>::States& x,
                std::span<const double> v);
  void set_gear(const Relation<Space>& relation, std::span<const double> q) {
    value = relation.offset + relation.ratio * q[relation.support[0]];
  }
  void second_derivatives(const Relation<Space>& relation, const typename Tree<Space>::States& x,
                          std::span<const double> v);
  void refresh_rate(const Relation<Space>& relation, std::span<const double> v);
  // The part of the second time derivative that no acceleration enters; after refresh_velocities().
  double bias(const Relation<Space>& relation, const typename Tree<Space>::States& x) const;
  // Fills second_rate_by_q; A: accelerations of the links (the ground's is zero).
  void second_rate_slopes(const Relation<Space>& relation, const typename Tree<Space>::States& x,
                          std::span<const typename Space::Twist> A);

 private:
  typename Space::Wrench wrench_change(const Relation<Space>& relation,
                                       const typename Space::Twist& X) const;
  // The change of D(V) when B alone moves by the twist X.
  typename Space::Wrench second_change(const Relation<Space>& relation,
                                       const typename Space::Twist& V,
                                       const typename Space::Twist& X) const;
};

extern template struct Relation<Planar>;
extern template struct Relation<Spatial>;
extern template struct RelationState<Planar>;
extern template struct RelationState<Spatial>;

}  // namespace bramah
