// Openings of a valve's four edges as functions of the spool position u.
//
//   proportional 4/3   P-A and B-T open with max(u, 0), P-B and A-T with max(-u, 0): closed centre
//   complementary      P-B and A-T open with u, P-A and B-T with 1 - u        [Naya2011, Eqs. 29,
//   31]
//
// Flow through an edge is C opening f(dp) [Jaiswal2021, Eq. 26]. A spool of the first order follows
// its command with du/dt = (command - u)/tau (Eq. 27).
#pragma once

namespace bramah {

enum class Opening { always, positive, negative, straight, complement, scaled };

struct OpeningValue {
  double value;
  double by_u;
};

[[nodiscard]] inline OpeningValue opening(Opening kind, double u) noexcept {
  switch (kind) {
    case Opening::positive:
      return u > 0.0 ? OpeningValue{u, 1.0} : OpeningValue{0.0, 0.0};
    case Opening::negative:
      return u < 0.0 ? OpeningValue{-u, -1.0} : OpeningValue{0.0, 0.0};
    case Opening::straight:
    case Opening::scaled:
      return u > 0.0 ? OpeningValue{u, 1.0} : OpeningValue{0.0, 0.0};
    case Opening::complement:
      return u < 1.0 ? OpeningValue{1.0 - u, -1.0} : OpeningValue{0.0, 0.0};
    case Opening::always:
      break;
  }
  return {1.0, 0.0};
}

}  // namespace bramah
