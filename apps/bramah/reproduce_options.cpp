#include "reproduce_options.h"

#include <CLI/CLI.hpp>

namespace bramah::app {
namespace {

constexpr const char* kReproduceExamples = R"(Examples:
  bramah reproduce --list
  bramah reproduce naya2011
  bramah reproduce --into /tmp/papers

For each paper, tables with the printed numbers beside ours, and a folder with a page of figures and CSV files.
CPU times are compared as ratios within one run. Exit code: 0 done, 1 a run failed, 2 bad input.)";

}  // namespace

void add_papers_wanted(CLI::App& menu, PapersWanted& wanted) {
  menu.add_option("PAPER", wanted.papers, "names of papers; default: all")->type_name("");
  menu.add_flag("--full", wanted.full,
                "train the networks of malysheva2021 anew instead of judging the shipped ones "
                "(half an hour)");
  menu.add_flag("--list", wanted.list, "list the papers and do nothing else");
  menu.add_option("--into", wanted.into, "folder for the pages; default: reproduced")
      ->type_name("FOLDER");
  menu.add_option("--models", wanted.models,
                  "folder of the machine files; default: models/ here or beside the program")
      ->type_name("FOLDER");
  menu.add_option("--repeats", wanted.repeats, "timed runs; the fastest counts")
      ->check(CLI::Range(1, 1000));
  menu.footer(kReproduceExamples);
}

}  // namespace bramah::app
