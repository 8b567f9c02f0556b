// Axes multiplied out: the runs of a study.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/study_axes.h"
#include "bramah/basics.h"
#include "core/units.h"

namespace bramah {
namespace {

// How a solver works is no part of the machine; when it ends is.
bool is_machine(const std::string& path) {
  if (path.starts_with("solver.until")) return true;
  return path != kStepAxis && !find_solver_option(path) && !path.starts_with("solver.");
}

// Names of methods speak for themselves, values of parameters do not.
std::string curve_part(const StudyAxis& axis, const std::string& value) {
  return find_solver_option(axis.name) ? value : axis.name + "=" + value;
}

StudyPlan plan_of(const Study& study, const std::vector<std::size_t>& at,
                  const StudyOptions& options, const StudyCase& which) {
  StudyPlan plan;
  plan.load = overlaid(options.load, which.load);
  plan.row.label = plan.row.curve = which.label;
  if (!which.load.set.empty()) plan.machine = which.label;
  for (std::size_t a = 0; a < study.axes.size(); ++a) {
    const StudyAxis& axis = study.axes[a];
    const std::string& value = axis.values[at[a]];
    plan.row.values.push_back(value);
    apply_axis(axis, value, plan.load);
    if (is_machine(axis.name))
      plan.machine += (plan.machine.empty() ? "" : ", ") + axis.name + "=" + value;
    if (axis.name == study.sweep) {
      plan.row.x = axis_number(value).value_or(0.0);
      continue;
    }
    if (!plan.row.curve.empty()) plan.row.curve += ", ";
    plan.row.curve += curve_part(axis, value);
  }
  if (plan.row.curve.empty()) plan.row.curve = "all runs";
  plan.row.step_s = plan.load.step.value_or(0.0);  // 0: the file's, until it is loaded
  if (study.sweep == kStepAxis) plan.row.x = plan.row.step_s;
  plan.truth = truth_of(plan.load);
  plan.group = group_of(plan.truth);
  return plan;
}

}  // namespace

LoadOptions truth_of(const LoadOptions& load) {
  LoadOptions truth;
  truth.until = load.until;
  for (const std::string& set : load.set)
    if (is_machine(set)) truth.set.push_back(set);
  return truth;
}

std::string group_of(const LoadOptions& truth) {
  std::string group;
  for (const std::string& set : truth.set) group += (group.empty() ? "" : ", ") + set;
  if (truth.until) group += fmt::format(" until {} s", *truth.until);
  return group;
}

void apply_axis(const StudyAxis& axis, const std::string& value, LoadOptions& load) {
  if (axis.name == kStepAxis)
    load.step = parse_quantity(value, "s");
  else if (axis.name == "until")
    load.until = parse_quantity(value, "s");
  else if (const SolverOption* option = find_solver_option(axis.name))
    load.*option->field = value;
  else
    load.set.push_back(axis.name + "=" + value);
}

LoadOptions overlaid(LoadOptions load, const LoadOptions& by) {
  for (const SolverOption& option : kSolverOptions)
    if (!(by.*option.field).empty()) load.*option.field = by.*option.field;
  if (!by.guide.empty()) load.guide = by.guide;
  if (by.step) load.step = by.step;
  if (by.until) load.until = by.until;
  load.set.insert(load.set.end(), by.set.begin(), by.set.end());
  return load;
}

void choose_sweep(const StudyOptions& options, Study& study) {
  study.cases = !options.cases.empty();
  const auto all_numbers = [&](const StudyAxis& axis) {
    return axis.values.size() > 1 &&
           std::all_of(axis.values.begin(), axis.values.end(),
                       [&](const auto& value) { return axis_number(value).has_value(); });
  };
  for (const StudyAxis& axis : study.axes)
    if (axis.name == kStepAxis || (study.sweep != kStepAxis && all_numbers(axis))) {
      study.sweep = axis.name;
      axis_number(axis.values.front(), &study.sweep_unit);
    }
  for (const StudyCase& which : options.cases)
    if (which.load.step) study.sweep = kStepAxis, study.sweep_unit = "s";
}

std::vector<StudyPlan> planned(const Study& study, const StudyOptions& options) {
  std::vector<StudyCase> cases = options.cases;
  if (cases.empty()) cases.emplace_back();
  std::vector<StudyPlan> plans;
  for (const StudyCase& which : cases) {
    std::vector<std::size_t> at(study.axes.size(), 0);
    for (bool more = true; more;) {
      plans.push_back(plan_of(study, at, options, which));
      more = false;
      for (std::size_t a = at.size(); a-- > 0 && !more;) {
        more = ++at[a] < study.axes[a].values.size();
        if (!more) at[a] = 0;
      }
    }
  }
  return plans;
}

StudyPlan with_step(StudyPlan plan, const Study& study, double step_s) {
  plan.load.step = plan.row.step_s = plan.row.x = step_s;
  for (std::size_t a = 0; a < study.axes.size(); ++a)
    if (study.axes[a].name == kStepAxis) plan.row.values[a] = short_number(1e3 * step_s, 6) + "ms";
  return plan;
}

}  // namespace bramah
