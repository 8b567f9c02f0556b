// The machine file and the options that replace parts of it: shared by all commands that load a
// machine.
#pragma once

#include <string>
#include <vector>

#include "bramah/model.h"
#include "problems.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace bramah::app {

struct SolverOptions {
  std::string model;
  LoadOptions load;
  std::string step, until;  // as typed, with units
  int max_newton = 0;       // 0: the file's
};

CLI::Validator shipped_too();  // finds models/four_bar.yaml where bramah is installed too
void add_model(CLI::App& menu, SolverOptions& options);   // MODEL and --set
void add_solver(CLI::App& menu, SolverOptions& options);  // --method, --step, ...
void add_max_newton(CLI::App& menu, SolverOptions& options);
// --deadline: what a tick may take; text as typed, with its unit.
void add_deadline(CLI::App& menu, std::string& deadline);

// The options to load with; what is wrong with them goes to `problems`.
LoadOptions load_options(const SolverOptions& options, Problems& problems);

// Loads the machine. Problems of the options and of the file are thrown together; `problems` holds
// what the command itself found wrong.
Model load_machine(const CLI::App& menu, const SolverOptions& options, Problems& problems);

}  // namespace bramah::app
