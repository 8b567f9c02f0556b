#include "bramah/bench.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/cpu_time.h"
#include "bramah/run.h"
#include "bramah/step.h"
#include "machine/machine.h"

namespace bramah {

namespace {

constexpr double kGrid = 0.02;  // [s] errors are compared here; a multiple of the usual steps

// CPU time of a whole run that steps and does nothing else.
double stepping_time(const Model& model, long long ticks, BenchRow& row) {
  State state = model.initial_state();
  Workspace work(model);
  long long solves = 0, iterations = 0;
  const double start = cpu_seconds();
  for (long long k = 0; k < ticks; ++k) {
    const StepReport report = step(model, state, work, Inputs{});
    solves += report.solves;
    iterations += report.iterations;
    row.newton_max = std::max(row.newton_max, report.max_iterations);
    if (!report.converged) {
      row.problem = explain(model, report);
      break;
    }
  }
  const double spent = cpu_seconds() - start;
  row.newton_mean = static_cast<double>(iterations) / static_cast<double>(std::max(1LL, solves));
  return spent;
}

Recording record(const Model& model, std::string& problem) {
  RunOptions options;
  options.every = kGrid;
  Recording recording;
  const RunSummary summary = run(model, options, recording);
  if (!summary.converged) problem = summary.message;
  return recording;
}

void compare(const Model& model, const Recording& ours, const Recording& exact, BenchRow& row) {
  const std::size_t rows = std::min(ours.times.size(), exact.times.size());
  double square = 0.0;
  int pressures = 0;
  for (std::size_t c = 0; c < model.channels().size(); ++c) {
    const Channel& channel = model.channels()[c];
    const bool length = channel.name.ends_with(".length"), pressure = channel.name.ends_with(".p");
    if (!length && !pressure) continue;
    double largest = 0.0, sum = 0.0, low = exact.row(0)[c], high = low;
    for (std::size_t k = 0; k < rows; ++k) {
      const double difference = ours.row(k)[c] - exact.row(k)[c];
      largest = std::max(largest, std::abs(difference));
      sum += difference * difference;
      low = std::min(low, exact.row(k)[c]);
      high = std::max(high, exact.row(k)[c]);
    }
    if (length) row.length_error = std::max(row.length_error, largest);
    if (!pressure || !(high > low)) continue;
    square += sum / static_cast<double>(rows) / ((high - low) * (high - low));
    ++pressures;
  }
  row.pressure_error = pressures > 0 ? std::sqrt(square / pressures) : 0.0;
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
    const Model model = load(c.path, options);
    BenchRow row;
    row.model = model.name(), row.method = model.method();
    row.integrator = c.integrator, row.step_s = c.step_s;
    row.unknowns = static_cast<int>(model.machine().unknowns.size());
    const long long ticks = std::llround(model.until() / c.step_s);
    double best = INFINITY;
    for (int k = 0; k < repeats && row.problem.empty(); ++k)
      best = std::min(best, stepping_time(model, ticks, row));
    row.us_per_step = 1e6 * best / static_cast<double>(ticks);
    row.real_time_factor = model.until() / best;

    if (!references.contains(c.path)) {
      options.integrator = "sundials";
      references[c.path] = record(load(c.path, options), row.problem);
    }
    if (row.problem.empty()) {
      const Recording ours = record(model, row.problem);
      compare(model, ours, references[c.path], row);
    }
    rows.push_back(row);
    if (done) done(row);
  }
  return rows;
}

}  // namespace bramah
