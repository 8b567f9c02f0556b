// Machines under one formulation of their constraints, and what all formulations owe: a tangent that
// is the slope of the residual.
#pragma once

#include "core/largest.h"
#include "coupling/machine_states.h"
#include "derivative.h"

namespace bramah {

inline Model load_with(const std::string& machine, const char* constraints,
                       const char* penalty = "1e-3") {
  LoadOptions options;
  options.constraints = constraints;
  options.set = {std::string("solver.penalty=") + penalty};
  return load(std::string(BRAMAH_SOURCE_DIR) + "/models/" + machine + ".yaml", options);
}

inline StepCoefficients of_step(double b) { return {1.0, 1.0 / b, 1.0 / (b * b), 1.0 / b}; }

// At random states on the loops, for positions, rates and accelerations alone and as in a step of
// 10 ms. Small penalties: large ones would drown what else is in a row.
inline void expect_tangent_is_slope(MachineStates& states, int count = 20) {
  constexpr double kTolerance = 1e-6;  // of the row's largest entry
  constexpr double kForces = 300.0;    // [N] multipliers that cancel in a row
  Random random(71);
  const ImplicitDynamics& dynamics = states.dynamics();
  const StepCoefficients choices[] = {{1, 0, 0, 0}, {0, 1, 0, 1}, {0, 0, 1, 0}, of_step(5e-3)};
  for (int k = 0; k < count && !testing::Test::HasFailure(); ++k) {
    states.randomise(random, 0.2);
    for (const StepCoefficients& c : choices) {
      SCOPED_TRACE(testing::Message() << "state " << k << ", c.v " << c.v << ", c.a " << c.a);
      Eigen::VectorXd scales(dynamics.size());  // coordinates by their rates, pressures in MPa
      for (int i = 0; i < dynamics.size(); ++i)
        scales[i] =
            i < dynamics.moved_coordinates() ? 1.0 / std::max(1.0, c.v) : 0.1 * dynamics.scale(i);
      expect_jacobian_near([&](const Eigen::VectorXd& e) { return states.residual(e, c); },
                           Eigen::VectorXd::Zero(dynamics.size()), states.tangent(c), scales,
                           {.tolerance = kTolerance, .terms = kForces});
    }
  }
}

// Phi_q a + gamma: the second derivative of the gaps at the trial.
inline Eigen::VectorXd gap_accelerations(MachineStates& states) {
  const Mechanism& m = *states.equations().parts().mechanism;
  MachineEquations::Buffers& b = states.buffers();
  Eigen::VectorXd from_a(m.constraints()), gamma(m.constraints());
  m.refresh_rates(states.trial().v, *b.mechanism);
  m.apply_jacobian(states.trial().a, *b.mechanism, span(from_a));
  m.bias_rates(b.load, *b.mechanism, span(gamma));
  return from_a + gamma;
}
inline Eigen::VectorXd gap_values(MachineStates& states) {
  Eigen::VectorXd phi(states.equations().constraints());
  const MachineEquations::Buffers& b = states.buffers();
  states.equations().parts().mechanism->constraint_values(b.load, *b.mechanism, span(phi));
  return phi;
}
inline Eigen::VectorXd gap_rates(MachineStates& states) {
  Eigen::VectorXd rate(states.equations().constraints());
  const MachineEquations::Buffers& b = states.buffers();
  states.equations().parts().mechanism->constraint_rates(states.trial().v, b.load, *b.mechanism,
                                                         span(rate));
  return rate;
}

}  // namespace bramah
