// Poles of a matrix, and which states take part in each.
//
//   A x = lambda x after balancing [Parlett1969]
//   share of state k in a mode = |y_k x_k| / sum_i |y_i x_i|, y the left eigenvector
// In: A of a linearised machine (tangent_space.h). Out: modes, fastest first, and the stiffness
// ratio, largest over smallest |pole| [Malysheva2021, Eq. 2.33]. Called by analysis/linearize.cpp;
// balance() by rest_stability.cpp too.
#pragma once

#include <Eigen/Dense>

#include "bramah/analysis.h"

namespace bramah {

// Powers of two that bring rows and columns of A to the same size: D^-1 A D has far better
// eigenvectors where pascals meet metres [Parlett1969].
Eigen::VectorXd balance(const Eigen::MatrixXd& A);

// Fastest first.
std::vector<Mode> find_modes(const Eigen::MatrixXd& A, const std::vector<LinearVariable>& states);

// Largest over smallest |pole|, without the poles at zero; their number goes to `zeros`.
double stiffness_ratio(const std::vector<Mode>& modes, int& zeros);

double condition_number(const Eigen::MatrixXd& A);

}  // namespace bramah
