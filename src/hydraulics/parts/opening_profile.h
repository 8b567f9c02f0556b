// How far an edge of a valve is open at a spool position u.
//
//   positive, straight   (u - lap)^n                    lap > 0: overlap, a dead band
//   negative             (-u - lap)^n                   lap < 0: underlap, open in the middle
//   complement           (top - u - lap)^n              [Naya2011, Eqs. 29, 31] with top = 1
//   neutral              1 - 3 r² + 2 r³, r = |u|/cut   a path that is open in the middle
//   wear                 1 - 3 r² + 2 r³, r = u/cut     for 0 <= r < 1, shut on the other side
//                                                       [Malysheva2021, Eqs. 2.36-2.37]
//   always               1
// n = 1, or 2 for triangular grooves [Malysheva2021, Eqs. 2.43, 2.48]. In the first four the
// opening is in (units of u)^n; beyond |u| = full it stays what it is at full.
#pragma once

#include <cmath>

namespace bramah {

struct OpeningValue {
  double value;
  double by_u;
};

struct OpeningProfile {
  enum class Kind { always, positive, negative, straight, complement, neutral, wear };
  Kind kind = Kind::always;
  double lap = 0.0;  // [units of u]
  int exponent = 1;  // n
  double cut = 1.0;  // neutral, wear: where it is shut; wear: with its sign
  double top = 1.0;  // complement

  [[nodiscard]] OpeningValue at(double u, double full) const noexcept {
    switch (kind) {
      case Kind::always:
        return {1.0, 0.0};
      case Kind::neutral:
        return faded(std::abs(u) / cut, u < 0.0 ? -1.0 / cut : 1.0 / cut);
      case Kind::wear:
        return u / cut < 0.0 ? OpeningValue{0.0, 0.0} : faded(u / cut, 1.0 / cut);
      default:
        break;
    }
    const bool beyond = std::abs(u) > full;
    if (beyond) u = std::copysign(full, u);
    const double sign = kind == Kind::negative || kind == Kind::complement ? -1.0 : 1.0;
    const double z = sign * u - lap + (kind == Kind::complement ? top : 0.0);
    if (!(z > 0.0)) return {0.0, 0.0};
    const double slope = beyond ? 0.0 : sign;
    return exponent == 2 ? OpeningValue{z * z, 2.0 * z * slope} : OpeningValue{z, slope};
  }

  // Opening at the full command of this edge's side: what a nominal flow refers to.
  [[nodiscard]] double widest(double full) const noexcept {
    const bool mirrored = kind == Kind::negative;
    const bool middle = kind == Kind::complement || kind == Kind::neutral || kind == Kind::wear;
    return at(middle ? 0.0 : mirrored ? -full : full, full).value;
  }

 private:
  static OpeningValue faded(double r, double by_u) noexcept {
    if (r >= 1.0) return {0.0, 0.0};
    return {1.0 - r * r * (3.0 - 2.0 * r), -6.0 * r * (1.0 - r) * by_u};
  }
};

}  // namespace bramah
