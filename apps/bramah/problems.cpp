#include "problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "bramah/quantity.h"

namespace bramah::app {
namespace {

// Levenshtein: fewest insertions, deletions and replacements that turn a into b.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names{"--help"};
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) best = candidate, least = distance;
  }
  return best;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  const std::string best = nearest(word, known);
  return best.empty() ? "" : fmt::format("; did you mean {}?", best);
}

bool Problems::add_unknown(const CLI::App& command) {
  const std::vector<std::string> unknown = command.remaining();
  const auto is_option = [](const std::string& word) { return word.starts_with("-"); };
  const bool any_option = std::any_of(unknown.begin(), unknown.end(), is_option);
  for (const std::string& word : unknown) {
    if (is_option(word)) {
      const std::string name = word.substr(0, word.find('='));
      add(fmt::format("{}: no such option of `bramah {}`{}", name, command.get_name(),
                      suggestion(name, option_names(command))));
    } else if (!any_option) {  // else it may be the value of the unknown option
      add(fmt::format("\"{}\": one machine file at a time; this word is left over", word));
    }
  }
  return !any_option;
}

void Problems::throw_if_any() const {
  if (!all_.empty()) throw InputError(all_);
}

std::optional<double> read_time(const std::string& option, const std::string& text,
                                Problems& problems) {
  if (text.empty()) return std::nullopt;
  std::optional<double> value;
  problems.collect(option + ": ", [&] {
    const double seconds = parse_quantity(text, "s");
    if (!(seconds > 0.0)) throw InputError(fmt::format("\"{}\" is not a time above zero", text));
    value = seconds;
  });
  return value;
}

}  // namespace bramah::app
