// Numbers with units, as people write them: "1 ms", "90mm", "210 bar".
#pragma once

#include <string>

namespace bramah {

// The value in SI; `unit` is an SI name (s, m, Pa, ...) of the dimension wanted. Throws InputError
// if the text is not a number with a unit of that dimension.
double parse_quantity(const std::string& text, const std::string& unit);

}  // namespace bramah
