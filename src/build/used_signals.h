// Where the items of a description use signals, and in which unit.
#pragma once

#include <string>
#include <vector>

#include "bramah/description.h"

namespace bramah {

struct UsedSignal {
  std::string signal;  // never empty
  std::string unit;    // SI
  std::string user;    // valve "lift_valve": signal
  Where where;
};

// Without the terms of other signals, which have any unit.
[[nodiscard]] std::vector<UsedSignal> used_signals(const MachineDescription& machine);

}  // namespace bramah
