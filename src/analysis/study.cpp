#include "bramah/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>

#include "analysis/deviation.h"
#include "analysis/distribution.h"
#include "analysis/study_axes.h"
#include "analysis/study_bounds.h"
#include "analysis/study_checks.h"
#include "analysis/study_runs.h"
#include "bramah/basics.h"
#include "bramah/run.h"
#include "core/units.h"
#include "run/work_pool.h"

namespace bramah {
namespace {

constexpr double kReferenceShare = 0.1, kRefineShare = 0.2;  // of the progress bar
constexpr int kMostHalvings = 30;
constexpr std::size_t kMostRuns = 100'000;

struct Stopped {};  // thrown by a pool when the study was told to stop

class Runner {
 public:
  Runner(const std::string& path, const StudyOptions& options, Study& study)
      : path_(path), options_(options), study_(study) {}

  void run_references(const std::vector<StudyPlan>& plans, double file_step) {
    if (options_.reference == StudyOptions::Reference::none) return;
    double shortest = INFINITY;
    std::vector<const StudyPlan*> firsts;
    for (const StudyPlan& plan : plans) {
      shortest = std::min(shortest, plan.load.step.value_or(file_step));
      if (groups_.emplace(plan.group, static_cast<int>(firsts.size())).second)
        firsts.push_back(&plan);
    }
    truths_.resize(firsts.size());
    pool(firsts.size(), kReferenceShare, [&](std::size_t k, const PoolReport& report) {
      truths_[k] = run_truth(
          path_, [this](const LoadOptions& options) { return load(path_, options); },
          firsts[k]->truth, study_, shortest, options_.histories, report);
      if (firsts.size() > 1) truths_[k].about.what = firsts[k]->machine;
    });
    for (StudyTruth& truth : truths_) study_.references.push_back(std::move(truth.about));
  }

  // Short steps, which take longest, first; rows in the order of the plans. Once the study is told
  // to stop, those of the runs that had ended.
  std::vector<StudyRow> run_all(const std::vector<StudyPlan>& plans, double share) {
    std::vector<std::optional<StudyRow>> rows(plans.size());
    std::vector<std::size_t> order(plans.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return plans[a].row.step_s < plans[b].row.step_s;
    });
    pool(plans.size(), share, [&](std::size_t k, const PoolReport& report) {
      const StudyPlan& plan = plans[order[k]];
      const auto found = groups_.find(plan.group);
      const int r = found == groups_.end() ? -1 : found->second;
      StudyRow row =
          run_plan(path_, plan, study_, r < 0 ? nullptr : &truths_[static_cast<std::size_t>(r)],
                   options_.histories, report);
      row.reference = r;
      tell(row);
      rows[order[k]] = std::move(row);
    });
    std::vector<StudyRow> ended;
    for (std::optional<StudyRow>& row : rows)
      if (row) ended.push_back(std::move(*row));
    if (ended.size() < rows.size())
      study_.incomplete =
          fmt::format("stopped after {} of {} runs", study_.rows.size() + ended.size(),
                      study_.rows.size() + rows.size());
    return ended;
  }

 private:
  void pool(std::size_t count, double share, const PoolWork& work) {
    const auto part = [this, share](double fraction) {
      if (fraction < 1.0 && options_.stop && options_.stop()) throw Stopped{};
      if (options_.progress) options_.progress(done_ + share * fraction);
    };
    if (stopped_) return;
    try {
      run_pool(count, options_.jobs, work, part);
    } catch (const Stopped&) {
      stopped_ = true;
    }
    done_ = std::min(1.0, done_ + share);
  }

  void tell(const StudyRow& row) {
    if (!options_.finished) return;
    const std::lock_guard lock(one_at_a_time_);
    options_.finished(study_, row);
  }

