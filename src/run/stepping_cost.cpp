#include <algorithm>
#include <cmath>

#include "bramah/analysis.h"
#include "bramah/model.h"
#include "coupling/stepper.h"
#include "run/cpu_time.h"

namespace bramah {

SteppingCost stepping_cost(const Model& model) {
  SteppingCost cost;
  const bool any_length = model.stepper().any_length();
  const long long ticks = std::llround(model.until() / model.step_size());
  State state = model.initial_state();
  Workspace work(model);
  long long solves = 0, iterations = 0;
  const double start = cpu_seconds();
  for (long long k = 0; k < ticks && cost.problem.empty();) {
    const StepReport report = any_length ? advance(model, state, work, Inputs{}, ticks)
                                         : step(model, state, work, Inputs{});
    k = state.tick();
    solves += report.solves;
    iterations += report.iterations;
    cost.ticks += any_length ? report.substeps : report.converged;
    cost.newton_max = std::max(cost.newton_max, report.max_iterations);
    if (!report.converged) cost.problem = explain(model, report);
  }
  cost.cpu_s = cpu_seconds() - start;
  cost.newton_mean = static_cast<double>(iterations) / static_cast<double>(std::max(1LL, solves));
  return cost;
}

int unknowns(const Model& model) { return model.plant().dynamics->size(); }

}  // namespace bramah
