// A model as JSON, for pages and clients: docs/protocol.md lists its keys.
#pragma once

#include <string>

#include "bramah/model.h"

namespace bramah {

[[nodiscard]] std::string model_description(const Model& model);

}  // namespace bramah
