// Up to which step a measure of a study stays in its bound.
#pragma once

#include "bramah/analysis.h"

namespace bramah {

// Curves in the order of their first rows, each with rising x.
void sort_rows(Study& study);

// Of measures that are there: what is wrong with the bounds' names and units.
std::vector<std::string> bound_problems(const std::vector<StudyMeasure>& measures,
                                        const std::vector<StudyBound>& bounds);

// One for each bound and curve that measured anything. `study` has its rows in order.
std::vector<StudyTakeOff> take_offs(const Study& study, const std::vector<StudyBound>& bounds);

// The step halfway, geometrically, between the two a take-off lies between; 0: none to be tried.
double halfway(const StudyTakeOff& take_off);

}  // namespace bramah
