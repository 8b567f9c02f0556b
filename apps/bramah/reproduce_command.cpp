// bramah reproduce: the papers are a program of their own, bramah-reproduce, beside this one.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "command.h"

namespace bramah::app {

// Goes on as that program; returns only if it cannot.
int start_reproduce(const std::vector<std::string>& arguments) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
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
  menu->prefix_command();
  return {menu, [](const CLI::App& chosen) { return start_reproduce(chosen.remaining()); }};
}

}  // namespace bramah::app
