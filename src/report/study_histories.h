// What happened in some runs of a study, beside their references.
#pragma once

#include <vector>

#include "bramah/study.h"
#include "report/page.h"

namespace bramah {

// One plot for each channel kept, up to twelve runs in each; none if no histories were kept.
std::vector<PagePlot> history_plots(const Study& study);

}  // namespace bramah
