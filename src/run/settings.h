// Parameters that change while a machine runs.
#pragma once

#include <string>

#include "bramah/model.h"

namespace bramah {

// The last word on that parameter: earlier ones are dropped, so that a machine whose parameters are
// changed all day is not loaded with all of them each time.
void set_anew(LoadOptions& options, const std::string& name, const std::string& value);

}  // namespace bramah
