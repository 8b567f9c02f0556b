// An input between two communications: a polynomial through what was communicated [Rahikainen2020,
// Sec. 2.3, which names Lagrange polynomials and prints no formula], in Newton's form with divided
// differences, so that steps may differ in length. A node may count twice where the rate is known.
#pragma once

#include <array>

#include "bramah/basics.h"

namespace bramah {

// Values at the last communications, the newest first.
struct History {
  static constexpr int kMost = 4;
  int count = 0;
  std::array<double, kMost> t{}, value{};
  double first_rate = 0.0;  // at the oldest, while it is the one after a restart; NaN if unknown

  void restart(double time, double first, double rate) noexcept;
  void push(double time, double next) noexcept;
};

// Order at most `order` (up to 3): of lower order while the history is short.
[[nodiscard]] Curve extrapolate(const History&, int order) noexcept;
// Through the value `next` that is reached after H, too.
[[nodiscard]] Curve interpolate(const History&, int order, double H, double next) noexcept;
// Cubic with both rates.
[[nodiscard]] Curve hermite(double t, double H, double from, double from_rate, double to,
                            double to_rate) noexcept;
// Integral of a curve over [t, t + H].
[[nodiscard]] double integral(const Curve&, double t, double H) noexcept;

}  // namespace bramah
