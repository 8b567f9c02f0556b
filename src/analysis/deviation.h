// How far a run is from the reference, and the instants at which the two can be compared.
#pragma once

#include <limits>
#include <span>
#include <string>

#include "bramah/run.h"

namespace bramah {

struct Deviation {
  // Largest over all cylinder lengths; over the points of bodies where there are none [m].
  double position = std::numeric_limits<double>::quiet_NaN();
  // Rms over time and all of them [m].
  double position_rms = std::numeric_limits<double>::quiet_NaN();
  // Largest, each relative to its range in the reference, which counts as 1 mm at least.
  double position_share = std::numeric_limits<double>::quiet_NaN();
  // Rms over all pressures that change, each relative to its range.
  double pressure = std::numeric_limits<double>::quiet_NaN();
  // The largest of any of them, again relative to its range.
  double pressure_max = std::numeric_limits<double>::quiet_NaN();
};

// What Deviation::position measures in this machine: "cylinder lengths" or "body points".
std::string position_measure(const Model& model);

// At the instants both recordings have; channels are found by name, so the methods may differ.
Deviation deviation(const Model& model, const Recording& ours, const Model& exact_model,
                    const Recording& exact);

// A recording at other instants, by cubics through the four rows around each; rows that are there
// already are taken as they are. Instants beyond its end are left out.
Recording resampled(const Recording& recording, std::span<const double> times);

// The shortest interval of 20 ms or more that all steps divide; less in runs shorter than a
// second. 0: the steps have none that the run is ten times as long as.
double common_grid(std::span<const double> steps, double until);

}  // namespace bramah
