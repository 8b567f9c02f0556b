// Dimensions of the channels a signal may listen to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bramah/description.h"
#include "core/units.h"

namespace bramah {

// Nothing for a channel whose dimension is not known here: the machine checks that it exists.
[[nodiscard]] std::optional<Dimension> channel_dimension(const MachineDescription& machine,
                                                         const std::string& channel);

// Names of everything that has channels: the part of a channel's name before its first dot.
[[nodiscard]] std::vector<std::string> channel_owners(const MachineDescription& machine);

}  // namespace bramah
