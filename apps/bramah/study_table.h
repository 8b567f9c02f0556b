// A study as a table for the terminal.
#pragma once

#include <string>

#include "bramah/analysis.h"

namespace bramah::app {

std::string study_text(const Study& study);

}  // namespace bramah::app
