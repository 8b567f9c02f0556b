// Curves of a study: measures over the swept axis, and what happened in some runs.
#pragma once

#include <string>
#include <vector>

#include "bramah/analysis.h"
#include "bramah/page.h"
#include "report/shown_unit.h"

namespace bramah {

ShownUnit shown_unit(const StudyMeasure& measure);  // it is read in

PageTable take_off_table(const std::vector<StudyTakeOff>& take_offs, double growth);

// One plot for each measure; none if nothing is swept.
std::vector<PagePlot> measure_plots(const Study& study);

// One plot for each channel kept, up to twelve runs in each beside their references; none if no
// histories were kept.
std::vector<PagePlot> history_plots(const Study& study);

}  // namespace bramah
