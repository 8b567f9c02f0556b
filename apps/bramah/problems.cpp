#include "problems.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "bramah/basics.h"

namespace bramah::app {
namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names{"--help"};
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace

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
