#include "model_file/solver_choice.h"

#include <algorithm>

#include "core/nearest.h"
#include "build/formulation.h"

namespace bramah {
namespace {

struct Choice {
  const char* axis;
  const char* name;
};

constexpr Choice kChoices[] = {
    {"method", "semirecursive"},
    {"method", "ali3p"},
    {"method", "ali1"},
    {"method", "double_step"},
    {"method", "inef"},
    {"coordinates", "joint"},
    {"coordinates", "natural"},
    {"constraints", "al3"},
    {"constraints", "al1"},
    {"constraints", "partition"},
    {"constraints", "tree"},
    {"integrator", "trapezoidal"},
    {"integrator", "sdirk2"},
    {"integrator", "gen_alpha"},
    {"integrator", "rosenbrock"},
    {"integrator", "linear_euler"},
    {"integrator", "sundials"},
    {"integrator", "rk4"},
    {"integrator", "heun"},
    {"integrator", "euler"},
    {"integrator", "semi_euler"},
    {"coupling", "monolithic"},
    {"coupling", "guidance"},
    {"coupling", "multirate"},
    {"coupling", "cosimulation"},
};

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

std::vector<std::string> known_solvers(const std::string& axis) {
  std::vector<std::string> found;
  for (const auto& choice : kChoices)
    if (axis == choice.axis) found.emplace_back(choice.name);
  return found;
}

void choose_solver(Reader& in, const Node& node, const std::string& axis, SolverSpec& solver) {
  const auto known = known_solvers(axis);
  if (node.is_scalar() && std::find(known.begin(), known.end(), node.text) != known.end())
    return store(axis, node.text, solver);
  const std::string hint = node.is_scalar() ? did_you_mean(node.text, known) : "";
  in.problem(node.where, "expected one of " + join(known) + "; found " + found_text(node) + hint);
}

}  // namespace bramah
