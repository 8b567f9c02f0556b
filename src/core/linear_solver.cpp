#include "core/linear_solver.h"

#include "core/static_lu.h"

namespace bramah {

LinearSolver::LinearSolver(int size, int lead)
    : SquareMatrix(size), method_(std::make_unique<DenseLu>(size, lead)) {}

LinearSolver::LinearSolver(const Pattern& pattern, int lead, std::span<const double> scales)
    : LinearSolver(pattern, lead, scales, StaticLu::spread_pays(pattern)) {}

LinearSolver::LinearSolver(const Pattern& pattern, int lead, std::span<const double> scales,
                           bool spread)
    : SquareMatrix(pattern, spread) {
  if (spread) {
    method_ = std::make_unique<StaticLu>(pattern, lead, scales, stride(), spread);
    return;
  }
  if (StaticLu::may_pay(pattern)) {
    auto sparse = std::make_unique<StaticLu>(pattern, lead, scales, stride());
    if (sparse->pays()) method_ = std::move(sparse);
  }
  if (!method_) method_ = std::make_unique<DenseLu>(size(), lead);
}

}  // namespace bramah
