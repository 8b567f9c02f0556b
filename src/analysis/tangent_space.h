// A machine's equations to first order about a state, in independent coordinates z.
//
//   x = (z, w = dz/dt, y),  Phi_q = [Phi_d Phi_i] (columns; as many rows as the rank)
//   dq = B dz                       B  = [-Phi_d^-1 Phi_i; 1]
//   dv = B dw + G dz                G  = -Phi_d^-1 (Phi_q v)_q B                        in rows d
//   da = B dw' + H_z dz + H_w dw    H_z = -Phi_d^-1 (Phi''_q B + Phi''_v G), H_w = -Phi_d^-1
//   Phi''_v B B^T M B dw' = -B^T ((K B + C G + M H_z) dz + (C B + M H_w) dw + R_y dy + R_u du)
// K, C, M are R_q, R_v, R_a of the monolithic equations with the multipliers of this state: the
// exact tangent, with the coefficients (1,0,0), (0,1,0), (0,0,1) in an integrator's place. So loops
// are right at any speed, not only at rest.
#pragma once

#include <Eigen/Dense>

#include "coupling/stepper.h"
#include "core/dense_algebra.h"

namespace bramah {

// Which coordinates are independent, and which rows of Phi determine the others.
struct CoordinateSplit {
  std::vector<int> independent, dependent, rows;
};

class TangentSpace {
 public:
  explicit TangentSpace(const Model& model);  // in joint coordinates; it must outlive this

  // Takes q, v, y, the inputs and the contacts of a state, and closes the loops there. False: they
  // do not close, or the pose is singular.
  bool enter(State& state);
  // Writes q, v, y back, with the rates that belong to them.
  bool leave(State& state);
  Trial& trial() noexcept { return work_.trial; }
  const Trial& trial() const noexcept { return work_.trial; }
  GaugeView gauge(int cylinder) const {
    return equations_.parts().mechanism->gauge(cylinder, *b_.mechanism);
  }
  const CircuitScratch& circuit() const noexcept { return b_.circuit; }
  double signal_value(int signal) const { return b_.signals.values[signal]; }
  const CoordinateSplit& partition() const noexcept { return partition_; }
  int free() const noexcept { return static_cast<int>(partition_.independent.size()); }
  int size() const noexcept { return 2 * free() + equations_.states(); }

  bool close();                   // dependent q and v from the independent ones
  bool solve_rates();             // a, lambda, ydot at q, v, y
  Eigen::VectorXd rates() const;  // (w, w', y'); after solve_rates()
  Eigen::MatrixXd A();            // after solve_rates()

  // Of rest: B^T R with v = a = 0, then -ydot; and its slopes by (z, y).
  Eigen::VectorXd imbalance();
  Eigen::MatrixXd imbalance_slopes();  // after imbalance()

  // After A():
  Eigen::VectorXd input_column(int signal);        // by a function of time
  Eigen::RowVectorXd coordinate_row(int q) const;  // of a joint coordinate, independent or not
  Eigen::RowVectorXd coordinate_rate_row(int q) const;
  Eigen::RowVectorXd length_row(int cylinder) const;
  Eigen::RowVectorXd length_rate_row(int cylinder) const;

 private:
  Eigen::MatrixXd tangent(StepCoefficients c);
  Eigen::MatrixXd rows(std::span<const double> all) const;   // the chosen ones
  Eigen::MatrixXd lift(const Eigen::MatrixXd& right) const;  // -Phi_d^-1 right, in rows d
  void find_map();
  void choose();

  const Stepper& stepper_;
  const MachineEquations& equations_;
  std::unique_ptr<StepperScratch> scratch_;
  StepperScratch& work_;
  MachineEquations::Buffers& b_;
  CoordinateSplit partition_;
  int nq_, ny_, nc_;
  SquareLu phi_d_, mass_;
  Eigen::MatrixXd map_, G_;  // B, G: nq x free
  std::vector<double> scratch_rows_;
};

}  // namespace bramah
