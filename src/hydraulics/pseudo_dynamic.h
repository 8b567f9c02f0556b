// Pseudo-dynamic solvers for small volumes [Malysheva2021, Ch. 4]: before each step the pressure of
// a small volume is carried to its steady state, in a pseudo time and with a pseudo volume large
// enough for an explicit rule, while all else stands still. In the step itself it is held.
//
//   p' = B_e/V_pseudo (Q_in - Q_out)                                                      (Eq. 4.1)
//   until |p_new - p| is below a criterion, or the pseudo time is over                    (Eq. 4.3)
// `classical`: Q_out as it is when the loop begins, one criterion. Otherwise Algorithm 4.1: both
// flows follow the pressure, with a smaller criterion at low pressures. Inner rules: Euler (4.5),
// Runge-Kutta (4.6-4.10), and Heun's with one Newton iteration in each half (4.13-4.14).
//
// Not where the answer matters near a shut valve: the loop stops on the increment, far from the
// steady state where flows are small. quasi_steady solves for that state itself.
#pragma once

#include <span>
#include <vector>

#include "bramah/solver.h"
#include "hydraulics/circuit.h"

namespace bramah {

struct PseudoDynamic {
  bool classical = false;
  PseudoRule inner = PseudoRule::euler;
  double volume = 1e-3;         // V_pseudo [m³]
  double step = 1e-5;           // of the pseudo time [s]
  double criterion = 300.0;     // [Pa]
  double low_criterion = 10.0;  // below low_pressure [Pa]
  double low_pressure = 2.2e6;  // [Pa]
  double longest = 0.1;         // pseudo time in one step [s]

  // Carries the held volumes of the circuit to their steady states, one after the other; after
  // Circuit::forces() at the same y. Returns the number of inner iterations, or -1 if a pressure
  // ceased to be finite, which `worst` names.
  int relax(const Circuit&, std::span<double> y, std::span<const Stroke>, std::span<const double> u,
            CircuitScratch&, int& worst) const noexcept;

 private:
  double advance(const Circuit&, int volume, double p, double outflow,
                 CircuitScratch&) const noexcept;
};

}  // namespace bramah
