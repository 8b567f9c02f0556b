// What a person reads after a run.
#pragma once

#include <string>
#include <vector>

#include "bramah/run.h"

namespace bramah::app {

std::string run_summary_text(const Model& model, const RunSummary& summary,
                             const Recording& recording, const std::vector<std::string>& written);

}  // namespace bramah::app
