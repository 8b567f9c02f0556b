// Numbers with units, as people write them.
#pragma once

#include <string>

namespace bramah {

// "1 ms", "90mm", "210 bar": the value in `unit` (s, m, Pa, ...). Throws InputError if the text is
// not a number with a unit of that dimension.
double parse_quantity(const std::string& text, const std::string& unit);

}  // namespace bramah
