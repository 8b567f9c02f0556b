// bramah manual: the manual pages, in the language of man(7), made from the program's own menus.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cctype>
#include <memory>

#include "bramah/run.h"
#include "command.h"
#include "menu_words.h"
#include "problems.h"

namespace bramah::app {
namespace {

// Text of a page: no letter of it is a request, and hyphens can be copied into a shell.
std::string plain(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\\') {
      out += "\\e";
      continue;
    }
    if (letter == '-') out += '\\';
    out += letter;
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string title_line(const std::string& page) {
  std::string upper;
  for (const char letter : page)
    upper += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return fmt::format(".TH \"{}\" 1 \"\" \"Bramah {}\" \"Bramah\"\n", upper, version());
}

// Options with their values and what help says of them; arguments first.
std::string option_text(const MenuWords& menu) {
  std::string arguments, options;
  for (const OptionWords& option : menu.options) {
    std::string names;
    for (const std::string& name : option.names)
      names += fmt::format("{}\\f{}{}\\fR", names.empty() ? "" : ", ", option.argument ? 'I' : 'B',
                           plain(name));
    if (!option.argument && option.takes != OptionWords::Takes::nothing && !option.value.empty())
      names += fmt::format(" \\fI{}\\fR", plain(option.value));
    (option.argument ? arguments : options) +=
        fmt::format(".TP\n{}\n{}\n", names, plain(option.text));
  }
  return arguments + options;
}

std::string footer_text(const MenuWords& menu) {
  std::string text;
  if (!menu.examples.empty()) text += ".SH EXAMPLES\n.nf\n";
  for (const std::string& line : menu.examples) text += plain(line) + "\n";
  if (!menu.examples.empty()) text += ".fi\n";
  if (!menu.notes.empty()) text += ".SH NOTES\n";
  for (const std::string& line : menu.notes) text += plain(line) + "\n.br\n";
  return text;
}

std::string command_page(const MenuWords& menu) {
  std::string arguments;
  for (const OptionWords& option : menu.options)
    if (option.argument) arguments += fmt::format(" [\\fI{}\\fR]", plain(option.names.front()));
  return title_line("bramah-" + menu.name) +
         fmt::format(
             ".SH NAME\nbramah\\-{0} \\- {1}\n.SH SYNOPSIS\n\\fBbramah {0}\\fR{2} "
             "[\\fIoptions\\fR]\n.SH OPTIONS\n{3}{4}.SH SEE ALSO\n\\fBbramah\\fR(1)\n",
             plain(menu.name), plain(menu.text), arguments, option_text(menu), footer_text(menu));
}

std::string program_page(const MenuWords& program, const std::vector<MenuWords>& commands) {
  std::string text =
      title_line("bramah") + fmt::format(
                                 ".SH NAME\nbramah \\- simulates hydraulically driven machines\n"
                                 ".SH SYNOPSIS\n\\fBbramah\\fR \\fIcommand\\fR [\\fIoptions\\fR]\n"
                                 ".SH DESCRIPTION\n{}\n.SH COMMANDS\n",
                                 plain(program.text));
  std::string see;
  for (const MenuWords& command : commands) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", plain(command.name), plain(command.text));
    see += fmt::format("{}\\fBbramah\\-{}\\fR(1)", see.empty() ? "" : ",\n", plain(command.name));
  }
  return text + ".SH OPTIONS\n" + option_text(program) + footer_text(program) + ".SH SEE ALSO\n" +
         see + "\n";
}

int print_manual(const CLI::App& menu, const std::string& wanted, bool list) {
  Problems problems;
  problems.add_unknown(menu);
  const CLI::App& program = *menu.get_parent();
  const std::vector<MenuWords> commands = command_words(program);
  std::vector<std::string> names;
  std::string page = wanted.empty() ? program_page(menu_words(program), commands) : "", all;
  for (const MenuWords& command : commands) {
    names.push_back(command.name);
    all += command.name + "\n";
    if (command.name == wanted) page = command_page(command);
  }
  if (page.empty())
    problems.add(
        fmt::format("--of {}: there is no such command{}", wanted, suggestion(wanted, names)));
  problems.throw_if_any();
  fmt::print("{}", list ? all : page);
  return kDone;
}

}  // namespace

Command add_manual(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("manual", "the manual page of the program or a command");
  struct Wanted {
    std::string command;
    bool list = false;
  };
  const auto wanted = std::make_shared<Wanted>();
  // Not an argument: the parser would take its word for the command itself.
  menu->add_option("--of", wanted->command, "the command; default: the program")
      ->type_name("COMMAND");
  menu->add_flag("--list", wanted->list, "list the commands and do nothing else");
  menu->footer("Examples:\n  bramah manual --of run | man -l -\n  bramah manual > bramah.1");
  return {menu, [wanted](const CLI::App& chosen) {
            return print_manual(chosen, wanted->command, wanted->list);
          }};
}

}  // namespace bramah::app
