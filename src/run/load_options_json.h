// LoadOptions as JSON: what a drive was recorded with.
#pragma once

#include <nlohmann/json.hpp>

#include "bramah/model.h"

namespace bramah {

nlohmann::ordered_json options_object(const LoadOptions& options);  // only what is set
// Throws InputError without a place: the reader of the file knows it.
LoadOptions read_options(const nlohmann::ordered_json& object);

// What `wanted` sets otherwise than `recorded`: "recorded with --method inef, not semirecursive".
std::vector<std::string> conflicts(const LoadOptions& recorded, const LoadOptions& wanted,
                                   const Model& model);

}  // namespace bramah
