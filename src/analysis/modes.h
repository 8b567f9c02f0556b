// Poles of a matrix, and which states take part in each.
#pragma once

#include <Eigen/Dense>

#include "bramah/analysis.h"

namespace bramah {

// Powers of two that bring rows and columns of A to the same size: D^-1 A D has far better
// eigenvectors where pascals meet metres [Parlett and Reinsch 1969].
Eigen::VectorXd balance(const Eigen::MatrixXd& A);

// Fastest first.
std::vector<Mode> find_modes(const Eigen::MatrixXd& A, const std::vector<LinearVariable>& states);

// Largest over smallest |pole|, without the poles at zero; their number goes to `zeros`.
double stiffness_ratio(const std::vector<Mode>& modes, int& zeros);

double condition_number(const Eigen::MatrixXd& A);

}  // namespace bramah
