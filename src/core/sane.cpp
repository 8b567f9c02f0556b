#include "core/sane.h"

#include <array>
#include <cmath>

namespace bramah {

namespace {

struct Most {
  const char* unit;
  double value;
};
// A hundred kilometres, a thousand turns a second for a day ...: far above any machine.
constexpr std::array kMost{Most{"m", 1e5},     Most{"m2", 1e6},  Most{"m3", 1e6},
                           Most{"rad", 1e8},   Most{"kg", 1e10}, Most{"m/s", 1e6},
                           Most{"rad/s", 1e7}, Most{"Pa", 1e15}, Most{"kg/m3", 1e6},
                           Most{"m3/s", 1e5},  Most{"N", 1e15}};
constexpr double kMostOfAll = 1e200;  // of what has no row: times, gains, coefficients

double number(const std::string& text) { return parse_quantity(text).value; }

}  // namespace

double largest_sane(const Dimension& dimension) {
  for (const Most& most : kMost)
    if (identical(dimension_of(most.unit), dimension)) return most.value;
  return kMostOfAll;
}

bool TypicalRange::holds(double si) const noexcept {
  const double value = lower < 0.0 ? si / per_unit : std::abs(si / per_unit);
  const double least = lower < 0.0 ? lower * kMargin : lower / kMargin;
  return value == 0.0 || (value >= least && value <= upper * kMargin);
}

std::string TypicalRange::told(double si) const {
  return short_number(si / per_unit, 4) + (unit.empty() ? "" : " " + unit);
}

std::string TypicalRange::text() const {
  return short_number(lower) + " to " + short_number(upper) + (unit.empty() ? "" : " " + unit);
}

std::optional<TypicalRange> typical_range(const std::string& text) {
  const auto dots = text.find(" ... ");
  if (dots == std::string::npos) return std::nullopt;
  const std::string upper = text.substr(dots + 5);
  const auto space = upper.find(' ');
  TypicalRange range;
  range.lower = number(text.substr(0, dots));
  range.upper = number(upper.substr(0, space));
  if (space != std::string::npos) range.unit = upper.substr(space + 1);
  if (!range.unit.empty()) range.per_unit = number("1 " + range.unit);
  return range;
}

}  // namespace bramah
