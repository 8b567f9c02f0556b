// Text as the library reads it, for command lines and other front ends.
#pragma once

#include <string>
#include <vector>

namespace bramah {

// "1 ms", "90mm", "210 bar": the value in `unit` (s, m, Pa, ...). Throws InputError if the text is not a
// number with a unit of that dimension.
double parse_quantity(const std::string& text, const std::string& unit);

// "; did you mean "bore"?" for a misspelt word, "" if no name is near enough to be meant.
std::string suggestion(const std::string& word, const std::vector<std::string>& names);

}  // namespace bramah
