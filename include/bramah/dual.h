// A number with its slopes by N variables: forward differentiation, exact to round-off. A function
// written once as a template on its number type yields values with `double` and values and slopes
// with Dual<N>.
//
// Comparisons look at the value alone, so a branch takes the slope of the side it is on.
#pragma once

#include <array>
#include <cmath>

namespace bramah {

template <int N>
struct Dual {
  double v = 0.0;
  std::array<double, N> d{};

  Dual() = default;
  Dual(double value) : v(value) {}  // a constant; implicit on purpose
  static Dual variable(double value, int which) {
    Dual x(value);
    x.d[which] = 1.0;
    return x;
  }

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator-(const Dual& a) { return a.chain(-a.v, -1.0); }
  friend Dual operator+(const Dual& a, const Dual& b) { return combine(a.v + b.v, a, 1.0, b, 1.0); }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return combine(a.v - b.v, a, 1.0, b, -1.0);
  }
  friend Dual operator*(const Dual& a, const Dual& b) { return combine(a.v * b.v, a, b.v, b, a.v); }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double inverse = 1.0 / b.v, ratio = a.v * inverse;
    return combine(ratio, a, inverse, b, -ratio * inverse);
  }
  friend bool operator<(const Dual& a, const Dual& b) { return a.v < b.v; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.v > b.v; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.v <= b.v; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.v >= b.v; }

  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.v);
    return a.chain(root, 0.5 / root);
  }
  friend Dual exp(const Dual& a) {
    const double e = std::exp(a.v);
    return a.chain(e, e);
  }
  friend Dual log(const Dual& a) { return a.chain(std::log(a.v), 1.0 / a.v); }
  friend Dual log10(const Dual& a) {
    return a.chain(std::log10(a.v), 0.43429448190325182765 / a.v);
  }
  friend Dual tanh(const Dual& a) {
    const double t = std::tanh(a.v);
    return a.chain(t, 1.0 - t * t);
  }
  friend Dual pow(const Dual& a, double n) {
    const double p = std::pow(a.v, n - 1.0);
    return a.chain(p * a.v, n * p);
  }
  friend Dual abs(const Dual& a) { return a.v < 0.0 ? -a : a; }

  // f(a) with value f and slope f'.
  [[nodiscard]] Dual chain(double value, double slope) const {
    Dual out(value);
    for (int i = 0; i < N; ++i) out.d[i] = slope * d[i];
    return out;
  }

 private:
  static Dual combine(double value, const Dual& a, double by_a, const Dual& b, double by_b) {
    Dual out(value);
    for (int i = 0; i < N; ++i) out.d[i] = by_a * a.d[i] + by_b * b.d[i];
    return out;
  }
};

inline double value_of(double x) { return x; }
template <int N>
double value_of(const Dual<N>& x) {
  return x.v;
}

}  // namespace bramah
