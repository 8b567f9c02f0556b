#include "solver_options.h"

#include <CLI/CLI.hpp>

#include "installed.h"

namespace bramah::app {

CLI::Validator shipped_too() {
  return {[](std::string& name) {
            name = here_or_installed(name);
            return std::string();
          },
          ""};
}

void add_model(CLI::App& menu, SolverOptions& options) {
  menu.add_option("MODEL", options.model, "machine file, YAML (models/four_bar.yaml)")
      ->transform(shipped_too())
      ->type_name("");
  menu.add_option("--set", options.load.set,
                  "replace a value of the file, with its unit: --set lift.bore=90mm; repeatable")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
}

namespace {

// "rule that advances time: sdirk2, trapezoidal or gen_alpha"
std::string help_of(const SolverOption& option) {
  const std::vector<std::string> names = option.names();
  std::string text(option.text);
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? ": " : k + 1 < names.size() ? ", " : " or ") + names[k];
  return text;
}

}  // namespace

void add_solver(CLI::App& menu, SolverOptions& options) {
  const auto add = [&menu](const std::string& name, std::string& value, const std::string& help,
                           const char* type = "NAME") {
    menu.add_option(name, value, help)->type_name(type)->group("Solver, instead of the file's");
  };
  LoadOptions& load = options.load;
  for (const SolverOption& option : kSolverOptions)
    add("--" + std::string(option.name), load.*option.field, help_of(option));
  add("--accuracy", load.accuracy, "what a step inside a tick may be wrong by: \"0.1 mm, 0.5 bar\"",
      "TEXT");
  add("--guide", load.guide, "guidance: recording of a run that all cylinders follow", "FILE");
  add("--step", options.step, "step size with its unit: 1ms", "TIME");
  add("--until", options.until, "end of the run with its unit: 10s", "TIME");
}

void add_max_newton(CLI::App& menu, SolverOptions& options) {
  menu.add_option("--max-newton", options.max_newton,
                  "most Newton iterations of a solve, so that a step has a bound")
      ->check(CLI::PositiveNumber)
      ->type_name("N")
      ->group("Solver, instead of the file's");
}

void add_deadline(CLI::App& menu, std::string& deadline) {
  menu.add_option("--deadline", deadline,
                  "what a tick may take, with its unit: 0.7ms; then it is ended in the coarse way")
      ->type_name("TIME");
}

LoadOptions load_options(const SolverOptions& options, Problems& problems) {
  LoadOptions load = options.load;
  load.step = read_time("--step", options.step, problems);
  load.until = read_time("--until", options.until, problems);
  if (options.max_newton > 0)
    load.set.push_back("solver.max_iterations=" + std::to_string(options.max_newton));
  return load;
}

Model load_machine(const CLI::App& menu, const SolverOptions& options, Problems& problems) {
  const bool understood = problems.add_unknown(menu);
  const LoadOptions load_with = load_options(options, problems);
  if (understood && options.model.empty())
    problems.add("MODEL: no machine file given; for example models/four_bar.yaml");
  std::optional<Model> model;
  if (understood && !options.model.empty())
    problems.collect("", [&] { model = load(options.model, load_with); });
  problems.throw_if_any();
  return *model;
}

}  // namespace bramah::app
