#include "core/linear_solver.h"

#include "core/dense_lu.h"

namespace bramah {

LinearSolver::LinearSolver(int size, int lead)
    : SquareMatrix(size), method_(std::make_unique<DenseLu>(size, lead)) {}

}  // namespace bramah
