// bramah-reproduce, which `bramah reproduce` starts: the papers' tables and figures, ours beside
// theirs.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "bramah/basics.h"
#include "installed.h"
#include "problems.h"
#include "program.h"
#include "progress.h"
#include "reproduce/reproduce.h"
#include "reproduce/reproduction_text.h"
#include "reproduce_options.h"

namespace bramah::app {
namespace {

using namespace papers;
namespace fs = std::filesystem;

struct ReproduceCommand : PapersWanted {
  int operator()(const CLI::App& menu) const;
  std::vector<std::string> checked(const CLI::App& menu) const;
};

// The shipped machines: here, or where the program came from.
std::string shipped_models() {
  std::error_code ignored;
  for (const fs::path& place : {fs::path("models"), installed("models")})
    if (fs::is_regular_file(place / "naya_rod.yaml", ignored)) return place.string();
  throw InputError(
      "the shipped machine files are not here and not beside the program; name their folder: "
      "--models FOLDER");
}

std::vector<std::string> ReproduceCommand::checked(const CLI::App& menu) const {
  Problems problems;
  problems.add_unknown(menu);
  std::vector<std::string> known, names;
  std::string all;
  for (const PaperEntry& paper : reproducible_papers()) {
    known.push_back(paper.key);
    all += (all.empty() ? "" : ", ") + paper.key;
  }
  for (const std::string& paper : papers.empty() ? known : papers) {
    if (std::find(known.begin(), known.end(), paper) == known.end())
      problems.add(fmt::format("PAPER {}: none of {}{}", paper, all, suggestion(paper, known)));
    else if (std::find(names.begin(), names.end(), paper) == names.end())
      names.push_back(paper);
  }
  std::error_code ignored;
  if (fs::exists(into, ignored) && !fs::is_directory(into, ignored))
    problems.add(fmt::format("--into {}: is a file; give a folder", into));
  if (!models.empty() && !fs::is_directory(models, ignored))
    problems.add(fmt::format("--models {}: there is no such folder", models));
  problems.throw_if_any();
  return names;
}

int ReproduceCommand::operator()(const CLI::App& menu) const {
  const std::vector<std::string> names = checked(menu);
  if (list) {
    for (const PaperEntry& paper : reproducible_papers())
      fmt::print("{:<16}{}\n", paper.key, paper.title);
    return kDone;
  }
  ReproduceOptions options;
  options.models = models.empty() ? shipped_models() : models;
  options.repeats = repeats;
  options.full = full;
  bool failed = false;
  for (const std::string& name : names) {
    Reproduction result;
    try {
      Progress progress;
      options.progress = progress.reporter();
      result = reproduce(name, options);
    } catch (const Interrupted&) {
      fmt::print(stderr, "bramah: stopped; nothing was written for {}\n", name);
      return kInterrupted;
    }
    const std::string folder = (fs::path(into) / name).string();
    const auto written = write_reproduction(folder, result);
    fmt::print(
        "{}{}: {} files in {:.1f} s{}\n\n", reproduction_text(result), folder, written.size(),
        result.wall_s,
        has_report_page() ? "; look at index.html" : "; this program was built without the page");
    std::fflush(stdout);
    for (const std::string& problem : result.problems)
      fmt::print(stderr, "bramah: {}: {}\n", name, problem);
    failed = failed || !result.problems.empty();
  }
  return failed ? kNumericsFailed : kDone;
}

Command add_papers(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("reproduce", kReproduceLine);
  const auto command = std::make_shared<ReproduceCommand>();
  add_papers_wanted(*menu, *command);
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace
}  // namespace bramah::app

// Reads its arguments as those of `bramah reproduce`, so that messages and help name that.
int main(int argc, char** argv) {
  using namespace bramah::app;
  std::vector<const char*> words{"bramah", "reproduce"};
  words.insert(words.end(), argv + 1, argv + argc);
  constexpr AddCommand kVerbs[] = {add_papers};
  return run_program(static_cast<int>(words.size()), words.data(), kVerbs);
}
