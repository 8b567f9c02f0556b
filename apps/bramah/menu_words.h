// The program's own help as data: what completions and manual pages are made of.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bramah::app {

struct OptionWords {
  enum class Takes { nothing, text, file, machine, folder, choice };
  std::vector<std::string> names;  // -o, --output; an argument's own, MODEL
  std::string value, text;         // FILE; what help says of it
  Takes takes = Takes::text;
  std::vector<std::string> choices{};
  bool argument = false;
};

struct MenuWords {
  std::string name, text;
  std::vector<std::string> examples{}, notes{};  // lines of the footer
  std::vector<OptionWords> options{};
};

MenuWords menu_words(const CLI::App& menu);
// The commands of a program, in its order.
std::vector<MenuWords> command_words(const CLI::App& program);

}  // namespace bramah::app
