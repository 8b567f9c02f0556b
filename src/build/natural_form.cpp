#include "build/natural_form.h"

#include <algorithm>
#include <cmath>

namespace bramah {

void ScalarForm::add(double factor, const ScalarForm& x) {
  if (factor == 0.0) return;
  for (const auto& [i, coefficient] : x.terms)
    if ((terms[i] += factor * coefficient) == 0.0) terms.erase(i);
  constant += factor * x.constant;
}

VectorForm constant_form(const Eigen::Vector3d& x) {
  VectorForm form;
  for (int axis = 0; axis < 3; ++axis) form[axis].constant = x[axis];
  return form;
}

VectorForm coordinate_form(int first, int axes) {
  VectorForm form;
  for (int axis = 0; axis < axes; ++axis) form[axis].terms[first + axis] = 1.0;
  return form;
}

void add(VectorForm& to, double factor, const VectorForm& x) {
  for (int axis = 0; axis < 3; ++axis) to[axis].add(factor, x[axis]);
}

VectorForm operator-(const VectorForm& a, const VectorForm& b) {
  VectorForm form = a;
  add(form, -1.0, b);
  return form;
}

Polynomial::Polynomial(const ScalarForm& x) : terms(x.terms), constant(x.constant) {}

void Polynomial::add(double factor, const ScalarForm& x, const ScalarForm& y) {
  for (const auto& [i, a] : x.terms)
    for (const auto& [k, b] : y.terms) squares[std::minmax(i, k)] += factor * a * b;
  for (const auto& [i, a] : x.terms) terms[i] += factor * a * y.constant;
  for (const auto& [k, b] : y.terms) terms[k] += factor * x.constant * b;
  constant += factor * x.constant * y.constant;
}

void Polynomial::add(double factor, int i, int k) { squares[std::minmax(i, k)] += factor; }

void Polynomial::tidy() {
  double largest = 0.0;
  for (const auto& [at, value] : squares) largest = std::max(largest, std::abs(value));
  for (const auto& [at, value] : terms) largest = std::max(largest, std::abs(value));
  const auto small = [&](const auto& entry) { return std::abs(entry.second) <= 1e-15 * largest; };
  std::erase_if(squares, small);
  std::erase_if(terms, small);
}

Polynomial dot(const VectorForm& a, const VectorForm& b) {
  Polynomial sum;
  for (int axis = 0; axis < 3; ++axis) sum.add(1.0, a[axis], b[axis]);
  sum.tidy();
  return sum;
}

std::vector<int> support_of(std::initializer_list<const Polynomial*> all) {
  std::map<int, int> seen;
  for (const Polynomial* p : all) {
    for (const auto& [at, value] : p->squares) seen[at.first] = seen[at.second] = 1;
    for (const auto& [at, value] : p->terms) seen[at] = 1;
  }
  std::vector<int> support;
  for (const auto& [i, one] : seen) support.push_back(i);
  return support;
}

namespace {

int position(const std::vector<int>& support, int i) {
  return static_cast<int>(std::lower_bound(support.begin(), support.end(), i) - support.begin());
}

}  // namespace

Quadratic compile(const Polynomial& p, const std::vector<int>& support) {
  const int n = static_cast<int>(support.size());
  Quadratic f;
  f.support = support;
  f.g.assign(n, 0.0);
  f.c = p.constant;
  for (const auto& [i, value] : p.terms) f.g[position(support, i)] += value;
  if (p.squares.empty()) return f;
  f.H.assign(static_cast<std::size_t>(n) * n, 0.0);
  for (const auto& [at, value] : p.squares) {
    const int i = position(support, at.first), k = position(support, at.second);
    f.H[i * n + k] += value;
    f.H[k * n + i] += value;
  }
  return f;
}

Quadratic compile(const Polynomial& p) { return compile(p, support_of({&p})); }

void RatePolynomial::add(double factor, const ScalarForm& value, const ScalarForm& rate) {
  for (const auto& [i, b] : rate.terms) {
    for (const auto& [k, a] : value.terms) products[{i, k}] += factor * a * b;
    if (value.constant != 0.0) terms[i] += factor * value.constant * b;
  }
}

void RatePolynomial::add(double factor, const ScalarForm& rate) {
  for (const auto& [i, b] : rate.terms) terms[i] += factor * b;
}

void add_turn(RateVector& w, double sign, const std::array<VectorForm, 3>& e) {
  for (int k = 0; k < 3; ++k)
    for (const VectorForm& axis : e) {
      const ScalarForm &a = axis[(k + 1) % 3], &b = axis[(k + 2) % 3];
      w[k].add(0.5 * sign, a, b);
      w[k].add(-0.5 * sign, b, a);
    }
}

void add_support(std::map<int, int>& seen, const RatePolynomial& p) {
  for (const auto& [at, value] : p.products) seen[at.first] = seen[at.second] = 1;
  for (const auto& [at, value] : p.terms) seen[at] = 1;
}

RateForm compile(const RatePolynomial& p, const std::vector<int>& support) {
  const std::size_t n = support.size();
  RateForm f;
  f.b.assign(n, 0.0);
  for (const auto& [i, value] : p.terms) f.b[position(support, i)] += value;
  if (p.products.empty()) return f;
  f.B.assign(n * n, 0.0);
  for (const auto& [at, value] : p.products)
    f.B[position(support, at.first) * n + position(support, at.second)] += value;
  return f;
}

}  // namespace bramah
