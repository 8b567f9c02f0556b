// What a careful reader would doubt in a run that reached its end.
#pragma once

#include <string>
#include <vector>

#include "bramah/run.h"

namespace bramah::app {

// Pressures below zero, an energy audit that does not close.
std::vector<std::string> warnings(const Model& model, const RunSummary& summary,
                                  const Recording& recording);

// Times that are no whole number of steps: what is done instead. `every` is 0 if not given.
std::vector<std::string> whole_step_notes(const Model& model, double every);

}  // namespace bramah::app
