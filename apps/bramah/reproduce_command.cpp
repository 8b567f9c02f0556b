// bramah reproduce: the papers are a program of their own, bramah-reproduce, beside this one.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "command.h"
#include "installed.h"
#include "reproduce_options.h"

namespace bramah::app {

// Goes on as that program; returns only if it cannot.
int start_reproduce(const std::vector<std::string>& arguments) {
  const std::filesystem::path here = own_program().parent_path();
  const std::string papers = (here / "bramah-reproduce").string();
  std::vector<char*> words{const_cast<char*>(papers.c_str())};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv(papers.c_str(), words.data());
  if (errno != ENOENT)
    fmt::print(stderr, "bramah: {} cannot be started: {}\n", papers, std::strerror(errno));
  else
    fmt::print(stderr,
               "bramah: the papers are a program of their own, {}, which has not been built; "
               "./bramah reproduce builds it, or: cmake --build {} --target bramah_reproduce\n",
               papers, here.string());
  return kBadInput;
}

Command add_reproduce(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("reproduce", kReproduceLine);
  const auto wanted = std::make_shared<PapersWanted>();  // for help; main() starts it before
  add_papers_wanted(*menu, *wanted);
  return {menu, [wanted](const CLI::App&) { return start_reproduce(wanted->papers); }};
}

}  // namespace bramah::app
