#include "analysis/comparison_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "bramah/features.h"
#include "bramah/suggestion.h"

namespace bramah {
namespace {

constexpr const char* kReference = "sundials";
// The oil of most machines is too stiff for explicit rules, linearly implicit ones want machines
// without loops: compared when asked for.
constexpr const char* kOnlyWhenAsked[] = {"rk4", "heun", "euler", "rosenbrock", "linear_euler"};

void check_names(const std::string& axis, const std::vector<std::string>& names,
                 std::vector<std::string>& problems) {
  std::vector<std::string> known = known_solvers(axis);
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
  if (options.methods.empty()) options.methods = known_solvers("method");
  if (options.integrators.empty()) {
    options.integrators = known_solvers("integrator");
    std::erase(options.integrators, kReference);
    for (const char* name : kOnlyWhenAsked) std::erase(options.integrators, name);
  }
  options.load.coordinates.clear(), options.load.constraints.clear();  // the method says
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
  for (const char* option : {"--method ", "--integrator ", "--coupling ", "--coordinates ",
                             "--constraints ", "--tangent ", "--oil ", "--step ", "solver."})
    drop(option);
  return reason;
}

}  // namespace bramah
