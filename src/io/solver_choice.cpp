#include "io/solver_choice.h"

#include <algorithm>

#include "core/nearest.h"
#include "machine/formulation.h"

namespace bramah {
namespace {

struct Choice {
  const char* axis;
  const char* name;
  bool available;  // the one place to change when a method arrives
};

constexpr Choice kChoices[] = {
    {"method", "semirecursive", true},
    {"method", "ali3p", true},
    {"method", "ali1", true},
    {"method", "double_step", true},
    {"method", "inef", true},
    {"coordinates", "joint", true},
    {"coordinates", "natural", true},
    {"constraints", "al3", true},
    {"constraints", "al1", true},
    {"constraints", "partition", true},
    {"constraints", "tree", true},
    {"integrator", "trapezoidal", true},
    {"integrator", "sdirk2", true},
    {"integrator", "gen_alpha", true},
    {"integrator", "rosenbrock", true},
    {"integrator", "linear_euler", true},
    {"integrator", "sundials", true},
    {"integrator", "rk4", true},
    {"integrator", "heun", true},
    {"integrator", "euler", true},
    {"integrator", "semi_euler", true},
    {"coupling", "monolithic", true},
    {"coupling", "guidance", true},
    {"coupling", "multirate", false},
    {"coupling", "cosimulation", true},
};

std::vector<std::string> names(const std::string& axis, bool available_only) {
  std::vector<std::string> found;
  for (const auto& choice : kChoices)
    if (axis == choice.axis && (choice.available || !available_only))
      found.emplace_back(choice.name);
  return found;
}

void store(const std::string& axis, const std::string& name, SolverSpec& solver) {
  if (axis == "coordinates") solver.coordinates = name;
  if (axis == "constraints") solver.constraints = name;
  if (axis == "integrator") solver.integrator = name;
  if (axis == "coupling") solver.coupling = name;
  if (axis != "method") return;
  for (const auto& method : kMethods)
    if (name == method.name) {
      solver.coordinates = method.coordinates;
      solver.constraints = method.constraints;
    }
}

}  // namespace

std::vector<std::string> known_solvers(const std::string& axis) { return names(axis, false); }
std::vector<std::string> available_solvers(const std::string& axis) { return names(axis, true); }

void choose_solver(Reader& in, const Node& node, const std::string& axis, SolverSpec& solver) {
  const auto known = known_solvers(axis), available = available_solvers(axis);
  const auto has = [&](const auto& list) {
    return node.is_scalar() && std::find(list.begin(), list.end(), node.text) != list.end();
  };
  if (has(available)) return store(axis, node.text, solver);
  if (has(known))
    return in.problem(
        node.where,
        "\"" + node.text + "\" is not in this version of Bramah, which has " + join(available));
  const std::string hint = node.is_scalar() ? did_you_mean(node.text, known) : "";
  in.problem(node.where,
             "expected one of " + join(available) + "; found " + found_text(node) + hint);
}

}  // namespace bramah
