// bramah-reproduce, which `bramah reproduce` starts: the papers' tables and figures, ours beside
// theirs.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "bramah/basics.h"
#include "problems.h"
#include "program.h"
#include "progress.h"
#include "reproduce/reproduce.h"
#include "reproduce/reproduction_text.h"

namespace bramah::app {
namespace {

using namespace papers;
namespace fs = std::filesystem;

struct ReproduceCommand {
  std::vector<std::string> papers;
  std::string into = "reproduced", models;
  int repeats = 5;
  bool list = false, full = false;

  int operator()(const CLI::App& menu) const;
  std::vector<std::string> checked(const CLI::App& menu) const;
};

// The shipped machines: here, or where the program came from.
std::string shipped_models() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const std::vector<fs::path> places{"models", program / "../models",
                                     program / "../share/bramah/models"};
  for (const fs::path& place : places)
    if (fs::is_regular_file(place / "naya_rod.yaml", ignored))
      return place.lexically_normal().string();
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

constexpr const char* kExamples = R"(Examples:
  bramah reproduce --list
  bramah reproduce naya2011
  bramah reproduce --into /tmp/papers

For each paper, tables with the printed numbers beside ours, and a folder with a page of figures and CSV files.
CPU times are compared as ratios within one run. Exit code: 0 done, 1 a run failed, 2 bad input.)";

Command add_papers(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("reproduce", kReproduceLine);
  const auto command = std::make_shared<ReproduceCommand>();
  menu->add_option("PAPER", command->papers, "names of papers; default: all")->type_name("");
  menu->add_flag("--full", command->full,
                 "train the networks of malysheva2021 anew instead of judging the shipped ones "
                 "(half an hour)");
  menu->add_flag("--list", command->list, "list the papers and do nothing else");
  menu->add_option("--into", command->into, "folder for the pages; default: reproduced")
      ->type_name("FOLDER");
  menu->add_option("--models", command->models,
                   "folder of the machine files; default: models/ here or beside the program")
      ->type_name("FOLDER");
  menu->add_option("--repeats", command->repeats, "timed runs; the fastest counts")
      ->check(CLI::Range(1, 1000));
  menu->footer(kExamples);
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
