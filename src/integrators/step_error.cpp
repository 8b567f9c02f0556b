#include "integrators/step_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/linear_solver.h"

namespace bramah {

StepError::StepError(const ImplicitDynamics& dynamics)
    : q(dynamics.coordinates()),
      v(dynamics.coordinates()),
      y(dynamics.states()),
      right_(dynamics.size()) {}

StepError::Largest StepError::largest(const ErrorBounds& bounds,
                                      std::span<const double> states) const noexcept {
  Largest out;
  const auto look = [&](double error, double bound, std::size_t unknown) {
    if (std::abs(error) <= out.size * bound) return;  // not so if it is not a number
    const double size = std::abs(error) / bound;
    out = {std::isfinite(size) ? size : std::numeric_limits<double>::infinity(),
           static_cast<int>(unknown)};
  };
  for (std::size_t i = 0; i < q.size(); ++i) {
    look(q[i], bounds.q[i], i);
    look(v[i], bounds.v[i], i);
  }
  for (std::size_t i = 0; i < y.size(); ++i)
    look(y[i], bounds.y[i] + bounds.of_y[i] * std::abs(states[i]), q.size() + i);
  return out;
}

void StepError::filter(const LinearSolver& tangent, double c_y) noexcept {
  const std::size_t first = right_.size() - y.size();
  std::fill_n(right_.begin(), first, 0.0);
  for (std::size_t i = 0; i < y.size(); ++i) right_[first + i] = c_y * y[i];
  tangent.solve(right_);
  std::copy(right_.begin() + static_cast<std::ptrdiff_t>(first), right_.end(), y.begin());
}

}  // namespace bramah
