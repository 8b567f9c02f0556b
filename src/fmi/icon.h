// A machine's picture as a PNG file: its bodies and cylinders at the start, as lines.
#pragma once

#include <string>

#include "bramah/model.h"

namespace bramah {

[[nodiscard]] std::string machine_icon(const Model& model);

}  // namespace bramah
