// The interface model: what a mechanism does to the oil until the next communication
// [Rahikainen2020, Eqs. 10-15]. With s = lengths of the cylinders, A_i = ds/dq,
//
//   s'' = w0 + Y F,   Y = Meff^-1 = A_i (I - P_c) M^-1 A_i^T,   w0 = Meff^-1 Qeff
//
// w0 is the acceleration without cylinder forces, and column c of Y what a unit force of cylinder c
// adds. Both come from solves of the index-1 equations, so neither M nor Meff is inverted: massless
// coordinates, loops, and cylinders that depend on each other are no obstacle. (Eq. 14 prints
// w_i and w_i' where A_i' q' + A_i P_c q'' must stand; both terms are in w0.)
#pragma once

#include <vector>

#include "equations/machine_equations.h"

namespace bramah {

struct InterfaceModel {
  std::vector<double> free;      // w0 [m/s²]
  std::vector<double> mobility;  // Y [1/kg], row by row
  std::vector<double> root;      // B with B B^T = Y; columns of zeros where Y lacks rank
  explicit InterfaceModel(int cylinders)
      : free(cylinders), mobility(cylinders * cylinders), root(cylinders * cylinders) {}
};

// At (q, v) of the trial and the present time; a and lambda of the trial are where iterations
// begin, and are overwritten. False if the equations cannot be solved.
bool find_interface_model(const MachineEquations& mechanism, Trial&, MachineEquations::Buffers&,
                          InterfaceModel&) noexcept;

}  // namespace bramah
