// Functions of natural coordinates: everything they need is at most quadratic, over few
// coordinates.
//
//   Quadratic   f = 1/2 x^T H x + g^T x + c,  x = q at the support, H symmetric and constant
//   RateForm    w = (B x + b)^T v             an angular velocity, or the velocity of a point
#pragma once

#include <vector>

namespace bramah {

struct Quadratic {
  std::vector<int> support;
  std::vector<double> H;  // row by row; empty: linear
  std::vector<double> g;
  double c = 0.0;

  int size() const noexcept { return static_cast<int>(support.size()); }
  double value(const double* q) const noexcept;
  double rate(const double* q, const double* v) const noexcept;  // (H x + g) . v
  // Value; the gradient H x + g goes to j.
  double evaluate(const double* q, double* j) const noexcept;
  void curve(const double* v, double* hv) const noexcept;  // hv = H v; v over all coordinates
};

struct RateForm {
  std::vector<double> B;  // row by row; empty: zero
  std::vector<double> b;

  // W = B x + b.
  void gradient(const std::vector<int>& support, const double* q, double* W) const noexcept;
};

}  // namespace bramah
