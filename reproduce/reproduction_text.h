// A reproduction as text for a terminal.
#pragma once

#include <string>

#include "reproduce/reproduce.h"

namespace bramah::papers {

std::string reproduction_text(const Reproduction&);

}  // namespace bramah::papers
