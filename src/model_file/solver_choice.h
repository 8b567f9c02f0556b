// Names of solution methods: what is known, what this version has, and what a method stands for.
#pragma once

#include <string>
#include <vector>

#include "model_file/reader.h"
#include "machine/description.h"

namespace bramah {

// Axes: method, coordinates, constraints, integrator, coupling.
[[nodiscard]] std::vector<std::string> known_solvers(const std::string& axis);
[[nodiscard]] std::vector<std::string> available_solvers(const std::string& axis);

// Stores a choice in the spec, or notes why it is refused.
void choose_solver(Reader& in, const Node& node, const std::string& axis, SolverSpec& solver);

}  // namespace bramah
