// A machine's equations to first order about a state, in independent coordinates z.
//
//   x = (z, w = dz/dt, y)
//   dq = B dz                       B, G1, G2: constraints/independent_coordinates.h
//   dv = B dw + G dz                G   = G1 with c = (1, 0)
//   da = B dw' + H_z dz + H_w dw    H_z = G2 with c = (1, 0), H_w = G2 with c = (0, 1)
//   B^T M B dw' = -B^T ((K B + C G + M H_z) dz + (C B + M H_w) dw + R_y dy + R_u du)
// K, C, M are R_q, R_v, R_a of the monolithic equations with the multipliers of this state: the
// exact tangent, with the coefficients (1,0,0), (0,1,0), (0,0,1) in an integrator's place. So loops
// are right at any speed, not only at rest.
#pragma once

#include <Eigen/Dense>

#include "constraints/independent_coordinates.h"
#include "core/dense_algebra.h"
#include "coupling/stepper.h"

namespace bramah {

class TangentSpace {
 public:
  explicit TangentSpace(const Stepper& stepper);  // in joint coordinates; it must outlive this

  // Takes q, v, y, the inputs and the contacts of a state, and closes the loops there. False: they
  // do not close, or the pose is singular. Inputs are those of time t, on the piece around `anchor`.
  bool enter(State& state);
  bool enter(State& state, double t, double anchor);
  // Writes q, v, y back, with the rates that belong to them.
  bool leave(State& state);
  // Fills a volume whose oil is torn.
  void mend(std::size_t state) noexcept {
    const Circuit& circuit = *equations_.parts().circuit;
    double& y = work_.trial.y[state];
    if (static_cast<int>(state) < circuit.volumes() && !circuit.amounts())
      y = std::max(y, circuit.torn_below(static_cast<int>(state)));
  }
  Trial& trial() noexcept { return work_.trial; }
  const Trial& trial() const noexcept { return work_.trial; }
  GaugeView gauge(int cylinder) const {
    return equations_.parts().mechanism->gauge(cylinder, *b_.mechanism);
  }
  const CircuitScratch& circuit() const noexcept { return b_.circuit; }
  MachineEquations::Buffers& buffers() noexcept { return b_; }
  double signal_value(int signal) const { return b_.signals.values[signal]; }
  std::span<const int> independent() const noexcept { return split_.independent(); }
  int free() const noexcept { return split_.free(); }
  int size() const noexcept { return 2 * free() + equations_.states(); }

  bool close();                   // dependent q and v from the independent ones
  bool solve_rates();             // a, lambda, ydot at q, v, y
  Eigen::VectorXd rates() const;  // (w, w', y'); after solve_rates()
  Eigen::MatrixXd A();            // after solve_rates()

  // Of rest: B^T R with v = a = 0, then -ydot; and its slopes by (z, y).
  Eigen::VectorXd imbalance();
  Eigen::MatrixXd imbalance_slopes();  // after imbalance()

  // After A():
  // All coordinates by x: dq, dv, da.
  struct Lift {
    Eigen::MatrixXd q, v, a;  // nq x size()
  };
  Lift lift() const;
  Eigen::VectorXd lift_acceleration(const Eigen::VectorXd& column) const {  // of an input
    return map_ * column.segment(free(), free());
  }
  Eigen::VectorXd input_column(int signal);        // by a function of time
  Eigen::RowVectorXd coordinate_row(int q) const;  // of a joint coordinate, independent or not
  Eigen::RowVectorXd coordinate_rate_row(int q) const;
  Eigen::RowVectorXd length_row(int cylinder) const;
  Eigen::RowVectorXd length_rate_row(int cylinder) const;

 private:
  Eigen::MatrixXd tangent(StepCoefficients c);
  // nq x free, with entry(d, i) in the rows of dependent coordinates and zeros elsewhere.
  template <class Entry>
  Eigen::MatrixXd in_dependent_rows(Entry&& entry) const;
  void find_slopes();
  bool find_map();
  bool choose();

  const Stepper& stepper_;
  const MachineEquations& equations_;
  std::unique_ptr<StepperScratch> scratch_;
  StepperScratch& work_;
  MachineEquations::Buffers& b_;
  int nq_, ny_, nc_;
  IndependentCoordinates split_;
  SquareLu mass_;
  Eigen::MatrixXd map_, G_, H_z_, H_w_;                    // B, G, H: nq x free
  Eigen::MatrixXd acceleration_;                           // dw' by x: free x size
  std::vector<double> rate_slopes_, acceleration_slopes_;  // nc x nq
};

// dR by a function of time or an input, nq + ny numbers; after residual() at the trial.
Eigen::VectorXd residual_by_signal(const MachineEquations&, const Trial&, int signal,
                                   MachineEquations::Buffers&);

}  // namespace bramah
