// FMI 2.0 and 3.0: a machine as an FMU for co-simulation, and any FMU looked at.
// The functions an FMU exports are declared in fmi2.h and fmi3.h; docs/fmi.md says what ours can do.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bramah/binding.h"

namespace bramah {

bool has_fmi() noexcept;  // FMUs can be written and read: libzip and pugixml were there

// ----------------------------------------------------------------------------------------- export
struct FmuOptions {
  int version = 2;  // of FMI: 2 or 3
  // Names, `*` and `?` allowed; empty: levers, inputs and the file's faults; "none": no lever is an
  // input, the machine moves as its file says.
  std::vector<std::string> inputs{};
  std::vector<std::string> outputs{};  // empty: every channel
  // "mechanism" or "oil": that side alone, of a machine with `coupling: cosimulation` (MachineSide).
  std::string side{};
  std::string library{};  // the shared object; empty: the one beside the program
};

// A variable of an FMU of ours. Its value reference is its place in the list.
struct FmuVariable {
  enum class Role { time, input, output, tunable, parameter } role = Role::output;
  std::string name;    // in the description
  std::string source;  // name of the input, the channel or the file's parameter
  std::string unit, description;
  double start = 0.0, nominal = 1.0;  // SI
  std::optional<double> min{}, max{};
  bool direct = true;  // an output: it may answer to inputs at the same instant
};

// Where another machine is joined on: an input and outputs that are an effort and a flow.
struct FmuTerminal {
  enum class Kind { signal, inflow, outflow };  // the latter two add up to zero over what is joined
  struct Member {
    std::string variable, name;
    Kind kind = Kind::signal;
  };
  std::string name;
  std::vector<Member> members;
};

// What an FMU of ours is made from: resources/machine.json and the files beside it.
struct FmuPlan {
  std::string token;  // that host, description and this file agree on
  LoadOptions options;
  MachineFiles files;
  std::string side{};  // empty: the whole machine
  std::vector<FmuVariable> variables;
  std::vector<FmuTerminal> terminals{};  // of the description alone
};

[[nodiscard]] FmuPlan plan_fmu(const std::string& machine, const LoadOptions& load,
                               const FmuOptions& options);
// The texts of the folder resources/, by name.
[[nodiscard]] std::map<std::string, std::string> plan_files(const FmuPlan& plan);
// The plan in a folder; names, ranges and descriptions of the variables are not read back, nor are terminals.
// Throws InputError.
[[nodiscard]] FmuPlan read_plan(const std::string& folder);

// modelDescription.xml.
[[nodiscard]] std::string fmu_description(const FmuPlan& plan, const Model& model, int version);
// A C identifier from a machine's name: of the shared object, and of the model.
[[nodiscard]] std::string fmu_identifier(const std::string& path);

// Writes the FMU. Throws InputError with every problem.
FmuPlan write_fmu(const std::string& path, const std::string& machine, const LoadOptions& load,
                  const FmuOptions& options);

// ------------------------------------------------------------------------------------------ check
struct FmuReport {
  std::string version, name, tool;  // of FMI; of the model; who made it
  std::string identifier;           // of the binary
  std::vector<std::string> kinds, platforms, capabilities;
  int inputs = 0, outputs = 0, parameters = 0, variables = 0;
  std::vector<std::string> problems;  // against the standard's rules
};

// Reads any FMU. Throws InputError if it is no zip file, or one that is not safe to unpack.
[[nodiscard]] FmuReport check_fmu(const std::string& path);
// What is wrong with a description by itself, and with terminalsAndIcons.xml beside it.
[[nodiscard]] FmuReport check_fmu_description(const std::string& xml,
                                              const std::string& terminals = {});

}  // namespace bramah
