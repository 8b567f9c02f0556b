// Forces in joints: what the first body gives the second, all told, at the second body's point.
//
//   joint of the tree   F = sum over all that it carries of (I A + V x* I V) less what acts on it
//                       from outside: cylinders, springs, elements, forces, cut joints
//                       [Jaiswal2021, Eq. 11; Featherstone2008, Ch. 5]
//   cut joint           F = -sum of lambda_k W_k over its rows, M a + bias - Q + Phi_q^T lambda = 0
// with accelerations and multipliers of the index-1 equations at this very state: those of a step are of
// first order. Natural coordinates share points and have no row for a pin: there the same state is
// evaluated in joint coordinates. Out: 6 numbers a joint, force and moment about the point, in world
// axes or the second body's. Called by snapshot.cpp where a row is asked for; steps pay nothing.
#pragma once

#include <span>

#include "coupling/plant.h"

namespace bramah {

// After the equations' rates() at the state, in joint coordinates.
std::span<const WrenchValue> find_reactions(const Plant&, const State&, double anchor, PlantWork&);

}  // namespace bramah
