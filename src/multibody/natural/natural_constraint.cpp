#include "multibody/natural/natural_constraint.h"

#include <algorithm>
#include <cmath>

namespace bramah {

NaturalConstraint::NaturalConstraint(Quadratic sine, Quadratic cosine, int theta)
    : p(std::move(sine)), r(std::move(cosine)), angle(theta), support(p.support) {
  support.push_back(theta);
}

double NaturalConstraint::evaluate(const double* q, double* j, double* work) const noexcept {
  const double P = p.evaluate(q, j);
  if (angle < 0) return P;
  const double R = r.evaluate(q, work), c = std::cos(q[angle]), s = std::sin(q[angle]);
  const int n = p.size();
  for (int i = 0; i < n; ++i) j[i] = c * j[i] - s * work[i];
  j[n] = -s * P - c * R;
  return c * P - s * R;
}

void NaturalConstraint::hessian_times(const double* q, const double* x, double* hx,
                                      double* work) const noexcept {
  p.curve(x, hx);
  if (angle < 0) return;
  const int n = p.size();
  double *jp = work, *jr = work + n, *hr = work + 2 * n;
  const double P = p.evaluate(q, jp), R = r.evaluate(q, jr);
  const double c = std::cos(q[angle]), s = std::sin(q[angle]), turn = x[angle];
  r.curve(x, hr);
  hx[n] = turn * (-c * P + s * R);
  for (int i = 0; i < n; ++i) {
    const double mixed = -s * jp[i] - c * jr[i];
    hx[i] = c * hx[i] - s * hr[i] + mixed * turn;
    hx[n] += mixed * x[support[i]];
  }
}

void NaturalConstraint::third_times(const double* q, const double* v, double* out,
                                    double* work) const noexcept {
  std::fill(out, out + size(), 0.0);
  if (angle < 0) return;
  const int n = p.size();
  double *jp = work, *jr = work + n, *hp = work + 2 * n, *hr = work + 3 * n;
  const double P = p.evaluate(q, jp), R = r.evaluate(q, jr);
  const double c = std::cos(q[angle]), s = std::sin(q[angle]), turn = v[angle];
  p.curve(v, hp);
  r.curve(v, hr);
  out[n] = turn * turn * (s * P + c * R);
  for (int i = 0; i < n; ++i) {
    const double mixed = -s * hp[i] - c * hr[i], slope = -c * jp[i] + s * jr[i];
    out[i] = turn * (2.0 * mixed + turn * slope);
    out[n] += (mixed + 2.0 * turn * slope) * v[support[i]];
  }
}

void NaturalConstraint::add_hessian(const double* q, double factor, SquareMatrix& m,
                                    double* work) const noexcept {
  const int n = p.size();
  const auto add = [&](const Quadratic& f, double by) {
    const double* h = f.H.data();
    if (f.H.empty()) return;
    for (int i = 0; i < n; ++i) {
      double* const row = m.row(support[i]);
      for (int k = 0; k < n; ++k) row[support[k]] += by * *h++;
    }
  };
  if (angle < 0) return add(p, factor);
  const double c = factor * std::cos(q[angle]), s = factor * std::sin(q[angle]);
  double *jp = work, *jr = work + n;
  const double P = p.evaluate(q, jp), R = r.evaluate(q, jr);
  add(p, c);
  add(r, -s);
  for (int i = 0; i < n; ++i) {
    const double mixed = -s * jp[i] - c * jr[i];
    m.row(support[i])[angle] += mixed;
    m.row(angle)[support[i]] += mixed;
  }
  m.row(angle)[angle] += -c * P + s * R;
}

}  // namespace bramah
