// What a step may be wrong by, and what it is wrong by.
//
//   e_i   estimate of the error that one step adds to unknown i           each rule has its own
//   w_i   bound of that error                                             ErrorBounds
//   largest |e_i|/w_i <= 1 and the step is taken                           coupling/whole/substeps.h
// Rates of stiff unknowns tell more about their stiffness than about their error: where the plain
// estimate is too large, that of the first-order states is asked again behind the filter
//   (I - b dF/dx)^-1,   b = 1/c.y                                         [Hairer1996, Eq. IV.8.19]
// which the tangent of the last solve is: J (dq, dy) = (0, c.y e_y).
#pragma once

#include <span>
#include <vector>

#include "core/implicit_dynamics.h"

namespace bramah {

class LinearSolver;

struct ErrorBounds {
  std::vector<double> q, v, y;
  std::vector<double> of_y;             // added to y's: these times the state's size
  double length = 0.0, pressure = 0.0;  // what they were made from [m], [Pa]
  double newton = 0.0;                  // tolerance at which a solve's error is small beside them
};

// Errors of one step, in the order of ErrorBounds.
class StepError {
 public:
  explicit StepError(const ImplicitDynamics& dynamics);

  std::vector<double> q, v, y;

  struct Largest {
    double size = 0.0;  // over its bound; infinite if a number is not finite
    int unknown = -1;   // coordinates of the Trial, then states
  };
  [[nodiscard]] Largest largest(const ErrorBounds&, std::span<const double> states) const noexcept;
  // Errors of y behind the filter.
  void filter(const LinearSolver& tangent, double c_y) noexcept;

 private:
  std::vector<double> right_;
};

}  // namespace bramah
