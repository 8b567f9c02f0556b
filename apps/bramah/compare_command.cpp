// bramah compare: methods, integrators and steps side by side on one machine.
#include "bramah/analysis.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "command.h"
#include "compare_table.h"
#include "outputs.h"
#include "progress.h"
#include "solver_options.h"

namespace bramah::app {
namespace {

struct CompareCommand {
  SolverOptions solver;
  std::vector<std::string> methods, integrators, steps, files;
  std::string report;
  int repeats = 3;
  bool json = false;

  int operator()(const CLI::App& menu) const;
  CompareOptions checked(const CLI::App& menu, Problems& problems) const;
};

// Everything that can be wrong is looked at before the first step.
CompareOptions CompareCommand::checked(const CLI::App& menu, Problems& problems) const {
  CompareOptions options;
  options.load = solver.load;
  options.methods = methods, options.integrators = integrators, options.repeats = repeats;
  if (!steps.empty()) options.steps.clear();
  for (const std::string& step : steps)
    if (const auto seconds = read_time("--steps", step, problems))
      options.steps.push_back(*seconds);
  if (options.steps.empty()) options.steps = CompareOptions{}.steps;
  for (const std::string& problem : problems_of(options)) problems.add("--" + problem);
  for (const std::string& file : files)
    if (std::filesystem::path(file).extension() != ".csv")
      problems.add(fmt::format("--output {}: expected a name that ends in .csv", file));
    else
      check_place("--output", file, problems);
  check_report(report, problems);
  options.load.until = load_machine(menu, solver, problems).until();
  return options;
}

int CompareCommand::operator()(const CLI::App& menu) const {
  Problems problems;
  CompareOptions options = checked(menu, problems);
  Comparison comparison;
  try {
    Progress progress;
    options.progress = progress.reporter();
    comparison = compare(solver.model, options);
  } catch (const Interrupted&) {
    fmt::print(stderr, "bramah: stopped; nothing was written\n");
    return kInterrupted;
  }
  for (const std::string& file : files) write_comparison_csv(file, comparison);
  if (!report.empty()) write_comparison_page(report, comparison);

  fmt::print("{}\n", json ? comparison_json(comparison) : comparison_text(comparison));
  const auto done = [](const CompareRow& row) { return row.outcome == CompareRow::Outcome::done; };
  if (!comparison.reference.problem.empty())
    fmt::print(stderr, "bramah: the reference failed, so there are no errors: {}\n",
               comparison.reference.problem);
  const bool any = std::any_of(comparison.rows.begin(), comparison.rows.end(), done);
  return any && comparison.reference.problem.empty() ? kDone : kNumericsFailed;
}

constexpr const char* kCompareExamples = R"(Examples:
  bramah compare models/four_bar.yaml --report four_bar.html
  bramah compare models/crane_single.yaml --methods semirecursive --steps 4ms,2ms,1ms -o out.csv

Errors are those of cylinder lengths (of body points in machines without cylinders) and of pressures,
against the sundials reference. Pairs the program refuses and runs that fail are listed with the reason.
Exit code: 0 something and its reference ran to the end, 1 nothing did, 2 bad input.)";

}  // namespace

Command add_compare(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("compare", "methods, integrators and steps side by side");
  const auto command = std::make_shared<CompareCommand>();
  add_model(*menu, command->solver);
  const auto add_list = [menu](const char* name, std::vector<std::string>& list, const char* help,
                               const char* type) {
    menu->add_option(name, list, help)->delimiter(',')->allow_extra_args(false)->type_name(type);
  };
  add_list("--methods", command->methods, "methods, separated by commas; default: all", "NAMES");
  add_list("--integrators", command->integrators, "integrators; default: all", "NAMES");
  add_list("--steps", command->steps, "step sizes; default: 5ms,2ms,1ms,0.5ms", "TIMES");
  menu->add_option("--until", command->solver.until, "end of the runs with its unit: 10s")
      ->type_name("TIME");
  menu->add_option("--repeats", command->repeats, "timed runs; the fastest counts")
      ->check(CLI::Range(1, 1000));
  menu->add_option("-o,--output", command->files, "write the table to a .csv file, SI units")
      ->allow_extra_args(false)
      ->type_name("FILE");
  menu->add_option("--report", command->report, "write one HTML page with the table and its curves")
      ->type_name("FILE");
  menu->add_flag("--json", command->json, "print one JSON object, SI units");
  menu->footer(kCompareExamples);
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
