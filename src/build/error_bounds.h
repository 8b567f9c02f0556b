// What a step inside a tick may be wrong by: the accuracy that a user asks for, in the machine's own
// unknowns.
//
//   coordinate   w = length/arm, arm: how far one unit of it carries a point of the machine,
//                and a tenth of that a step
//   velocity     that over the time for which an error of speed matters
//   pressure     as asked, but of algebraic ones none: no step adds to their error; other states a
//                share of their scale
// In: SolverSpec::accuracy, the equations, the start pose. Out: ErrorBounds, for integrators/; none
// where there is one step a tick.
#pragma once

#include "build/start_pose.h"
#include "equations/machine_equations.h"
#include "integrators/step_error.h"

namespace bramah {

ErrorBounds error_bounds(const SolverSpec&, const MachineEquations&, const StartPose&);

}  // namespace bramah
