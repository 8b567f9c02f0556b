#include "bramah/solver.h"
#include "core/text.h"

namespace bramah {

std::string method_name(Coordinates coordinates, Constraints constraints) {
  for (const NamedMethod& method : kNamedMethods)
    if (method.coordinates == coordinates && method.constraints == constraints)
      return std::string(method.name);
  return concat(coordinates, " x ", constraints);
}

std::vector<std::string> method_names() {
  std::vector<std::string> all;
  for (const NamedMethod& method : kNamedMethods) all.emplace_back(method.name);
  return all;
}

const SolverOption* find_solver_option(std::string_view name) noexcept {
  for (const SolverOption& option : kSolverOptions)
    if (option.name == name) return &option;
  return nullptr;
}

}  // namespace bramah
