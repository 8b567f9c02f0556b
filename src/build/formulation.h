// From the axes `constraints` and `integrator` to the dynamics that a step solves; pairs that make
// no sense are refused with a reason.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "constraints/partition.h"
#include "machine/machine.h"

namespace bramah {

// Rank of Phi_q at a pose; after kinematics().
int constraint_rank(const Mechanism&, const Mechanism::Scratch&);

// Why the file's solver makes no sense, whatever the machine; empty if it does.
std::string refused_solver(const SolverSpec&);
// The same for a machine with that many constraints.
std::string refused_constraints(const SolverSpec&, int constraints);

// `rank`: of Phi_q at the start. `closed_form`: of the loops, where they have one.
std::unique_ptr<const ImplicitDynamics> make_dynamics(
    const MachineEquations&, const SolverSpec&, int rank,
    std::unique_ptr<const ClosedForm> closed_form);

}  // namespace bramah
