#include "multibody/natural/quadratic.h"

namespace bramah {

double Quadratic::value(const double* q) const noexcept {
  const int n = size();
  double sum = c;
  const double* h = H.data();
  for (int i = 0; i < n; ++i) {
    double slope = 0.0;
    if (!H.empty())
      for (int k = 0; k < n; ++k) slope += *h++ * q[support[k]];
    sum += (0.5 * slope + g[i]) * q[support[i]];
  }
  return sum;
}

double Quadratic::rate(const double* q, const double* v) const noexcept {
  const int n = size();
  double sum = 0.0;
  const double* h = H.data();
  for (int i = 0; i < n; ++i) {
    double slope = g[i];
    if (!H.empty())
      for (int k = 0; k < n; ++k) slope += *h++ * q[support[k]];
    sum += slope * v[support[i]];
  }
  return sum;
}

double Quadratic::evaluate(const double* q, double* j) const noexcept {
  const int n = size();
  curve(q, j);
  double sum = c;
  for (int i = 0; i < n; ++i) {
    sum += (0.5 * j[i] + g[i]) * q[support[i]];
    j[i] += g[i];
  }
  return sum;
}

void Quadratic::curve(const double* v, double* hv) const noexcept {
  const int n = size();
  const double* h = H.data();
  for (int i = 0; i < n; ++i) {
    hv[i] = 0.0;
    if (!H.empty())
      for (int k = 0; k < n; ++k) hv[i] += *h++ * v[support[k]];
  }
}

void RateForm::gradient(const std::vector<int>& support, const double* q,
                        double* W) const noexcept {
  const std::size_t n = support.size();
  const double* row = B.data();
  for (std::size_t i = 0; i < n; ++i) {
    W[i] = b[i];
    if (!B.empty())
      for (std::size_t k = 0; k < n; ++k) W[i] += *row++ * q[support[k]];
  }
}

}  // namespace bramah
