// The fastest rate of a machine: spectral radius of its equations as first-order ones, from the
// exact tangent. An explicit rule past its limit does not always blow up, it chatters, finite and
// wrong; this tells in advance.
//
//   x = (dq, dv, dy):  dq' = dv,  R_a dv' = -(R_q dq + R_v dv + R_y dy),  dy' = -(rows of y)
// by power iteration; the growth is averaged over many passes, so that complex pairs do not matter.
#pragma once

#include <vector>

#include "core/implicit_dynamics.h"
#include "core/linear_solver.h"

namespace bramah {

class SpectralRadius {
 public:
  explicit SpectralRadius(const ImplicitDynamics& dynamics);

  struct Estimate {
    double radius = 0.0;  // [1/s]
    int unknown = -1;     // the one that moves most, in the order of Newton's
  };
  // At a trial whose rates are known.
  Estimate estimate(const ImplicitDynamics&, Trial&, ImplicitDynamics::Scratch&) noexcept;
  // From the states' rates at a point to those at a trial that lies h of them further on: of the
  // state that moves most, how fast its rate turns. Nothing where none moves far.
  Estimate secant(const ImplicitDynamics&, double h, std::span<const double> ydot,
                  const Trial&) const noexcept;

 private:
  void multiply() noexcept;

  int moved_, states_;
  SquareMatrix by_q_, by_v_;  // tangents with one coefficient each
  LinearSolver by_a_;         // the same, factorised
  std::vector<double> x_, next_, residual_, right_, inverse_scale_;
};

}  // namespace bramah
