// The reference: SUNDIALS' CVODE [Hindmarsh2005] with tight tolerances on positions, velocities,
// pressures, spools and controller states, accelerations from the index-1 equations, positions and
// velocities projected onto the loops after each step, restarted at every jump of an input. A
// driver, exempt from the rules of step(). For accuracy, not for speed.
//
//   dx/dt = f(t, x)       machine_ode.h: a machine as first-order equations
//   g(t, x) = 0           switches.h: contacts, stops and kinks, at which it stops and starts again;
//                         after each step none may contradict the state, or the run ends there
//   Phi(q) = 0            constraints/loop_closure.h, in the metric of the mass matrix
// In: a Model, how long, how often a row. Out: rows of State, to compare with, interpolated between
// steps: how many there are does not change the motion. A contact that begins and ends inside one
// step is passed over. Called by run/ for --integrator sundials, and through it by compare, study
// and reproduce/. The only room that knows SUNDIALS; left_out.cpp stands here where it was not
// installed.
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
