// Terminals of an FMU: where an input and an output are the effort and the flow of one place, so that a host can join
// two machines there.
//
//   cylinder of one side       what the sides exchange
//   joint with an `effort`     torque or force in; rate and angle or position out
//   source `speed`             speed in; torque out, of the one part on that shaft
//   source `pressure`          pressure in; flow out, of the one port that it feeds
//   source `flow`              flow in; pressure out
//   `force` on a cylinder      force in; rate and length out
// In: the variables of a plan and its file's settings, where an input stands in the place of a value.
#pragma once

#include "bramah/fmi.h"

namespace bramah {

[[nodiscard]] std::vector<FmuTerminal> find_terminals(const FmuPlan& plan);

}  // namespace bramah
