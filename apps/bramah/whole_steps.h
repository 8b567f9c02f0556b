// Times that are no whole number of steps.
#pragma once

#include <string>
#include <vector>

#include "bramah/run.h"

namespace bramah::app {

// What is done instead. `every` is 0 if not given.
std::vector<std::string> whole_step_notes(const Model& model, double every);

}  // namespace bramah::app
