// bramah fmu: a machine as an FMU.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "bramah/fmi.h"
#include "command.h"
#include "solver_options.h"

namespace bramah::app {
namespace {

struct FmuCommand {
  SolverOptions solver;
  FmuOptions fmu;
  std::string output;

  int operator()(const CLI::App& menu) const;
};

// "patu655.yaml" -> "patu655.fmu", here.
std::string usual_output(const std::string& model) {
  const std::size_t slash = model.find_last_of('/');
  const std::string name = slash == std::string::npos ? model : model.substr(slash + 1);
  return name.substr(0, name.find_last_of('.')) + ".fmu";
}

int FmuCommand::operator()(const CLI::App& menu) const {
  Problems problems;
  const bool understood = problems.add_unknown(menu);
  const LoadOptions load_with = load_options(solver, problems);
  if (understood && solver.model.empty())
    problems.add("MODEL: no machine file given; for example models/four_bar.yaml");
  const std::string path = output.empty() ? usual_output(solver.model) : output;
  FmuPlan plan;
  if (understood && !solver.model.empty())
    problems.collect("", [&] { plan = write_fmu(path, solver.model, load_with, fmu); });
  problems.throw_if_any();
  int inputs = 0, outputs = 0, parameters = 0;
  for (const FmuVariable& v : plan.variables) {
    inputs += v.role == FmuVariable::Role::input;
    outputs += v.role == FmuVariable::Role::output;
    parameters += v.role == FmuVariable::Role::tunable || v.role == FmuVariable::Role::parameter;
  }
  const auto some = [](int count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  fmt::print("{}: FMI {}.0 for co-simulation; {}, {}, {}\n", path, fmu.version,
             some(inputs, "input"), some(outputs, "output"), some(parameters, "parameter"));
  return kDone;
}

}  // namespace

Command add_fmu(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("fmu", "a machine as an FMU, for other simulators");
  const auto command = std::make_shared<FmuCommand>();
  add_model(*menu, command->solver);
  add_solver(*menu, command->solver);
  menu->add_option("-o,--output", command->output, "the FMU; otherwise MODEL's name with .fmu")
      ->type_name("FILE");
  menu->add_option("--fmi", command->fmu.version, "version of the standard: 2 or 3")
      ->check(CLI::IsMember({2, 3}))
      ->type_name("2|3");
  menu->add_option("--inputs", command->fmu.inputs,
                   "inputs by name, with * and ?; otherwise all levers and the file's faults; "
                   "none: the machine moves as its file says")
      ->delimiter(',')
      ->type_name("NAMES");
  menu->add_option("--outputs", command->fmu.outputs,
                   "channels by name, with * and ?; otherwise all")
      ->delimiter(',')
      ->type_name("NAMES");
  menu->add_option("--side", command->fmu.side,
                   "one side of a machine with the coupling cosimulation: mechanism, oil")
      ->type_name("SIDE");
  menu->footer(
      "Examples:\n  bramah fmu models/patu655.yaml -o crane.fmu\n"
      "  bramah fmu models/patu655.yaml --fmi 3 --step 2ms --outputs 'lift.*,tip.?'\n"
      "  bramah fmu models/crane_single_cosim.yaml --coupling cosimulation --side oil\n"
      "  bramah check crane.fmu");
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
