// The unit an engineer reads a quantity in, as the pages' scripts choose it (viewer/src/shared/units.ts).
#pragma once

#include <string>

namespace bramah {

struct ShownUnit {
  std::string unit;
  double per_si;
};

// Of an SI unit: mm, mm/s, bar, l/min, degrees; others stay as they are.
[[nodiscard]] ShownUnit shown_unit(const std::string& si);

// The unit that "80 mm" was typed in; of a text that is no number and unit, that of `si`.
[[nodiscard]] ShownUnit typed_unit(const std::string& text, const std::string& si);

}  // namespace bramah
