#include "bramah/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/comparison_options.h"
#include "analysis/deviation.h"
#include "bramah/run.h"

namespace bramah {
namespace {

constexpr double kTruthShare = 0.1;  // of the progress bar
constexpr double kRounding = 1e-12;  // [m] errors below it say nothing of the order

// What all rows are measured against.
struct Truth {
  std::optional<Model> model;  // none: there is no reference
  Recording recording;
};

// The part of a progress bar from `from` to `to`.
std::function<void(double)> part(const std::function<void(double)>& progress, double from,
                                 double to) {
  if (!progress) return {};
  return [progress, from, to](double fraction) { progress(from + (to - from) * fraction); };
}

Truth make_truth(const std::string& path, const CompareOptions& options, Comparison& result) {
  Comparison::Reference& reference = result.reference;
  reference.method = "semirecursive", reference.integrator = "sundials";
  reference.grid_s = common_grid(options.steps, result.until_s);
  LoadOptions load_options = options.load;
  load_options.method = reference.method, load_options.integrator = reference.integrator;
  load_options.step = reference.grid_s;
  Truth truth;
  try {
    truth.model = load(path, load_options);
  } catch (const InputError& error) {
    reference.problem = short_reason(error, path);
    return truth;
  }
  RunOptions run_options;
  run_options.every = reference.grid_s;
  run_options.progress = part(options.progress, 0.0, kTruthShare);
  const RunSummary summary = run(*truth.model, run_options, truth.recording);
  reference.wall_s = summary.wall_s;
  if (summary.converged) return truth;
  reference.problem = fmt::format("t = {:g} s: {}", summary.simulated_s, summary.message);
  truth.model.reset();
  return truth;
}

void take_summary(const RunSummary& summary, CompareRow& row) {
  row.energy_residual = summary.energy_residual_max;
  row.gap = summary.constraint_max;
  row.rate_gap = summary.constraint_rate_max;
  row.acceleration_gap = summary.constraint_acceleration_max;
  row.newton_mean = summary.newton_mean;
  row.newton_max = summary.newton_max;
}

void measure_cost(const Model& model, int repeats, CompareRow& row) {
  double best = INFINITY, ticks = 1.0;
  for (int k = 0; k < repeats; ++k) {
    const SteppingCost cost = stepping_cost(model);
    best = std::min(best, cost.cpu_s);
    ticks = static_cast<double>(cost.ticks);
  }
  row.us_per_step = 1e6 * best / ticks;
  row.real_time_factor = model.until() / best;
}

CompareRow run_row(const Model& model, const Truth& truth, const CompareOptions& options,
                   const std::function<void(double)>& progress, CompareRow row) {
  row.unknowns = unknowns(model);
  RunOptions run_options;
  run_options.progress = progress;
  Recording recording;
  const RunSummary summary = run(model, run_options, recording);
  take_summary(summary, row);
  if (!summary.converged) {
    row.outcome = CompareRow::Outcome::failed;
    row.reason = summary.message;
    row.failed_at_s = summary.simulated_s;
    return row;
  }
  measure_cost(model, options.repeats, row);
  if (!truth.model) return row;
  const Deviation error = deviation(model, recording, *truth.model, truth.recording);
  row.position_error = error.position;
  row.pressure_error = error.pressure;
  return row;
}

CompareRow make_row(const std::string& path, const Truth& truth, const CompareOptions& options,
                    const std::function<void(double)>& progress, CompareRow row) {
  LoadOptions load_options = options.load;
  load_options.method = row.method, load_options.integrator = row.integrator;
  load_options.step = row.step_s;
  std::optional<Model> model;
  try {
    model = load(path, load_options);
  } catch (const InputError& error) {
    row.outcome = CompareRow::Outcome::refused;
    row.reason = short_reason(error, path);
    return row;
  }
  return run_row(*model, truth, options, progress, row);
}

// All steps of one method and integrator. One row, with the shortest step's reason, if all are
// refused, or fail at the same instant for the same reason.
std::vector<CompareRow> without_repetition(std::vector<CompareRow> pair) {
  const CompareRow& last = pair.back();
  const auto alike = [&](const CompareRow& row) {
    return row.outcome == last.outcome &&
           (row.outcome == CompareRow::Outcome::refused ||
            (row.reason == last.reason && row.failed_at_s == last.failed_at_s));
  };
  if (last.outcome == CompareRow::Outcome::done || !std::all_of(pair.begin(), pair.end(), alike))
    return pair;
  pair.erase(pair.begin(), pair.end() - 1);
  pair.front().step_s = 0.0;
  return pair;
}

// Against the next longer step that came to its end.
void set_orders(std::vector<CompareRow>& pair) {
  const CompareRow* longer = nullptr;
  for (CompareRow& row : pair) {
    if (!(row.position_error > kRounding)) continue;
    if (longer && longer->step_s > row.step_s)
      row.order = std::log(longer->position_error / row.position_error) /
                  std::log(longer->step_s / row.step_s);
    longer = &row;
  }
}

}  // namespace

Comparison compare(const std::string& path, const CompareOptions& asked) {
  if (const auto problems = problems_of(asked); !problems.empty()) throw InputError(problems);
  const CompareOptions options = completed(asked);
  LoadOptions load_options = options.load;
  load_options.method.clear(), load_options.integrator.clear(), load_options.step.reset();
  const Model model = load(path, load_options);
  Comparison result;
  result.model = model.name(), result.hash = model.hash(), result.version = version();
  result.until_s = model.until(), result.repeats = options.repeats;
  result.measure = position_measure(model);
  if (!(common_grid(options.steps, result.until_s) > 0.0))
    throw InputError(fmt::format(
        "steps: they meet too seldom in {:g} s for errors to be compared; choose steps that divide "
        "each other or 10 ms, such as 5ms,2ms,1ms",
        result.until_s));
  const Truth truth = make_truth(path, options, result);

  // Costs grow with the number of steps: so does a run's share of the progress bar.
  double share = 0.0, done = kTruthShare;
  for (const double step : options.steps) share += 1.0 / step;
  share *= static_cast<double>(options.methods.size() * options.integrators.size());
  for (const std::string& method : options.methods)
    for (const std::string& integrator : options.integrators) {
      std::vector<CompareRow> pair;
      for (const double step : options.steps) {
        CompareRow row;
        row.method = method, row.integrator = integrator, row.step_s = step;
        const double end = done + (1.0 - kTruthShare) / (step * share);
        pair.push_back(make_row(path, truth, options, part(options.progress, done, end), row));
        done = end;
        if (options.progress) options.progress(done);
      }
      pair = without_repetition(std::move(pair));
      set_orders(pair);
      result.rows.insert(result.rows.end(), pair.begin(), pair.end());
    }
  return result;
}

double observed_order(const Comparison& comparison, const std::string& method,
                      const std::string& integrator) {
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (const CompareRow& row : comparison.rows) {
    if (row.method != method || row.integrator != integrator || !(row.position_error > kRounding))
      continue;
    const double h = std::log(row.step_s), e = std::log(row.position_error);
    n += 1.0, x += h, y += e, xx += h * h, xy += h * e;
  }
  const double spread = n * xx - x * x;
  return n >= 2.0 && spread > 1e-12 ? (n * xy - x * y) / spread : CompareRow::kNone;
}

}  // namespace bramah