  const std::string& path_;
  const StudyOptions& options_;
  Study& study_;
  std::vector<StudyTruth> truths_;
  std::map<std::string, int> groups_;
  double done_ = 0.0;
  bool stopped_ = false;
  std::mutex one_at_a_time_;
};

// A machine that cannot be built has no reference either: its rows say why.
void forget_refused(Study& study) {
  for (std::size_t r = 0; r < study.references.size(); ++r)
    if (std::all_of(study.rows.begin(), study.rows.end(), [&](const StudyRow& row) {
          return row.reference != static_cast<int>(r) || row.outcome == StudyRow::Outcome::refused;
        }))
      study.references[r].problem.clear();
}

// Runs halfway into the interval that each take-off lies in.
std::vector<StudyPlan> halfway_plans(const Study& study, const std::vector<StudyPlan>& plans) {
  std::vector<StudyPlan> result;
  for (const StudyTakeOff& take_off : study.take_offs) {
    const double step = halfway(take_off);
    const auto same = [&](const StudyPlan& plan) {
      return plan.row.curve == take_off.curve && plan.row.step_s == step;
    };
    if (!(step > 0.0) || std::any_of(result.begin(), result.end(), same)) continue;
    const auto plan = std::find_if(plans.begin(), plans.end(), [&](const StudyPlan& p) {
      return p.row.curve == take_off.curve;
    });
    result.push_back(with_step(*plan, study, step));
    result.back().row.refined = true;
  }
  return result;
}

void find_take_offs(Study& study, const StudyOptions& options,
                    const std::vector<StudyBound>& bounds, const std::vector<StudyPlan>& plans,
                    Runner& runner) {
  sort_rows(study);
  study.take_offs = take_offs(study, bounds);
  for (int k = 0; k < options.refine && study.incomplete.empty(); ++k) {
    const std::vector<StudyPlan> more = halfway_plans(study, plans);
    if (more.empty()) break;
    const std::vector<StudyRow> rows = runner.run_all(more, kRefineShare / options.refine);
    study.rows.insert(study.rows.end(), rows.begin(), rows.end());
    sort_rows(study);
    study.take_offs = take_offs(study, bounds);
  }
  if (options.progress) options.progress(1.0);
}

// What errors are taken over.
std::string errors_of(const Model& model) {
  const bool moves = std::any_of(model.channels().begin(), model.channels().end(),
                                 [](const Channel& channel) { return channel.unit == "m"; });
  return moves ? position_measure(model) : kPressures;
}

}  // namespace

std::vector<std::string> problems_of(const StudyOptions& options) {
  std::vector<std::string> problems;
  std::size_t runs = std::max<std::size_t>(1, options.cases.size());
  try {
    for (const StudyAxis& axis : expanded(options.over)) runs *= axis.values.size();
  } catch (const InputError& error) {
    problems = error.problems();
  }
  if (options.over.empty() && options.cases.empty())
    problems.push_back("over: nothing to vary; for example --over step=1ms,2ms,4ms");
  if (runs > kMostRuns)
    problems.push_back(fmt::format("over: {} runs; {} at most", runs, kMostRuns));
  if (options.refine < 0 || options.refine > kMostHalvings)
    problems.push_back(fmt::format("refine: expected 0 to {}", kMostHalvings));
  if (options.jobs < 0) problems.push_back("jobs: expected one or more");
  for (const StudyAxis& axis : options.over)
    if (axis.values.size() == 1 && Distribution::read(axis.values[0]))
      problems.push_back(
          fmt::format("{} {}: a distribution; it needs points: design: {{kind: latin, runs: 100}}",
                      axis.origin.empty() ? "over" : axis.origin, axis.name));
  if (is_experiment(options))
    problems.push_back(
        "task, design, find, correlate: that is an Experiment (bramah/experiment.h)");
  if (!(options.growth > 1.0)) problems.push_back("growth: expected more than 1");
  for (const StudyBound& bound : options.bounds)
    if (!std::isnan(bound.limit) && !(bound.limit > 0.0))
      problems.push_back(fmt::format("{} {}: expected a bound above zero",
                                     bound.origin.empty() ? "bound" : bound.origin, bound.measure));
  return problems;
}

bool is_experiment(const StudyOptions& options) {
  return options.task != "run" || options.design.kind != "grid" || !options.find.empty() ||
         !options.so_that.empty() || !options.correlations.empty();
}

