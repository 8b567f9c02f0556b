#include "analysis/comparison_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "bramah/basics.h"
#include "bramah/solver.h"

namespace bramah {
namespace {

const std::string kReference = choice_name(IntegratorRule::sundials);

// The oil of most machines is too stiff for explicit rules (semi_euler is what the papers compare
// with), linearly implicit ones want machines without loops: compared when asked for.
bool only_when_asked(IntegratorRule rule) {
  return is_reference(rule) || is_linearly_implicit(rule) ||
         (is_explicit(rule) && rule != IntegratorRule::semi_euler);
}

void check_names(const std::string& axis, const std::vector<std::string>& names,
                 std::vector<std::string>& problems) {
  std::vector<std::string> known = find_solver_option(axis)->names();
  std::erase(known, kReference);
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
  for (const std::string& name : names) {
    if (axis == "integrator" && name == kReference)
      problems.push_back(
          "integrators: sundials is the reference that the others are compared with");
    else if (std::find(known.begin(), known.end(), name) == known.end())
      problems.push_back(
          fmt::format("{}s: \"{}\" is none of {}{}", axis, name, list, suggestion(name, known)));
  }
}

}  // namespace

void drop_repeated(std::vector<std::string>& names) {
  std::vector<std::string> kept;
  for (const std::string& name : names)
    if (std::find(kept.begin(), kept.end(), name) == kept.end()) kept.push_back(name);
  names = kept;
}

std::vector<std::string> problems_of(const CompareOptions& options) {
  std::vector<std::string> problems;
  check_names("method", options.methods, problems);
  check_names("integrator", options.integrators, problems);
  if (options.steps.empty()) problems.push_back("steps: none given");
  for (const double step : options.steps)
    if (!(step >= 1e-9)) problems.push_back(fmt::format("steps: {:g} s is too short", step));
  if (options.repeats < 1) problems.push_back("repeats: expected one or more");
  return problems;
}

CompareOptions completed(CompareOptions options) {
  if (options.methods.empty()) options.methods = method_names();
  if (options.integrators.empty()) {
    for (const IntegratorChoice& choice : Axis<IntegratorRule>::choices)
      if (!only_when_asked(choice.value)) options.integrators.emplace_back(choice.name);
  }
  options.load.coordinates.clear(), options.load.constraints.clear();  // the method says
  if (options.load.substeps.empty()) options.load.substeps = choice_name(Substeps::off);
  drop_repeated(options.methods);
  drop_repeated(options.integrators);
  std::sort(options.steps.begin(), options.steps.end(), std::greater<>());
  options.steps.erase(std::unique(options.steps.begin(), options.steps.end()), options.steps.end());
  return options;
}

std::string short_reason(const InputError& error, const std::string& path) {
  std::string reason = error.problems().empty() ? error.what() : error.problems().front();
  // "--integrator rk4: solver.integrator: the reason; what there is instead"
  const auto drop = [&](const std::string& start) {
    const std::size_t colon = reason.find(": ");
    if (reason.starts_with(start) && colon != std::string::npos) reason.erase(0, colon + 2);
  };
  drop(path);
  for (const SolverOption& option : kSolverOptions) drop("--" + std::string(option.name) + " ");
  for (const char* start : {"--step ", "solver."}) drop(start);
  // An option's problem may lie at a line of the file.
  if (const std::size_t place = reason.find(".yaml:"); place < reason.find(' '))
    reason.erase(0, reason.find(": ", place) + 2);
  return reason;
}

}  // namespace bramah
