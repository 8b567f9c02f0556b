#include "constraints/open_tree.h"

namespace bramah {

bool OpenTree::residual(Trial& x, StepCoefficients, int iteration, Scratch& scratch,
                        std::span<double> r) const {
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  if (eq_.coordinates() > 0)
    eq_.parts().mechanism->kinematics(x.q, x.v, b.around.charts, *b.mechanism);
  const bool changed = eq_.evaluate_flows(x, MachineEquations::contacts_settle(iteration), b);
  eq_.residual(x, b, r);
  return changed;
}

void OpenTree::tangent(const Trial& x, StepCoefficients c, Scratch& scratch,
                       SquareMatrix& j) const {
  eq_.tangent(x, c, MachineEquations::buffers(scratch), j);
}

Gaps OpenTree::finish(Trial& x, StepCoefficients, const LinearSolver&, Scratch& scratch) const {
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  eq_.evaluate(x, false, b);
  eq_.rest_rates(x, b);
  return {};
}

Gaps OpenTree::finish_near(Trial& x, StepCoefficients, const LinearSolver&,
                           Scratch& scratch) const {
  eq_.rest_rates(x, MachineEquations::buffers(scratch));
  return {};
}

bool OpenTree::rates(Trial& x, Scratch& scratch) const {
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  if (!eq_.evaluate_settled(x, true, b)) return false;
  eq_.copy_rates(x, b);
  return eq_.coordinates() == 0 ||
         eq_.parts().mechanism->accelerations(x.v, b.load, *b.mechanism, x.a) ||
         eq_.solve_accelerations(x, b, 1e-12);
}

}  // namespace bramah
