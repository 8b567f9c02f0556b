// One step of RODAS3 on R(q, v, a, y, ydot, t) = 0 with q' = v, v' = a, without its ODE Jacobian.
//
// Accelerations are algebraic unknowns of the index-1 system v' = a, 0 = R, so that a mass matrix
// that depends on q costs neither a factorisation nor an order [Lubich1990; Hairer1996, Sec. VI.4].
// A stage has u = (u_q, u_v, u_y) and w, the part of a; with b = gamma h and
//   V = v0 + sum a_j u_v,j    Z = a0 + sum a_j w_j    D_v = -sum c_j u_v,j/h    D_y likewise
//   e = -sum c_j u_q,j/h - V                          g = e/b + D_v - Z
// q' = v and v' = a give u_v = u_q/b + e, w = u_v/b + D_v - Z, and there remains
//   [R_q + R_v/b + R_a/b², R_y + R_ydot/b] (u_q, u_y) =
//       -(R(X, V, Z, Y, 0) + R_v e + R_a g + R_ydot D_y + gamma_i h R_t)
// whose matrix is the tangent with c = (1, 1/b, 1/b², 1/b). R_ydot must be diagonal with entries 1
// or 0; a row with 0 is algebraic, and as accurate as the others. It may change with the modes.
#pragma once

#include <span>
#include <vector>

#include "core/implicit_dynamics.h"
#include "core/linear_solver.h"
#include "integrators/rodas3.h"

namespace bramah {

class RosenbrockStep {
 public:
  static constexpr int kHeld = -1;  // iteration in which contacts stay as they are
  explicit RosenbrockStep(const ImplicitDynamics& dynamics);

  struct Interval {
    double t, h, anchor;
    bool varies;  // the inputs depend on time
  };
  // From start to end; r0 is the residual at start with ydot = 0, just evaluated at time t. Leaves
  // the inputs at t + h. False if the tangent is singular.
  bool attempt(const ImplicitDynamics&, ImplicitDynamics::Scratch&, const Interval&,
               std::span<const double> r0) noexcept;
  // Largest error over its tolerance, rtol (floor scale + |x|), of q, v and y; not finite if a
  // number is not.
  double error(double relative_tolerance) noexcept;
  // The time in which start would change by its own size.
  double time_scale() const noexcept;
  // Cubic between the ends, theta in [0, 1]: q with v, v with a, y with ydot.
  void interpolate(double theta, double h, Trial& out) const noexcept;
  // After a mode changed: R_ydot may be another.
  void forget_mass() noexcept { mass_known_ = false; }
  int worst() const noexcept { return worst_; }  // unknown with the largest error

  Trial start, end;

 private:
  static constexpr double kFloor = 1e-2, kStateFloor = 1.0;  // of q and v; of y
  struct Stage {
    std::vector<double> q, v, a, y;  // u_q, u_v, w, u_y
  };
  bool measure_mass(const ImplicitDynamics&, ImplicitDynamics::Scratch&,
                    std::span<const double> r0) noexcept;
  bool factorise(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double b) noexcept;
  void gather(int stage, double h) noexcept;
  void gather_motion(int stage, double h) noexcept;
  void solve(int stage, double b) noexcept;
  void finish(double h) noexcept;

  int nq_, ny_;
  bool mass_known_ = false;
  Stage stages_[rodas3::kStages];
  Trial trial_;                      // of a stage, ydot = 0
  std::vector<double> e_, g_, d_y_;  // of a stage
  std::vector<double> d_v_;
  std::vector<double> r_, r_t_, mass_, scale_;
  LinearSolver lu_;
  SquareMatrix by_v_, by_a_;
  int worst_ = -1;
};

}  // namespace bramah
