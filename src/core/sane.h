// Sizes that a machine may have: those that are refused, and those that are taken but doubted.
//
// In: a dimension, or the range that a key table or the catalogue calls typical ("20 ... 400 mm").
// Out: the largest value that is read at all; whether a value is far from the range, and the words for
// it. Used by model_file/ where a value is read and by build/ where a program gives one.
#pragma once

#include <optional>
#include <string>

#include "core/units.h"

namespace bramah {

// Beyond this a value is a slip of the pen, and would end as an overflow somewhere else. In SI.
[[nodiscard]] double largest_sane(const Dimension& dimension);

struct TypicalRange {
  // What is typical has no sharp ends, and mistaken units are wrong by a factor of ten and more.
  static constexpr double kMargin = 2.0;

  double lower = 0.0, upper = 0.0;  // in `unit`
  std::string unit{};               // as it is written; empty: a plain number
  double per_unit = 1.0;            // SI value of one

  // Zero means that there is none of it, which is never strange; a sign says nothing of units.
  [[nodiscard]] bool holds(double si) const noexcept;
  [[nodiscard]] std::string told(double si) const;  // "900 mm"
  [[nodiscard]] std::string text() const;           // "20 to 400 mm"
};
// "20 ... 400 mm"; nothing if the text is no range.
[[nodiscard]] std::optional<TypicalRange> typical_range(const std::string& text);

}  // namespace bramah
