// Linear and quadratic expressions in coordinates, while a mechanism in natural coordinates is
// built.
#pragma once

#include <Eigen/Core>
#include <array>
#include <map>
#include <utility>

#include "multibody/natural/quadratic.h"

namespace bramah {

struct ScalarForm {
  std::map<int, double> terms;  // coordinate -> coefficient
  double constant = 0.0;

  void add(double factor, const ScalarForm&);
};

// A vector in the world; planar: z is zero.
using VectorForm = std::array<ScalarForm, 3>;

VectorForm constant_form(const Eigen::Vector3d&);
VectorForm coordinate_form(int first, int axes);  // coordinates first, first + 1, ...
VectorForm operator-(const VectorForm&, const VectorForm&);
void add(VectorForm& to, double factor, const VectorForm&);

struct Polynomial {
  std::map<std::pair<int, int>, double> squares;  // i <= k: coefficient of q_i q_k
  std::map<int, double> terms;
  double constant = 0.0;

  Polynomial() = default;
  explicit Polynomial(const ScalarForm&);
  void add(double factor, const ScalarForm&, const ScalarForm&);  // += factor times the product
  void add(double factor, int i, int k);                          // += factor q_i q_k
  bool varies() const { return !squares.empty() || !terms.empty(); }
  void tidy();  // drops what cancelled
};
Polynomial dot(const VectorForm&, const VectorForm&);

std::vector<int> support_of(std::initializer_list<const Polynomial*>);
Quadratic compile(const Polynomial&, const std::vector<int>& support);
Quadratic compile(const Polynomial&);

// One component of 1/2 sum_i e_i x de_i/dt, and of the velocity of a point.
struct RatePolynomial {
  std::map<std::pair<int, int>, double> products;  // (i, k): coefficient of v_i q_k
  std::map<int, double> terms;                     // of v_i

  void add(double factor, const ScalarForm& value, const ScalarForm& rate);
  void add(double factor, const ScalarForm& rate);
};
using RateVector = std::array<RatePolynomial, 3>;
// Adds sign times the angular velocity of a body with perpendicular unit axes e.
void add_turn(RateVector& w, double sign, const std::array<VectorForm, 3>& e);

void add_support(std::map<int, int>& seen, const RatePolynomial&);
RateForm compile(const RatePolynomial&, const std::vector<int>& support);

}  // namespace bramah
