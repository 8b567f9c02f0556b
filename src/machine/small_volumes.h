#pragma once

#include <string>
#include <vector>

namespace bramah {

class Machine;

// Volumes that get rid of a disturbance of 10 bar within a step, at the start.
std::vector<std::string> small_volumes(const Machine& machine);

}  // namespace bramah
