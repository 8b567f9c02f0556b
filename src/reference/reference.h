// The reference: SUNDIALS' CVODE with tight tolerances on positions, velocities, pressures, spools
// and controller states, accelerations from the index-1 equations, positions and velocities
// projected onto the loops after each step, restarted at every jump of an input. A driver, exempt
// from the rules of step(). For accuracy, not for speed.
#pragma once

#include <functional>
#include <string>

#include "bramah/model.h"
#include "core/implicit_dynamics.h"

namespace bramah {

struct ReferenceReport {
  long long steps = 0, solves = 0, iterations = 0;
  std::string message;  // empty: done
};

// Calls `row` at t = 0, every, 2 every, ... until.
ReferenceReport integrate_reference(
    const Model& model, double until, double every,
    const std::function<void(const State&, double t, const Gaps&)>& row);

}  // namespace bramah
