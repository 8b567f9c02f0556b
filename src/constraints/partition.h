// partition: the double-step method [Jaiswal2021, Sec. 2.2 and Eqs. 30, 38], after the coordinate
// partitioning of [Wehage1982]. Only independent coordinates z are integrated; the dependent ones
// follow from Phi(q, t) = 0 by an inner Newton iteration (or in closed form where a loop has one),
// their rates and accelerations from its derivatives.
//
//   r = B^T R(q, v, a),  equal to the rows z of R + Phi_q^T lambda with Phi_d^T lambda = -R_d
// The tangent is exact. With lambda frozen, d(B^T R) = B^T (dR + lambda Phi_qq dq), with
//   dq = B dz,  dv = (c.v B + G1) dz,  da = (c.a B + G2) dz
// B, G1, G2 and the choice of z are in independent_coordinates.h. When the pivots have shrunk z is
// chosen anew at the start of a step; where even the best pivots vanish the pose is singular and
// the step fails. Not for machines that pass singular poses: see al3.
#pragma once

#include "constraints/constrained.h"

namespace bramah {

// Dependent coordinates in closed form, where a loop has one.
class ClosedForm {
 public:
  virtual ~ClosedForm() = default;
  // Which coordinates are independent; fixed.
  virtual std::span<const int> independent() const = 0;
  // Overwrites the dependent coordinates of q. False if the loop cannot close.
  virtual bool solve(std::span<double> q, std::span<const DriverValue> drivers) const = 0;
};

class Partition final : public Constrained {
 public:
  // rank: of Phi_q; the rows beyond it are redundant.
  Partition(const MachineEquations& equations, int rank,
            std::unique_ptr<const ClosedForm> closed_form = nullptr);

  int moved_coordinates() const override { return coordinates() - rank_; }
  std::span<const int> moved(const Scratch&) const override;
  bool choose_moved(std::span<const double> q, std::span<const double> v, Scratch&) const override;
  Pattern pattern() const override;
  std::unique_ptr<Scratch> make_scratch() const override;
  bool residual(Trial&, StepCoefficients, int iteration, Scratch&,
                std::span<double> r) const override;
  void tangent(const Trial&, StepCoefficients, Scratch&, SquareMatrix& j) const override;
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override;
  bool rates(Trial&, Scratch&) const override;

  // The choice as State keeps it, see IndependentCoordinates::remember().
  int memory_size() const;
  void recall(std::span<const double> memory, Scratch&) const;
  void remember(const Scratch&, std::span<double> memory) const;
  // Row of Phi whose pivot vanished in the last choose_moved() or solve; -1: none.
  int singular_row(const Scratch&) const;

 private:
  struct Buffers;
  static Buffers& mine(Scratch&);
  static const Buffers& mine(const Scratch&);
  bool close_positions(Trial&, Buffers&) const;
  bool close_velocities(Trial&, Buffers&) const;
  void close_accelerations(Trial&, Buffers&) const;
  void find_multipliers(Trial&, Buffers&) const;
  void find_reactions(Trial&, Buffers&) const;
  void write_mass(Buffers&) const;
  void find_slopes(const Trial&, StepCoefficients, Buffers&) const;
  void reduce(Buffers&) const;

  int rank_, free_;
  std::unique_ptr<const ClosedForm> closed_form_;
};

}  // namespace bramah
