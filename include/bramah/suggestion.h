// Help with misspelt names, the same in files, on the command line and in other front ends.
#pragma once

#include <string>
#include <vector>

namespace bramah {

// "; did you mean "bore"?", or "" if no name is near enough to be meant.
std::string suggestion(const std::string& word, const std::vector<std::string>& names);

}  // namespace bramah
