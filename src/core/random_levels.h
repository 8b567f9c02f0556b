// Levels drawn at random and held, as a function of time without memory. The same on every
// computer: whole numbers decide, and no sum of products is left to the compiler's choice of
// rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace bramah {

struct TimeValue {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
};

// From y0 by `rise` within `span` [s], at rest at both ends:
//   y0 + rise S(x),   S = x³ (10 - 15 x + 6 x²)
[[nodiscard]] inline TimeValue smooth_rise(double y0, double rise, double x, double span) noexcept {
  const double rest = 1.0 - x;
  return {y0 + rise * x * x * x * (10.0 - 15.0 * x + 6.0 * x * x),
          rise / span * 30.0 * x * x * rest * rest,
          rise / (span * span) * 60.0 * x * rest * (1.0 - 2.0 * x)};
}

// Level k + 1 from first + k hold on, level 0 before. Each
// follows from the seed and its number alone, so that time may go on for ever and back.
struct RandomLevels {
  std::uint64_t seed = 1;
  double lower = 0.0, upper = 0.0;  // uniform between these, unless
  std::vector<double> choices;      // there is a list to draw from
  double hold = 1.0, first = 0.0;   // [s]
  double ramp = 0.0;                // [s] from level to level, at rest at both ends; 0: a jump
  std::optional<double> initial;    // instead of level 0

  double level(std::int64_t k) const noexcept;
  double jump(std::int64_t k) const noexcept;       // instant at which level k + 1 begins
  std::int64_t last_jump(double t) const noexcept;  // number of the last jump at or before t
  double next_break(double t) const noexcept;       // jump or end of a ramp
  TimeValue value(double t, double anchor) const noexcept;
};

}  // namespace bramah
