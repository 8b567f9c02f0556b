// bramah completion: what a shell needs to complete the program's words, made from its own menus.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <map>
#include <memory>

#include "command.h"
#include "menu_words.h"
#include "problems.h"

namespace bramah::app {
namespace {

using Takes = OptionWords::Takes;

// Between single quotes of a shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char letter : text)
    out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return out + "'";
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> names_of(const std::vector<MenuWords>& commands) {
  std::vector<std::string> names;
  for (const MenuWords& command : commands) names.push_back(command.name);
  return names;
}

// ------------------------------------------------------------------------------------------ bash
// What bash is to offer after an option or as an argument.
std::string bash_offer(const OptionWords& option) {
  switch (option.takes) {
    case Takes::choice:
      return "words " + quoted(joined(option.choices));
    case Takes::machine:
      return "files '*.yaml'";
    case Takes::file:
      return "files '*'";
    case Takes::folder:
      return "folders";
    default:
      return "";
  }
}

std::string bash_case(const MenuWords& command) {
  std::vector<std::string> all;
  std::map<std::string, std::string> offers;  // what is offered: after which options
  std::string argument = "files '*'";
  for (const OptionWords& option : command.options) {
    if (option.argument) {
      argument = bash_offer(option);
      continue;
    }
    for (const std::string& name : option.names) {
      all.push_back(name);
      if (option.takes == Takes::nothing) continue;
      std::string& after = offers[bash_offer(option)];
      after += (after.empty() ? "" : "|") + name;
    }
  }
  std::string text = fmt::format("    {})\n      case $before in\n", command.name);
  for (const auto& [offer, after] : offers)
    text +=
        fmt::format("        {}) {}; return ;;\n", after, offer.empty() ? ":" : "_bramah_" + offer);
  text += fmt::format("      esac\n      options={}\n", quoted(joined(all)));
  if (!argument.empty()) text += fmt::format("      argument=(_bramah_{})\n", argument);
  return text + "      ;;\n";
}

std::string bash_text(const std::vector<MenuWords>& commands) {
  std::string text = R"(# Completion of bramah in bash, written by `bramah completion bash`.
_bramah_words() { COMPREPLY=($(compgen -W "$1" -- "$word")); }
_bramah_folders() {
  compopt -o filenames 2>/dev/null
  local IFS=$'\n'
  COMPREPLY=($(compgen -d -- "$word"))
}
_bramah_files() {
  compopt -o filenames 2>/dev/null
  local IFS=$'\n'
  COMPREPLY=($(compgen -d -- "$word"; compgen -f -X "!$1" -- "$word"))
}
_bramah() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command="" options="" argument=() k
  COMPREPLY=()
  if [[ $word == "=" ]]; then word=""; elif [[ $before == "=" ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((k = 1; k < COMP_CWORD; ++k)); do
    [[ ${COMP_WORDS[k]} == -* ]] || { command=${COMP_WORDS[k]} && break; }
  done
  case $command in
    "")
)";
  text += fmt::format("      _bramah_words '{} --help --version'\n      return\n      ;;\n",
                      joined(names_of(commands)));
  for (const MenuWords& command : commands) text += bash_case(command);
  return text + R"(    *) return ;;
  esac
  if [[ $word == -* ]]; then
    _bramah_words "$options"
  elif ((${#argument[@]})); then
    "${argument[@]}"
  fi
}
complete -F _bramah bramah)";
}

// ------------------------------------------------------------------------------------------- zsh
// In a specification of _arguments brackets and colons have a meaning.
std::string zsh_escaped(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') out += '\\';
    out += letter;
  }
  return out;
}

std::string zsh_offer(const OptionWords& option) {
  switch (option.takes) {
    case Takes::choice:
      return "(" + joined(option.choices) + ")";
    case Takes::machine:
      return "_files -g \"*.yaml\"";
    case Takes::file:
      return "_files";
    case Takes::folder:
      return "_files -/";
    default:
      return " ";
  }
}

std::string zsh_text(const std::vector<MenuWords>& commands) {
  std::string text =
      "#compdef bramah\n# Completion of bramah in zsh, written by `bramah completion zsh`.\n"
      "_bramah() {\n  local -a commands\n  commands=(\n";
  for (const MenuWords& command : commands)
    text += fmt::format("    {}\n", quoted(command.name + ":" + zsh_escaped(command.text)));
  text +=
      "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n"
      "    _values option --help --version\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n";
  for (const MenuWords& command : commands) {
    text += fmt::format("    {})\n      _arguments", command.name);
    for (const OptionWords& option : command.options) {
      const std::string value =
          option.takes == Takes::nothing
              ? ""
              : fmt::format(":{}:{}", zsh_escaped(option.names.back()), zsh_offer(option));
      if (option.argument) text += " \\\n        " + quoted("*" + value);
      for (const std::string& name : option.names)
        if (!option.argument)
          text +=
              " \\\n        " + quoted("*" + name + "[" + zsh_escaped(option.text) + "]" + value);
    }
    text += "\n      ;;\n";
  }
  return text + "  esac\n}\n_bramah \"$@\"";
}

// ------------------------------------------------------------------------------------------ fish
std::string fish_offer(const OptionWords& option) {
  switch (option.takes) {
    case Takes::nothing:
      return "";
    case Takes::choice:
      return " -x -a " + quoted(joined(option.choices));
    case Takes::machine:
      return " -x -a '(__fish_complete_suffix .yaml)'";
    case Takes::file:
      return " -r -F";
    case Takes::folder:
      return " -x -a '(__fish_complete_directories)'";
    default:
      return " -x";
  }
}

std::string fish_text(const std::vector<MenuWords>& commands) {
  std::string text =
      "# Completion of bramah in fish, written by `bramah completion fish`.\n"
      "complete -c bramah -f\n"
      "complete -c bramah -n __fish_use_subcommand -l help -s h -d 'help'\n"
      "complete -c bramah -n __fish_use_subcommand -l version -d 'how it was built'\n";
  for (const MenuWords& command : commands) {
    text += fmt::format("complete -c bramah -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        quoted(command.text));
    const std::string when =
        fmt::format("complete -c bramah -n '__fish_seen_subcommand_from {}'", command.name);
    for (const OptionWords& option : command.options) {
      if (option.argument) {
        text += when + (option.takes == Takes::file ? " -F" : fish_offer(option)) + "\n";
        continue;
      }
      text += when;
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      text += fish_offer(option) + " -d " + quoted(option.text) + "\n";
    }
  }
  text.pop_back();
  return text;
}

using Shells = std::map<std::string, std::string (*)(const std::vector<MenuWords>&)>;
const Shells& shells() {
  static const Shells all{{"bash", bash_text}, {"fish", fish_text}, {"zsh", zsh_text}};
  return all;
}

}  // namespace

Command add_completion(CLI::App& program) {
  CLI::App* menu =
      program.add_subcommand("completion", "what bash, zsh or fish need to complete its words");
  const auto shell = std::make_shared<std::string>();
  menu->add_option("SHELL", *shell, "bash, fish or zsh")->type_name("bash|fish|zsh");
  menu->footer(
      "Examples:\n  bramah completion bash > ~/.local/share/bash-completion/completions/bramah\n"
      "  bramah completion zsh > ~/.zfunc/_bramah\n"
      "  bramah completion fish > ~/.config/fish/completions/bramah.fish");
  return {menu, [shell](const CLI::App& chosen) {
            Problems problems;
            problems.add_unknown(chosen);
            const auto found = shells().find(*shell);
            if (found == shells().end())
              problems.add(fmt::format("SHELL {}: expected bash, fish or zsh", *shell));
            problems.throw_if_any();
            fmt::print("{}\n", found->second(command_words(*chosen.get_parent())));
            return static_cast<int>(kDone);
          }};
}

}  // namespace bramah::app
