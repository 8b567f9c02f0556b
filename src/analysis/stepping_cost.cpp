#include "analysis/stepping_cost.h"

#include <algorithm>
#include <cmath>

#include "analysis/cpu_time.h"
#include "bramah/step.h"
#include "machine/machine.h"

namespace bramah {

SteppingCost stepping_cost(const Model& model) {
  SteppingCost cost;
  cost.ticks = std::llround(model.until() / model.step_size());
  State state = model.initial_state();
  Workspace work(model);
  long long solves = 0, iterations = 0;
  const double start = cpu_seconds();
  for (long long k = 0; k < cost.ticks; ++k) {
    const StepReport report = step(model, state, work, Inputs{});
    solves += report.solves;
    iterations += report.iterations;
    cost.newton_max = std::max(cost.newton_max, report.max_iterations);
    if (!report.converged) {
      cost.problem = explain(model, report);
      break;
    }
  }
  cost.cpu_s = cpu_seconds() - start;
  cost.newton_mean = static_cast<double>(iterations) / static_cast<double>(std::max(1LL, solves));
  return cost;
}

int unknowns(const Model& model) { return model.machine().dynamics->size(); }

}  // namespace bramah
