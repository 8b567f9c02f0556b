// Ways to a rest: Newton's, and the machine's own.
//
//   balance()  damped Gauss-Newton (Levenberg-Marquardt) on the imbalance r(u) = 0, which need be
//              neither square nor regular: a shut valve leaves a pressure open
//   relax()    pseudo-transient continuation [Kelley1998]: linearly implicit Euler steps of the
//              machine's motion, (1/d - df/dx) s = f, whose length d grows while they are good and
//              ends as Newton's step. A pump fills its line until the relief valve opens, a boom
//              sinks onto its stop; both are flat places for Newton.
// In: RestEquations, from their state on. Out: the state, changed in place. Called by statics.cpp.
#pragma once

#include "build/rest_equations.h"

namespace bramah {

// Returns the largest scaled imbalance left; rows beside `first` to `first + count` are left out.
double balance(RestEquations&);
double balance_rows(RestEquations&, int first, int count);

enum class Relaxed { rest, drift, runaway, lost };
// rest: everything stands still; drift: it goes on evenly; runaway: a pressure or a coordinate
// grows without end; lost: none of these within the steps allowed. moving = false: the mechanism is
// held and the oil alone goes its way.
Relaxed relax(RestEquations&, bool moving);

}  // namespace bramah
