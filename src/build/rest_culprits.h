// Why a machine has no rest, in sentences: volumes that fill or empty, joints that nothing holds,
// components that go on moving. Numbers are of the last point that the equations were evaluated at,
// with everything standing still.
#pragma once

#include "bramah/analysis.h"
#include "build/rest_equations.h"

namespace bramah {

// Volumes with a net flow into them.
std::vector<RestProblem> unbalanced_volumes(RestEquations&);
// Joints with a torque or force left on them, and what the cylinders would have to do.
std::vector<RestProblem> unheld_joints(RestEquations&);
// Loops that do not close.
std::vector<RestProblem> open_loops(RestEquations&);
// Components and force elements whose states move.
std::vector<RestProblem> unsettled_parts(RestEquations&);
// Shafts of gears with a torque left on them.
std::vector<RestProblem> unheld_shafts(RestEquations&);

// Forces of the cylinders that would hold the pose: Phi_q^T lambda - J^T F = -R in the least-squares
// sense.
std::vector<NamedValue> holding_forces(RestEquations&);

}  // namespace bramah
