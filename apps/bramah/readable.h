// Values as engineers read them: bar, l/min, mm, degrees, kN.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>

namespace bramah::app {

struct ReadableUnit {
  std::string name;
  double per_si = 1.0;  // shown value = SI value * per_si
};

inline ReadableUnit readable_unit(std::string_view si) {
  struct Row {
    std::string_view si;
    const char* shown;
    double per_si;
  };
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  static constexpr std::array<Row, 8> kRows{{{"Pa", "bar", 1e-5},
                                             {"m3/s", "l/min", 6e4},
                                             {"m", "mm", 1e3},
                                             {"m/s", "mm/s", 1e3},
                                             {"rad", "deg", kDegrees},
                                             {"rad/s", "deg/s", kDegrees},
                                             {"N", "kN", 1e-3},
                                             {"m3", "l", 1e3}}};
  for (const Row& row : kRows)
    if (row.si == si) return {row.shown, row.per_si};
  return {si == "1" ? std::string{} : std::string(si), 1.0};
}

// Five significant digits, without a trailing exponent where plain digits do; no negative zero.
inline std::string readable_number(double value) {
  if (value == 0.0) value = 0.0;
  const double size = std::abs(value);
  if (size != 0.0 && (size < 1e-3 || size >= 1e6)) return fmt::format("{:.2e}", value);
  const int digits = size >= 1000 ? 1 : size >= 100 ? 2 : size >= 1 ? 3 : 5;
  return fmt::format("{:.{}f}", value, digits);
}

inline std::string readable(double value, std::string_view si) {
  const ReadableUnit unit = readable_unit(si);
  return fmt::format("{} {}", readable_number(value * unit.per_si), unit.name);
}

}  // namespace bramah::app
