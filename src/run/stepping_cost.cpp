#include <algorithm>
#include <cmath>

#include "bramah/bench.h"
#include "bramah/step.h"
#include "machine/variable_steps.h"
#include "run/cpu_time.h"

namespace bramah {

namespace {

SteppingCost variable_stepping_cost(const Model& model) {
  SteppingCost cost;
  VariableSteps steps(model.machine(), model.until());
  StepReport report;
  const double start = cpu_seconds();
  for (; steps.time() < model.until() * (1.0 - 1e-12); ++cost.ticks)
    if (!steps.step(report) || !steps.proceed(report)) {
      cost.problem = explain(model, report);
      break;
    }
  cost.cpu_s = cpu_seconds() - start;
  return cost;
}

}  // namespace

SteppingCost stepping_cost(const Model& model) {
  if (model.integrator() == "rosenbrock") return variable_stepping_cost(model);
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
