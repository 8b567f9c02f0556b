// What deviation() of bramah/analysis.h measures, and the instants at which two runs can be
// compared.
//
// The room: questions to a machine besides running it (bramah/analysis.h has the answers' types).
//   compare, bench   methods x integrators x steps: error against reference/, cost
//   study            any axes of options and parameters (study_axes.h, _runs.h, _bounds.h)
//   linearize        A, B, C, D in independent coordinates (tangent_space.h), poles (modes.h),
//                    rest (equilibrium.h), channels to first order (linear_outputs.h)
//   look_ahead       many futures of a running machine
//   train            a network of a circuit: samples, starts, ranking; mathematics in surrogate/
// In: a Model or its file and options. Out: plain data, which results/ and report/ write. Called by
// apps/, server/ (look-ahead) and reproduce/.
#pragma once

#include <span>
#include <string>

#include "bramah/analysis.h"

namespace bramah {

// What Deviation::position measures in this machine: "cylinder lengths" or "body points".
std::string position_measure(const Model& model);

// A recording at other instants, by cubics through the four rows around each; rows that are there
// already are taken as they are. Instants beyond its end are left out.
Recording resampled(const Recording& recording, std::span<const double> times);

// The shortest interval of 20 ms or more that all steps divide; less in runs shorter than a
// second. 0: the steps have none that the run is ten times as long as.
double common_grid(std::span<const double> steps, double until);

}  // namespace bramah