bool compares_solvers(const StudyOptions& options) {
  const auto is_solver = [](const StudyAxis& axis) {
    return axis.name == kStepAxis || find_solver_option(axis.name);
  };
  const auto chooses = [](const StudyCase& which) {
    return which.load.step || std::ranges::any_of(kSolverOptions, [&](const SolverOption& option) {
             return !(which.load.*option.field).empty();
           });
  };
  return std::ranges::any_of(options.over, is_solver) ||
         std::ranges::any_of(options.cases, chooses);
}

bool asks_for_errors(const StudyOptions& options) {
  return compares_solvers(options) || std::ranges::any_of(options.channels, mentions_error) ||
         std::ranges::any_of(options.bounds, [](const StudyBound& bound) {
           return is_error_measure(bound.measure);
         });
}

Study study(const std::string& path, const StudyOptions& asked) {
  if (const auto problems = problems_of(asked); !problems.empty()) throw InputError(problems);
  StudyOptions options = asked;
  if (options.load.substeps.empty() && compares_solvers(options))
    options.load.substeps = choice_name(Substeps::off);
  if (options.reference == StudyOptions::Reference::if_asked)
    options.reference =
        asks_for_errors(options) ? StudyOptions::Reference::fine : StudyOptions::Reference::none;
  Study result;
  result.axes = expanded(options.over);
  choose_sweep(options, result);
  result.reference = options.reference, result.growth = options.growth;
  const Model base = load(path, options.load);
  result.model = base.name(), result.hash = base.hash(), result.version = version();
  result.until_s = base.until(), result.position_measure = errors_of(base);
  const std::vector<StudyPlan> plans = planned(result, options);
  check_paths(path, result, plans);
  const StudyQuestions questions = checked_questions(path, base, options, result, plans);
  result.measures = study_measures(base, questions.channels);

  Runner runner(path, options, result);
  runner.run_references(plans, base.step_size());
  result.rows =
      runner.run_all(plans, 1.0 - kReferenceShare - (options.refine > 0 ? kRefineShare : 0.0));
  forget_refused(result);
  find_take_offs(result, options, questions.bounds, plans, runner);
  return result;
}

int find_measure(const Study& study, const std::string& name) {
  for (const std::string& full : {name, name + ".max"})
    for (std::size_t k = 0; k < study.measures.size(); ++k)
      if (study.measures[k].name == full) return static_cast<int>(k);
  return -1;
}

const char* outcome_name(StudyRow::Outcome outcome) {
  switch (outcome) {
    case StudyRow::Outcome::done:
      return "done";
    case StudyRow::Outcome::diverged:
      return "diverged";
    case StudyRow::Outcome::refused:
      return "refused";
    case StudyRow::Outcome::failed:
      return "failed";
  }
  return "";
}

StudyBound study_bound(const std::string& text, const std::string& origin) {
  StudyBound bound;
  const auto equals = text.find('=');
  bound.measure = text.substr(0, equals), bound.origin = origin;
  if (bound.measure.empty())
    throw InputError(
        fmt::format("{} {}: expected MEASURE=VALUE, e.g. length_error=0.1mm", origin, text));
  if (equals == std::string::npos) return bound;
  const std::string value = text.substr(equals + 1);
  const auto limit = axis_number(value, &bound.unit);
  if (!limit)
    throw InputError(
        fmt::format("{} {}: \"{}\" is no quantity; e.g. length_error=0.1mm", origin, text, value));
  bound.limit = *limit;
  return bound;
}

StudyOptions::Reference study_reference(const std::string& name) {
  if (name == "fine") return StudyOptions::Reference::fine;
  if (name == "sundials") return StudyOptions::Reference::sundials;
  if (name == "none") return StudyOptions::Reference::none;
  if (name == "if_asked") return StudyOptions::Reference::if_asked;
  throw InputError(fmt::format("\"{}\" is none of fine, sundials, none{}", name,
                               suggestion(name, {"fine", "sundials", "none"})));
}

}  // namespace bramah
