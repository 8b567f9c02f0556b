// Whether a rest holds by itself: the poles of the machine about it.
//
//   a small push grows as exp(s t) with the pole s of the largest real part (tangent_space.h)
// Poles at zero say nothing: a cylinder between shut valves stays where it is pushed. Round-off is
// told from growth by the condition of each pole: a change dA of the matrix moves it by
// |y^T dA x|/|y^T x|, with its left and right eigenvectors y and x.
#pragma once

#include "machine/machine.h"

namespace bramah {

struct Growth {
  double pole = 0.0;  // real part [1/s]; 0: none
  std::string state;  // that takes part in it most
};

// In: a machine at rest, in joint coordinates.
Growth growth_from_rest(const Machine& machine, State state);
// "this rest is unstable: ..."; empty without growth.
std::string growth_text(const Growth& growth);

}  // namespace bramah
