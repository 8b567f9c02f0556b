#include "coupling/multirate/driven_oil.h"

#include <algorithm>

namespace bramah {

DrivenOil::Side::Side(const MachineEquations& eq)
    : buffers(eq),
      whole(eq.coordinates(), eq.states(), 0),
      tangent(eq.pattern()),
      residual(eq.size()) {
  const std::size_t n = static_cast<std::size_t>(eq.coordinates());
  for (std::size_t c = 0; c < n; ++c) motion().rows[c * n + c] = 1.0;
}

namespace {

void enter(const Trial& x, Trial& whole) {
  std::copy(x.y.begin(), x.y.end(), whole.y.begin());
  std::copy(x.ydot.begin(), x.ydot.end(), whole.ydot.begin());
}

}  // namespace

void DrivenOil::set_time(double t, double anchor, Scratch& scratch) const {
  eq_.set_time(t, anchor, side(scratch).buffers);
}

void DrivenOil::save_modes(const Scratch& scratch, std::span<int> to) const {
  std::ranges::copy(static_cast<const Side&>(scratch).buffers.circuit.modes, to.begin());
}

void DrivenOil::restore_modes(std::span<const int> from, Scratch& scratch) const {
  std::ranges::copy(from, side(scratch).buffers.circuit.modes.begin());
}

bool DrivenOil::residual(Trial& x, StepCoefficients, int iteration, Scratch& scratch,
                         std::span<double> r) const {
  Side& s = side(scratch);
  enter(x, s.whole);
  if (cylinders() > 0)
    eq_.parts().mechanism->kinematics(s.whole.q, s.whole.v, {}, *s.buffers.mechanism);
  const bool changed =
      eq_.evaluate_flows(s.whole, MachineEquations::contacts_settle(iteration), s.buffers);
  eq_.residual(s.whole, s.buffers, s.residual);
  std::copy(s.residual.begin() + cylinders(), s.residual.end(), r.begin());
  return changed;
}

bool DrivenOil::clip(const Trial& x, std::span<double> increment, Scratch& scratch) const {
  return circuit().amounts() && circuit().clip(x.y, side(scratch).buffers.strokes, increment);
}

void DrivenOil::slopes(const Trial& x, StepCoefficients c, Scratch& scratch) const {
  Side& s = side(scratch);
  enter(x, s.whole);
  s.tangent.set_zero();
  eq_.tangent(s.whole, c, s.buffers, s.tangent);
}

void DrivenOil::tangent(const Trial& x, StepCoefficients c, Scratch& scratch,
                        SquareMatrix& j) const {
  slopes(x, {0.0, 0.0, 0.0, c.y}, scratch);
  const SquareMatrix& whole = side(scratch).tangent;
  const int n = cylinders(), ny = states();
  for (int k = 0; k < ny; ++k) std::copy(whole.row(n + k) + n, whole.row(n + k) + n + ny, j.row(k));
}

Gaps DrivenOil::finish(Trial& x, StepCoefficients, const LinearSolver&, Scratch& scratch) const {
  Side& s = side(scratch);
  enter(x, s.whole);
  eq_.evaluate(s.whole, false, s.buffers);
  circuit().rest_rates(s.buffers.circuit, x.ydot);
  return {};
}

bool DrivenOil::rates(Trial& x, Scratch& scratch) const {
  Side& s = side(scratch);
  enter(x, s.whole);
  if (!eq_.evaluate_settled(s.whole, true, s.buffers)) return false;
  eq_.copy_rates(s.whole, s.buffers);
  std::ranges::copy(s.whole.y, x.y.begin());
  std::ranges::copy(s.whole.ydot, x.ydot.begin());
  return true;
}

void DrivenOil::powers(const Trial&, Scratch& scratch, std::span<double> watts) const {
  Side& s = side(scratch);
  eq_.powers(s.whole, s.buffers, watts);
}

void DrivenOil::moving(Scratch& scratch, std::span<double> mask) const {
  std::ranges::fill(mask, 1.0);
  circuit().rest_rates(side(scratch).buffers.circuit, mask);
}

}  // namespace bramah
