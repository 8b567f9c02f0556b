// From a description to a machine.
//
//   enter   MachineDescription: what a file says, or what a program filled in; datasheet terms, SI
//   leave   Model: immutable, checked as a whole; or InputError with every problem and its place
//   steps   make_machine (which machines are made on the way: in joint coordinates, with oil, ...),
//           Assembly (mechanism, circuit, signals, equations, start), statics, names, channels, scene,
//           scheme, check
//   callers model_file/ (load), look-ahead, training, programs that build a machine without YAML
#pragma once

#include "bramah/model.h"
#include "machine/description.h"

namespace bramah {

struct BuildOptions {
  bool controls = false;  // what the description's `controls` name is set from outside
  bool faults = false;    // its `faults`, or a usual set, can be set from outside
};

// Throws InputError with all problems.
[[nodiscard]] Model build(MachineDescription description, const BuildOptions& options = {});

}  // namespace bramah
