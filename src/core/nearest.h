// "Did you mean ...?": the known name nearest to a misspelt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bramah {

// Number of single-letter insertions, deletions, exchanges and swaps of neighbours between two
// words.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

// The nearest name if it is near enough to be meant, else "".
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& names);

// "; did you mean "bore"?" or "".
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       const std::vector<std::string>& names);

// "a, b, c"
[[nodiscard]] std::string join(const std::vector<std::string>& words,
                               std::string_view separator = ", ");

}  // namespace bramah
