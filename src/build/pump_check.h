// Pumps that are turned round: drawing from the consumers and delivering into the tank, or on a shaft
// that turns backwards.
//
// In: a description that was found sound. Out: a sentence each, with its place, for Model::warnings().
#pragma once

#include <string>
#include <vector>

#include "bramah/description.h"

namespace bramah {

[[nodiscard]] std::vector<std::string> pump_doubts(const MachineDescription&);

}  // namespace bramah
