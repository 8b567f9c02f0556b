// Names of the states that a machine is made linear in, and the file's section about them.
#pragma once

#include "machine/machine.h"

namespace bramah {

struct NamedState {
  std::string name, unit;
};

// Joint coordinates and their rates, independent or not, then y. Of a machine in joint coordinates.
std::vector<NamedState> possible_states(const Plant&, const std::vector<Channel>&);

// A whole name or its last component; the rate X_rate of a state belongs to X.
bool names_state(const std::string& wanted, const std::string& state);

// Adds what is wrong with the names and dimensions in the file's section.
void check_operating_point(const Machine&, std::vector<std::string>& problems);

}  // namespace bramah
