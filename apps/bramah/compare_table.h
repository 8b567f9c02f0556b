// A comparison as a person reads it on a terminal.
#pragma once

#include <string>

#include "bramah/analysis.h"

namespace bramah::app {

std::string comparison_text(const Comparison& comparison);

}  // namespace bramah::app
