// Newton's iteration for one implicit solve: simplified (the tangent is kept while it contracts
// well), damped when it must be, stopped by scaled increments.
//
// With eta_k the largest scaled increment and theta = eta_k / eta_(k-1), the error after iteration
// k is about theta/(1 - theta) eta_k; the iteration ends when that, or eta_k itself, is below the
// tolerance, and so is what the increment leaves in the constraints [Hairer1996, Sec. IV.8].
// Of a first increment nothing is known but what solves before have shown: eta_2 was `bend` eta_1² with
// the point's own tangent, bend eta_1 with one from another point. Where ten times that is far below the
// tolerance, the first increment is the last. Each solve that relies on it makes it half as large again,
// so that it is soon found anew; a contact that changes or a slow solve forgets it.
#pragma once

#include <vector>

#include "core/budget.h"
#include "core/implicit_dynamics.h"
#include "core/linear_solver.h"

namespace bramah {

struct NewtonOptions {
  double tolerance = 1e-9;  // scaled increment
  int max_iterations = 30;
  bool numerical_tangent = false;  // forward differences [Jaiswal2021, Eqs. 40-41]
  bool polish = false;             // one iteration more, where sums must balance to round-off
};

struct NewtonReport {
  bool converged = false;
  int iterations = 0;
  double increment = 0.0;  // last scaled increment
  double moved = 0.0;      // of that, the coordinates' share
  double left = 0.0;       // scaled error that it leaves, where that is known; else itself
  int worst = -1;          // unknown with the largest one
};

class Newton {
 public:
  Newton(const ImplicitDynamics& dynamics, const NewtonOptions& options);

  // trial holds the prediction, consistent with the integrator's formula; on return the solution.
  // `warm`: begins with the tangent of the solve before, which had the same coefficients. `bend`: kept
  // from solve to solve by the caller, 0 where nothing is known; none: first increments are not relied on.
  // `measure`: where nothing is known of a first increment, a second is made to find out.
  [[nodiscard]] NewtonReport solve(const ImplicitDynamics&, StepCoefficients c, Trial& trial,
                                   ImplicitDynamics::Scratch&, bool warm = false,
                                   double* bend = nullptr, bool measure = false) noexcept;
  // From now on a solve ends, unconverged, where this is spent. Must outlive this.
  void set_budget(Budget* budget) noexcept { budget_ = budget; }
  // From now on a solve may take so many times as many iterations, and with more than one also the
  // small shares of increments that lead along a bent valley.
  void set_patience(int times) noexcept { patience_ = times; }
  // Whether the equations, as they were last evaluated, serve at the solution: bodies are where they were,
  // and all else has moved along the tangent. `still`: even that by so little that it does not matter.
  bool near(const NewtonReport& report) const noexcept {
    return !options_.polish && !options_.numerical_tangent && report.moved <= kNear &&
           report.left <= kNear;
  }
  static bool still(const NewtonReport& report) noexcept { return report.increment <= kNear; }
  const LinearSolver& factorisation() const noexcept { return lu_; }

 private:
  using Scratch = ImplicitDynamics::Scratch;
  // How far along an increment, and what was left of the residual on both sides of its zero.
  struct LineSearch {
    double share = 1.0;
    double near = 0.0, near_left = 1.0, far = 1.0, far_left = 0.0;
    int side = 0, tries = 0;
  };
  // How the iteration came to where it is.
  struct Arrival {
    double size = 0.0;   // of the increment that led here; 0: none did
    bool exact = false;  // it came from the tangent of its point
    bool stale = true;   // the tangent in use is of no use here
    LineSearch line;     // along that increment

    void forget() noexcept { size = 0.0, stale = true, line = {}; }
  };
  // The increment from here, in shifted_, and what it tells about the point.
  struct Next {
    double eta = 0.0, theta = 1.0;  // scaled size; over that of the one before
    bool fresh;                     // wants, or has, the tangent of this point
    bool good;                      // the point is no worse than the one before
    bool clipped = false;           // shortened to where a state bends
    double gap = 0.0;               // that it leaves in the constraints
  };
  Next with_tangent_in_use(const Arrival&, int& worst) noexcept;
  bool with_own_tangent(const ImplicitDynamics&, StepCoefficients c, Trial&, Scratch&,
                        const Arrival&, Next&, int& worst) noexcept;
  bool step_back(Arrival&, StepCoefficients c, Trial&) const noexcept;
  void take(const ImplicitDynamics&, StepCoefficients c, Trial&, Scratch&, int iteration,
            Next&) noexcept;
  bool settled(const Next&, const NewtonReport&, bool measure) const noexcept;
  double left_after(const Next&, bool first, const double* bend) const noexcept;
  static double learnt(const NewtonReport&, double first, bool warm, double bend) noexcept;
  double coordinates_moved() const noexcept;
  double left(double& size) const noexcept;
  bool falls() noexcept;
  bool found(const LineSearch&) const noexcept;
  double shorten(LineSearch&) const noexcept;
  bool shrinks(double eta, double previous) const noexcept;
  void solve_increment(double& eta, int& worst) noexcept;
  bool polish(const ImplicitDynamics&, StepCoefficients c, Trial&, Scratch&,
              int iteration) noexcept;
  NewtonReport singular(NewtonReport) const noexcept;
  NewtonReport not_finite(NewtonReport, double eta) const noexcept;
  bool renew_tangent(const ImplicitDynamics&, StepCoefficients c, Trial&, Scratch&) noexcept;
  void difference_tangent(const ImplicitDynamics&, StepCoefficients c, Trial&, Scratch&) noexcept;
  void scaled_size(double& eta, int& worst) const noexcept;
  void move(Trial&, StepCoefficients c, double factor) const noexcept;

  static constexpr double kNear = 1e-9;  // scaled

  int place(int i) const noexcept { return moved_.empty() ? i : moved_[i]; }  // in Trial::q

  NewtonOptions options_;
  Budget* budget_ = nullptr;
  int patience_ = 1;
  int coordinates_, size_;      // that it moves; with the states
  std::span<const int> moved_;  // of this solve
  LinearSolver lu_;
  std::vector<double> residual_, shifted_, increment_, inverse_scale_;
  std::vector<double> base_;       // residual where the increment begins
  std::vector<double> diagonal_;   // of the tangent in use
  std::vector<double> base_rows_;  // of residuals, to compare them; there
};

}  // namespace bramah
