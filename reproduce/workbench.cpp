#include "reproduce/workbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bramah/analysis.h"

namespace bramah::papers {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// A channel's value at every row; none if the run failed.
std::vector<double> values_of(const PaperRun& run, const std::string& channel) {
  const int c = run.model.find_channel(channel);
  std::vector<double> values;
  if (c < 0 || !run.summary.converged) return values;
  for (std::size_t k = 0; k < run.recording.times.size(); ++k)
    values.push_back(run.recording.row(k)[static_cast<std::size_t>(c)]);
  return values;
}

}  // namespace

void Workbench::report(double share) const {
  if (options_.progress)
    options_.progress(std::min(1.0, before_ + (1.0 - before_) * (done_ + share) / expected_));
}

void Workbench::count(double runs) {
  report(runs);
  done_ += runs;
}

void Workbench::begin_at(double fraction, int runs) {
  before_ = fraction;
  expected_ = runs;
}

// Once for each case: timing repeats what recording found.
void Workbench::note_problem(const PaperCase& which, const std::string& problem) {
  const std::string who = which.model + ", " + which.name + ": ";
  const auto known = [&](const std::string& other) { return other.starts_with(who); };
  if (std::none_of(problems_.begin(), problems_.end(), known)) problems_.push_back(who + problem);
}

Model Workbench::model(const PaperCase& which) {
  const std::string path = options_.models + "/" + which.model + ".yaml";
  LoadOptions as_printed = which.load;  // the papers' steps are as long as they say
  if (as_printed.substeps.empty()) as_printed.substeps = choice_name(Substeps::off);
  Model loaded = load(path, as_printed);
  if (options_.longest > 0.0 && loaded.until() > options_.longest) {
    as_printed.until = options_.longest;
    loaded = load(path, as_printed);
  }
  name_model(which.model);
  return loaded;
}

void Workbench::name_model(const std::string& model) {
  const std::string line = model + ".yaml";
  if (std::none_of(models_.begin(), models_.end(),
                   [&](const std::string& known) { return known.starts_with(line); }))
    models_.push_back(line + " " + load(options_.models + "/" + line).hash());
}

std::string Workbench::path(const std::string& model) {
  name_model(model);
  return options_.models + "/" + model + ".yaml";
}

void Workbench::show(double fraction) const {
  if (options_.progress) options_.progress(std::min(1.0, fraction));
}

PaperRun Workbench::run(const PaperCase& which) {
  PaperRun result{which, model(which), {}, {}};
  RunOptions options;
  options.poses = true;
  options.every = which.every;
  options.progress = [this](double fraction) { report(fraction); };
  result.summary = bramah::run(result.model, options, result.recording);
  if (!result.summary.converged)
    note_problem(which, fmt::format("stopped at {:g} s: {}", result.summary.simulated_s,
                                    result.summary.message));
  done_ += 1.0;
  report(0.0);
  return result;
}

std::vector<CaseCost> Workbench::costs(const std::vector<PaperCase>& cases, int times) {
  const int repeats = times > 0 ? times : options_.repeats;
  std::vector<Model> models;
  std::vector<CaseCost> costs;
  for (const PaperCase& which : cases) {
    models.push_back(model(which));
    costs.push_back({INFINITY, kNone, 0, unknowns(models.back())});
  }
  for (int k = 0; k < repeats; ++k)
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const SteppingCost cost = stepping_cost(models[i]);
      costs[i].cpu_s = cost.problem.empty() ? std::min(costs[i].cpu_s, cost.cpu_s) : kNone;
      costs[i].newton_mean = cost.problem.empty() ? cost.newton_mean : kNone;
      costs[i].newton_max = cost.newton_max;
      if (k == 0 && !cost.problem.empty()) note_problem(cases[i], cost.problem);
      done_ += 1.0 / repeats;
      report(0.0);
    }
  return costs;
}

double peak(const PaperRun& run, const std::string& channel) {
  const std::vector<double> values = values_of(run, channel);
  return values.empty() ? kNone : *std::max_element(values.begin(), values.end());
}

double range(const PaperRun& run, const std::string& channel) {
  const std::vector<double> values = values_of(run, channel);
  if (values.empty()) return kNone;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low;
}

double energy_drift(const PaperRun& run) {
  return run.summary.converged ? run.summary.energy_residual_max : kNone;
}

double drift_instant(const PaperRun& run) {
  const std::vector<double> values = values_of(run, "energy.residual");
  if (values.empty()) return kNone;
  const auto largest = std::max_element(
      values.begin(), values.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  return run.recording.times[static_cast<std::size_t>(largest - values.begin())];
}

}  // namespace bramah::papers
