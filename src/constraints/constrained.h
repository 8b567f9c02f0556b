// What the ways to keep loops closed have in common: each is the machine's equations (equations/)
// with one more idea about Phi(q, t) = 0.
//
//   al3        index3.h     multipliers and penalties on positions,   [Naya2011, Eqs. 5-16, 22-26]
//                           projections
//   al1        index1.h     multipliers and penalties on              [Rahikainen2020, Eqs. 2a-2b]
//                           accelerations, with stabilisation
//   partition  partition.h  independent coordinates, the others       [Jaiswal2021, Sec. 2.2]
//                           from Phi
//   tree       open_tree.h  no loops left; accelerations in O(n)      [Malysheva2021, Alg. 2.1]
// In: MachineEquations. Out: an ImplicitDynamics, which any integrator can advance. loop_closure.h
// and independent_coordinates.h are what these and start, linearize and reference share. Chosen and
// made by build/formulation.h.
#pragma once

#include <algorithm>

#include "equations/machine_equations.h"

namespace bramah {

class Constrained : public ImplicitDynamics {
 public:
  explicit Constrained(const MachineEquations& equations) : eq_(equations) {}

  int coordinates() const override { return eq_.coordinates(); }
  int states() const override { return eq_.states(); }
  int constraints() const override { return eq_.constraints(); }
  Pattern pattern() const override { return eq_.pattern(); }
  double scale(int unknown) const override {
    const int state = unknown - moved_coordinates();
    return state < 0 ? 1.0 : eq_.parts().state_scales[state];
  }
  std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<MachineEquations::Buffers>(eq_);
  }
  void set_time(double t, double anchor, Scratch& scratch) const override {
    eq_.set_time(t, anchor, MachineEquations::buffers(scratch));
  }
  bool varies(double anchor, const Scratch&) const override { return eq_.varies(anchor); }
  bool has_loop() const override { return eq_.parts().pseudo.has_value(); }
  int inner_loop(Trial& x, Scratch& scratch) const override {
    return eq_.relax_oil(x, MachineEquations::buffers(scratch));
  }
  int modes() const override { return eq_.modes(); }
  void save_modes(const Scratch& scratch, std::span<int> to) const override {
    const auto& modes = static_cast<const MachineEquations::Buffers&>(scratch).circuit.modes;
    std::copy(modes.begin(), modes.end(), to.begin());
  }
  void restore_modes(std::span<const int> from, Scratch& scratch) const override {
    std::copy(from.begin(), from.end(), MachineEquations::buffers(scratch).circuit.modes.begin());
  }
  bool clip(const Trial& x, std::span<double> increment, Scratch& scratch) const override {
    const Circuit& circuit = *eq_.parts().circuit;
    if (!eq_.parts().guides.empty() && moved_coordinates() == coordinates())
      return eq_.clip_guides(increment, MachineEquations::buffers(scratch));
    if (!circuit.amounts()) return false;
    return circuit.clip(x.y, MachineEquations::buffers(scratch).strokes,
                        increment.subspan(moved_coordinates()));
  }
  bool settle_states(Trial& x, StepCoefficients c, Scratch& scratch) const override {
    return eq_.settle_elements(x, c, MachineEquations::buffers(scratch));
  }
  void announce_tangent(Scratch& scratch) const override {
    MachineEquations::buffers(scratch).circuit.want_slopes = true;
  }
  void limit(Trial& x) const override { eq_.parts().circuit->limit(x.y); }
  void tangent_written(Scratch&) const override {}
  Gaps gaps(const Trial& x, Scratch& scratch) const override {
    return eq_.gaps(x, MachineEquations::buffers(scratch));
  }
  int audits() const override { return eq_.audit().size; }
  void powers(const Trial& x, Scratch& scratch, std::span<double> watts) const override {
    eq_.powers(x, MachineEquations::buffers(scratch), watts);
  }
  void balance(std::span<const double> ydot, Scratch& scratch,
               std::span<double> mean) const override {
    eq_.balance_oil(ydot, MachineEquations::buffers(scratch), mean);
  }

 protected:
  const MachineEquations& eq_;
};

}  // namespace bramah
