// A study as a table for the terminal.
#pragma once

#include <string>

#include "bramah/analysis.h"

namespace bramah::app {

std::string study_text(const Study& study);
// "" if there are none.
std::string take_offs_text(const std::vector<StudyTakeOff>& take_offs, double growth);

}  // namespace bramah::app
