// A polynomial of time: what one side of a coupling believes of the other between two
// communications.
#pragma once

#include <array>

namespace bramah {

struct Curve {
  static constexpr int kTerms = 5;
  double start = 0.0;              // [s]
  std::array<double, kTerms> c{};  // sum c[k] (t - start)^k

  static Curve constant(double value) noexcept { return {0.0, {value, 0.0, 0.0, 0.0, 0.0}}; }

  [[nodiscard]] double value(double t) const noexcept {
    const double x = t - start;
    return c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * c[4])));
  }
  [[nodiscard]] double rate(double t) const noexcept {
    const double x = t - start;
    return c[1] + x * (2.0 * c[2] + x * (3.0 * c[3] + x * 4.0 * c[4]));
  }
  // The curve that has this one as its rate and `from` as its value at the start; the highest term
  // of this one must be zero.
  [[nodiscard]] Curve integral(double from) const noexcept {
    return {start, {from, c[0], c[1] / 2.0, c[2] / 3.0, c[3] / 4.0}};
  }
};

}  // namespace bramah
