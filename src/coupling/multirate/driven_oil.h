// The oil with given strokes: a first-order system ydot = h(y, s(t), sdot(t), u). Its equations are
// those of an oil side whose InterfaceMechanism has one coordinate per cylinder and B = I: the
// coordinates rest at zero, the strokes are curves of time, and the tangent's columns of the
// coordinates are slopes by strokes.
#pragma once

#include "coupling/interface_mechanism.h"
#include "equations/machine_equations.h"

namespace bramah {

class DrivenOil final : public ImplicitDynamics {
 public:
  struct Side final : Scratch {
    MachineEquations::Buffers buffers;
    Trial whole;           // with the coordinates
    SquareMatrix tangent;  // of the whole: rows of y from cylinders() on
    std::vector<double> residual;
    explicit Side(const MachineEquations&);
    InterfaceMechanism::Motion& motion() { return InterfaceMechanism::motion(*buffers.mechanism); }
  };
  static Side& side(Scratch& scratch) { return static_cast<Side&>(scratch); }

  explicit DrivenOil(const MachineEquations& equations) : eq_(equations) {}
  const MachineEquations& equations() const noexcept { return eq_; }
  const Circuit& circuit() const noexcept { return *eq_.parts().circuit; }
  int cylinders() const noexcept { return eq_.coordinates(); }

  int coordinates() const override { return 0; }
  int states() const override { return eq_.states(); }
  int constraints() const override { return 0; }
  Pattern pattern() const override { return eq_.pattern().block(cylinders(), states()); }
  double scale(int unknown) const override { return eq_.parts().state_scales[unknown]; }
  std::unique_ptr<Scratch> make_scratch() const override { return std::make_unique<Side>(eq_); }

  void set_time(double t, double anchor, Scratch&) const override;
  int modes() const override { return circuit().modes(); }
  void save_modes(const Scratch&, std::span<int>) const override;
  void restore_modes(std::span<const int>, Scratch&) const override;
  bool residual(Trial&, StepCoefficients, int iteration, Scratch&,
                std::span<double> r) const override;
  bool clip(const Trial&, std::span<double> increment, Scratch&) const override;
  void tangent(const Trial&, StepCoefficients, Scratch&, SquareMatrix& j) const override;
  void announce_tangent(Scratch& scratch) const override {
    side(scratch).buffers.circuit.want_slopes = true;
  }
  void tangent_written(Scratch&) const override {}
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override;
  bool rates(Trial&, Scratch&) const override;
  Gaps gaps(const Trial&, Scratch&) const override { return {}; }
  int audits() const override { return eq_.audit().size; }
  void powers(const Trial&, Scratch&, std::span<double> watts) const override;

  // After residual(), finish() or rates() at the trial: the tangent of the whole into the side's,
  // with strokes that move by c.q and rates that move by c.v with their coordinates.
  void slopes(const Trial&, StepCoefficients c, Scratch&) const;
  // One for states that have a rate, zero for those that rest on a stop or are algebraic.
  void moving(Scratch&, std::span<double> mask) const;

 private:
  const MachineEquations& eq_;
};

}  // namespace bramah
