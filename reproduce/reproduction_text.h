// A reproduction as text for a terminal.
#pragma once

#include <string>

#include "bramah/reproduce.h"

namespace bramah::app {

std::string reproduction_text(const Reproduction&);

}  // namespace bramah::app
