// The nearest state of rest, by damped Newton with the exact tangent.
#pragma once

#include "build/tangent_space.h"

namespace bramah {

struct EquilibriumReport {
  bool converged = false;
  int iterations = 0;
  double imbalance = 0.0;  // largest scaled one left
  int worst = -1;          // state of (z, w, y) whose equation has it
};

// held: states (z, w, y) that keep their value; their equations are left out. Rest is w = 0; but
// where a z is held and its w is not, the rates are unknowns too and w' = 0: steady motion through
// that pose. Where the rest is not unique (oil trapped behind closed valves), the least change of
// the start is taken.
EquilibriumReport find_equilibrium(TangentSpace& space, const std::vector<bool>& held,
                                   const std::vector<double>& scales);

}  // namespace bramah
