// What bindings to other languages ask of a machine besides bramah/model.h: the names of the numbers
// in a State, a few channels instead of all, a machine's files in memory, and what may be set.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bramah/model.h"

namespace bramah {

// ------------------------------------------------------------------------------------------ state
// A run of numbers in State::values().
struct StateBlock {
  std::string name;  // "q", "v", "y", "work"
  std::size_t first = 0, count = 0;
};

// Single numbers go by the names of channels where there is one: "lift.A.p", "theta1.angle".
struct StateNumber {
  std::string name;
  std::size_t at = 0;
};

[[nodiscard]] std::vector<StateBlock> state_blocks(const Model& model);
[[nodiscard]] std::vector<StateNumber> state_numbers(const Model& model);

// States next to one, with loops closed: what derivatives are taken with. The numbers that may be
// changed are the independent joint coordinates, their rates and the states of oil and signals, as of
// linear_states(). Throws InputError for natural coordinates, and where loops do not close.
class Neighbours {
 public:
  Neighbours(const Model& model, const State& state);
  ~Neighbours();

  const std::vector<StateNumber>& numbers() const noexcept { return numbers_; }
  const std::vector<double>& scales() const noexcept { return scales_; }
  // The state with one of its numbers changed; 0 for the state itself, with loops closed.
  State moved(std::size_t number, double by);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
  std::vector<StateNumber> numbers_;
  std::vector<double> scales_;  // typical sizes, SI
};

// How the end of one step answers to its start and to its inputs, from the exact slopes of the
// machine's equations: rows and columns are the numbers that Neighbours have. One step a tick, whatever
// the model's substeps.
struct StepTangent {
  std::vector<StateNumber> numbers;
  std::vector<double> scales;
  std::vector<double> by_state;   // numbers x numbers, row by row
  std::vector<double> by_inputs;  // numbers x inputs
  std::string refused;            // why there is none: then differences of steps are the way
};
[[nodiscard]] StepTangent step_tangent(const Model& model, const State& state,
                                       const Inputs& inputs);

// --------------------------------------------------------------------------------------- channels
// The values of chosen channels, by number, from one evaluation of the machine.
void observe_some(const Model& model, const State& state, Workspace& work,
                  std::span<const int> channels, std::span<double> values);

// Who stopped a step, by name: "the pressure of volume lift.A"; empty: nobody in particular.
[[nodiscard]] std::string culprit(const Model& model, const StepReport& report);

// The same with other inputs, which act at once: rates are solved anew, the state stays as it is. False:
// they cannot be solved.
bool observe_with(const Model& model, const State& state, Workspace& work, const Inputs& inputs,
                  std::span<const int> channels, std::span<double> values);

// How channels answer to inputs at the same instant, by the exact slopes of the machine's equations: channels x
// inputs (into Model::inputs()), row by row. What the state tells does not answer. Returns why there are none;
// then differences of observe_with() are the way.
std::string observe_slopes(const Model& model, const State& state, const Inputs& inputs,
                           std::span<const int> channels, std::span<const int> by,
                           std::span<double> slopes);

// How fast chosen channels change as time goes on from a state [unit/s]: differences of second order
// along the state's own rates. False: rates cannot be solved nearby.
bool observe_rates(const Model& model, const State& state, Workspace& work,
                   std::span<const int> channels, std::span<double> rates);

// --------------------------------------------------------------------------------------- instants
// Masters of co-simulations ask for instants between ticks: a state there has a tick count with a
// fraction, State::time() is right, and what follows first goes to the next tick.
[[nodiscard]] double tick_count(const State& state) noexcept;
// To an instant, in ticks, at most one tick ahead; the part of a tick is one shorter step. A whole tick
// is step(), to the bit.
StepReport step_to(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                   double ticks) noexcept;

// ------------------------------------------------------------------------------------------ files
// A machine file with all that it includes or refers to, by the paths under which they were read.
struct MachineFiles {
  std::string path;                          // of the machine file
  std::map<std::string, std::string> texts;  // path -> content
};

// As load(); `read` gets what was read.
[[nodiscard]] Model load(const std::string& path, const LoadOptions& options, MachineFiles& read);
// From memory; no file is opened.
[[nodiscard]] Model load(const MachineFiles& files, const LoadOptions& options);

// Options as one JSON object, and back. Throws InputError.
[[nodiscard]] std::string load_options_text(const LoadOptions& options);
[[nodiscard]] LoadOptions read_load_options(const std::string& json);

// ------------------------------------------------------------------------------------- parameters
// A value of a machine file that --set can replace.
struct Setting {
  std::string path;       // "lift.bore"
  std::string text;       // "80 mm", as written
  std::string section{};  // of the file: "cylinders", "parameters"
};
[[nodiscard]] std::vector<Setting> settings(const MachineFiles& files, const LoadOptions& options);

// ----------------------------------------------------------------------------------------- documents
// Any YAML text as JSON, its scalars as strings: for files of bindings that stand beside machine files.
// Throws InputError; `name` is the file in its message.
[[nodiscard]] std::string document_json(const std::string& yaml, const std::string& name);

}  // namespace bramah
