#include "core/nearest.h"

#include <algorithm>
#include <cctype>

namespace bramah {
namespace {

constexpr std::size_t kLongestWord = 64;  // longer words are not misspelt names

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: a swap of neighbours looks two rows back.
  const std::size_t n = b.size() + 1;
  std::vector<int> before(n), last(n), row(n);
  for (std::size_t j = 0; j < n; ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < n; ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[n - 1];
}

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  if (word.size() > kLongestWord) return {};
  const int allowed = word.size() <= 2 ? 1 : word.size() <= 5 ? 2 : 3;
  int best = allowed + 1;
  std::string found;
  for (const auto& name : names) {
    if (name.size() > kLongestWord) continue;
    const int distance = edit_distance(word, name);
    // A word that shares less than half of its letters with the name is no misspelling of it.
    if (distance < best && 2 * distance <= static_cast<int>(std::max(word.size(), name.size()))) {
      best = distance;
      found = name;
    }
  }
  return found;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const std::string name = nearest(word, names);
  return name.empty() ? "" : "; did you mean \"" + name + "\"?";
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  std::string all;
  for (const auto& word : words) {
    if (!all.empty()) all += separator;
    all += word;
  }
  return all;
}

}  // namespace bramah
