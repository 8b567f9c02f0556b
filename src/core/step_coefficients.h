// What an integrator contributes to a tangent: J = q R_q + v R_v + a R_a for second-order unknowns,
// y R_ydot + R_y for first-order ones. Trapezoidal rule: (1, 2/h, 4/h², 2/h) [Naya2011, Eq. 26].
#pragma once

namespace bramah {

struct StepCoefficients {
  double q = 1.0;
  double v = 0.0;  // dv/dq [1/s]
  double a = 0.0;  // da/dq [1/s²]
  double y = 0.0;  // dydot/dy [1/s]
};

}  // namespace bramah
