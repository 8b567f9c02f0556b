#include "bramah/analysis.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/deviation.h"
#include "bramah/run.h"
#include "core/units.h"

namespace bramah {
namespace {

constexpr double kErrorGrid = 0.02;  // [s] errors are compared here, where steps fall on it

Recording record(const Model& model, std::string& problem) {
  RunOptions options;
  if (choice_record(model.integrator_rule()).variable) options.every = kErrorGrid;
  Recording recording;
  const RunSummary summary = run(model, options, recording);
  if (!summary.converged) problem = summary.message;
  return recording;
}

void measure(const Model& model, int repeats, BenchRow& row) {
  double best = INFINITY, ticks = 1.0;
  for (int k = 0; k < repeats && row.problem.empty(); ++k) {
    const SteppingCost cost = stepping_cost(model);
    best = std::min(best, cost.cpu_s);
    ticks = static_cast<double>(cost.ticks);
    row.newton_mean = cost.newton_mean, row.newton_max = cost.newton_max;
    row.problem = cost.problem;
  }
  row.us_per_step = 1e6 * best / ticks;
  row.real_time_factor = model.until() / best;
}

}  // namespace

std::vector<BenchRow> bench(const std::vector<BenchCase>& cases, int repeats,
                            const std::function<void(const BenchRow&)>& done) {
  std::map<std::string, Recording> references;
  std::vector<BenchRow> rows;
  for (const BenchCase& c : cases) {
    LoadOptions options;
    options.integrator = c.integrator;
    options.step = c.step_s;
    options.substeps = choice_name(Substeps::off);
    if (c.tolerance > 0.0)
      options.set.push_back("solver.relative_tolerance=" + short_number(c.tolerance, 17));
    const Model model = load(c.path, options);
    BenchRow row;
    row.model = model.name(), row.method = model.method();
    row.integrator = c.integrator, row.step_s = c.step_s, row.tolerance = c.tolerance;
    row.unknowns = unknowns(model);
    measure(model, repeats, row);

    options.set.clear();
    options.integrator = "sundials";
    const Model exact = load(c.path, options);
    if (!references.contains(c.path)) references[c.path] = record(exact, row.problem);
    if (row.problem.empty()) {
      const Recording ours = record(model, row.problem);
      const Deviation error = deviation(model, ours, exact, references[c.path]);
      row.length_error = error.position;
      row.pressure_error = std::isnan(error.pressure) ? 0.0 : error.pressure;
      row.pressure_max = std::isnan(error.pressure_max) ? 0.0 : error.pressure_max;
    }
    rows.push_back(row);
    if (done) done(row);
  }
  return rows;
}

}  // namespace bramah
