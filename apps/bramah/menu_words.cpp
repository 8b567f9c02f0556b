#include "menu_words.h"

#include <CLI/CLI.hpp>

#include <sstream>

#include "bramah/solver.h"

namespace bramah::app {
namespace {

using Takes = OptionWords::Takes;

// "2|3", "a,b" between braces as CLI::IsMember tells it.
std::vector<std::string> choices_in(const std::string& type) {
  std::string list = type;
  char between = '|';
  if (const std::size_t open = type.find('{'); open != std::string::npos) {
    list = type.substr(open + 1, type.find('}') - open - 1);
    between = ',';
  } else if (type.find('|') == std::string::npos) {
    return {};
  }
  std::vector<std::string> choices;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, between);) choices.push_back(word);
  return choices;
}

std::vector<std::string> choices_of(const OptionWords& words, const std::string& type) {
  const std::string& name = words.names.back();
  if (name.starts_with("--"))
    if (const SolverOption* option = find_solver_option(name.substr(2))) return option->names();
  return choices_in(type);
}

Takes taken(const OptionWords& words, bool flag) {
  if (flag) return Takes::nothing;
  if (!words.choices.empty()) return Takes::choice;
  const std::string& name = words.names.back();
  if (name == "MODEL" || name == "models" || name == "--model") return Takes::machine;
  if (words.value.starts_with("FILE") || name == "FILE") return Takes::file;
  return words.value == "FOLDER" ? Takes::folder : Takes::text;
}

OptionWords option_words(const CLI::Option& option) {
  OptionWords words;
  words.argument = option.get_positional();
  for (const std::string& name : option.get_snames()) words.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) words.names.push_back("--" + name);
  if (words.argument) words.names = {option.get_name(true)};
  const bool flag = !words.argument && option.get_items_expected_max() == 0;
  const std::string type = flag ? "" : option.get_type_name();
  words.value = type.substr(0, type.find_first_of(":{"));
  words.text = option.get_description();
  words.choices = choices_of(words, type);
  words.takes = taken(words, flag);
  return words;
}

// Indented lines are examples, the others say something.
void split_footer(const std::string& footer, MenuWords& words) {
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  "))
      words.examples.push_back(line.substr(2));
    else if (!line.empty() && !line.starts_with("Example"))
      words.notes.push_back(line);
  }
}

}  // namespace

MenuWords menu_words(const CLI::App& menu) {
  MenuWords words{.name = menu.get_name(), .text = menu.get_description()};
  split_footer(menu.get_footer(), words);
  for (const CLI::Option* option : menu.get_options({}))
    if (!option->get_group().empty()) words.options.push_back(option_words(*option));
  return words;
}

std::vector<MenuWords> command_words(const CLI::App& program) {
  std::vector<MenuWords> all;
  for (const CLI::App* command : program.get_subcommands({})) all.push_back(menu_words(*command));
  return all;
}

}  // namespace bramah::app
