// What acts on bodies, for those who draw it where it does: contacts, payloads, ropes, masses, feet. Read from
// the machine file once more: a Model keeps none of it.
#pragma once

#include <string>

#include "bramah/model.h"

namespace bramah {

// model_description() with `fittings`. A machine without a file has none. Throws InputError as load() does.
std::string description_with_fittings(const Model& model, const std::string& path,
                                      const LoadOptions& options);

}  // namespace bramah
