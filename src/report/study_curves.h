// Curves of a study: measures over the swept axis, and what happened in some runs.
#pragma once

#include <string>
#include <vector>

#include "bramah/analysis.h"
#include "bramah/page.h"

namespace bramah {

struct ShownUnit {  // a measure in the unit it is read in
  std::string unit;
  double per_si;
};
ShownUnit shown_unit(const StudyMeasure& measure);

// One plot for each measure; none if nothing is swept.
std::vector<PagePlot> measure_plots(const Study& study);

// One plot for each channel kept, up to twelve runs in each beside their references; none if no
// histories were kept.
std::vector<PagePlot> history_plots(const Study& study);

}  // namespace bramah
