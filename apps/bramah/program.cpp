#include "program.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "bramah/basics.h"
#include "build_text.h"

namespace bramah::app {
namespace {

constexpr const char* kExamples = R"(Examples:
  bramah run models/four_bar.yaml --report four_bar.html
  bramah check models/four_bar.yaml --channels
  bramah run --help                 all options of a command
Exit code: 0 done, 1 the numerics failed, 2 bad input, 130 stopped.)";

int unknown_command(const CLI::App& program) {
  const std::vector<std::string> words = program.remaining();
  if (words.empty()) {
    fmt::print(stderr, "{}", program.help());
    return kBadInput;
  }
  std::vector<std::string> known{"--help", "--version"};
  for (const CLI::App* command : program.get_subcommands({})) known.push_back(command->get_name());
  fmt::print(stderr, "bramah: no command or option \"{}\"{}\n", words.front(),
             suggestion(words.front(), known));
  fmt::print(stderr, "bramah: `bramah --help` lists them\n");
  return kBadInput;
}

// CLI11 throws for --help and --version too.
int parse_failure(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return program.exit(error);
  fmt::print(stderr, "bramah: {}\n", error.what());
  return kBadInput;
}

int perform(int argc, const char* const* argv, std::span<const AddCommand> verbs) {
  CLI::App program{
      "Bramah simulates hydraulically driven machines: mechanism, oil, valves and operator"};
  program.name("bramah");
  program.set_version_flag("--version", build_text, "version and how this program was built");
  program.allow_extras();  // what is left over is reported together, with suggestions
  program.footer(kExamples);
  std::vector<Command> commands;
  for (const AddCommand add : verbs) commands.push_back(add(program));
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return parse_failure(program, error);
  }
  for (const Command& command : commands)
    if (command.menu->parsed()) return command.action(*command.menu);
  return unknown_command(program);
}

}  // namespace

int run_program(int argc, const char* const* argv, std::span<const AddCommand> verbs) {
  try {
    const int code = perform(argc, argv, verbs);
    // A full disk shows when the last words are handed over, if at all.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    throw InputError(std::string("standard output cannot be written: ") + std::strerror(errno));
  } catch (const InputError& error) {
    for (const std::string& problem : error.problems()) fmt::print(stderr, "bramah: {}\n", problem);
    return kBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bramah: internal error: {}\n", error.what());
    return kNumericsFailed;
  }
}

}  // namespace bramah::app
