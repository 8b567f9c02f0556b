// One constraint of natural coordinates: a quadratic function, or the definition of an angle theta
// as a coordinate of its own. With r = cos(angle) and p = sin(angle) from dot products of vectors,
//
//   phi = p(q)                                 or
//   phi = cos(theta) p(q) - sin(theta) r(q)    = sin(angle - theta)
//
// which is never singular and knows how often theta has turned.
#pragma once

#include "core/square_matrix.h"
#include "multibody/natural/quadratic.h"

namespace bramah {

struct NaturalConstraint {
  Quadratic p, r;            // r on the support of p; only with an angle
  int angle = -1;            // coordinate theta; -1: none
  std::vector<int> support;  // that of p, then theta

  NaturalConstraint() = default;
  explicit NaturalConstraint(Quadratic only) : p(std::move(only)), support(p.support) {}
  NaturalConstraint(Quadratic sine, Quadratic cosine, int theta);

  int size() const noexcept { return static_cast<int>(support.size()); }
  // `work` has room for 4 size(). x, v run over all coordinates, results over the support.
  double evaluate(const double* q, double* j, double* work) const noexcept;  // phi, Phi_q
  void hessian_times(const double* q, const double* x, double* hx, double* work) const noexcept;
  // d(v^T Phi_qq v)/dq: zero but for angles.
  void third_times(const double* q, const double* v, double* out, double* work) const noexcept;
  // Adds factor Phi_qq.
  void add_hessian(const double* q, double factor, SquareMatrix& m, double* work) const noexcept;
};

}  // namespace bramah
