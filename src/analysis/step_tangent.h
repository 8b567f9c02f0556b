// The derivative of a step: the same rule, applied to the machine's equations made linear along it.
//
//   rule     x1 = S(x0; R)                  any rule whose formulas are linear in q, v, a, y, ydot
//   tangent  dx1 = S(dx0; dR)               dR = R_q dq + R_v dv + R_a da + R_y dy + R_ydot dydot + R_u du
// because a rule adds rates with fixed weights and leaves the rest to residual(), finish() and rates().
// So each rule is written once, in integrators/. A StepRecorder goes through the step with the rule and
// notes dR where each solve ended; a LinearStep answers in its place with what was noted, and its
// own direction d.
//
// Loops kept by al3 (constraints/index3.h), B the directions that loops allow, W Newton's tangent:
//   B^T dR = 0,  Phi_q dq = 0               the multipliers drop out
//   v = v* + delta,  B^T W delta = 0,  Phi_q v + Phi_t = 0         the projection that follows
//   B^T W ddelta = -B^T d(W delta + Phi_q^T mu),  Phi_q ddelta = -(Phi_q dv* + (Phi_q v)_q dq)
// with W delta + Phi_q^T mu = 0. W is made of first derivatives of R; its own derivative along dx is
// the one thing here that is a central difference, of W. It is multiplied by delta, which is of the order
// of h: 1e-10 of the result. Partition and tree need no projection.
//
// Not for rules whose formulas contain the tangent (rosenbrock, linear_euler): second derivatives of
// R would be needed throughout. Found by bramah/binding.h: step_tangent().
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <vector>

#include "core/implicit_dynamics.h"
#include "core/square_matrix.h"
#include "equations/machine_equations.h"

namespace bramah {

// dR of one solve of a rule, and what its projection needs.
struct LinearSolve {
  Eigen::MatrixXd by_q, by_v, by_a, by_y, by_ydot, by_u;  // rows: B^T R, Phi, oil; or all of R
  // With projection only:
  Eigen::MatrixXd full_q, full_v, full_a, full_y, full_u;  // rows of the mechanism
  Eigen::MatrixXd B, Phi_q, rate_slopes;                   // of all rows of Phi
  std::vector<int> rows;                                   // of Phi, that are independent
  Eigen::MatrixXd metric;                                  // W
  Eigen::VectorXd delta, mu, weights;                      // weights: alpha of each row
  Trial at;                                                // Newton's solution
  StepCoefficients c;
  double t, anchor;
  LinearSolve(Trial solution, StepCoefficients coefficients, double time, double piece)
      : at(std::move(solution)), c(coefficients), t(time), anchor(piece) {}
};

// d(a, ydot) by (q, v, y, u): where a rule asks for rates.
struct LinearRates {
  std::vector<int> z;                    // independent coordinates
  Eigen::MatrixXd a, ydot, a_u, ydot_u;  // by (z, w, y); by u
};

using RatesAt = std::function<LinearRates(const Trial&, double t, double anchor)>;

// The machine's dynamics, with notes.
class StepRecorder final : public ImplicitDynamics {
 public:
  StepRecorder(const ImplicitDynamics& inner, const MachineEquations& equations,
               std::vector<std::vector<int>> input_signals, RatesAt rates_at);

  mutable std::vector<LinearSolve> solves;
  mutable std::vector<LinearRates> rated;

  int coordinates() const override { return inner_.coordinates(); }
  int states() const override { return inner_.states(); }
  int constraints() const override { return inner_.constraints(); }
  int moved_coordinates() const override { return inner_.moved_coordinates(); }
  std::span<const int> moved(const Scratch& s) const override { return inner_.moved(s); }
  Pattern pattern() const override { return inner_.pattern(); }
  double scale(int unknown) const override { return inner_.scale(unknown); }
  std::unique_ptr<Scratch> make_scratch() const override { return inner_.make_scratch(); }
  void set_time(double t, double anchor, Scratch& s) const override {
    t_ = t, anchor_ = anchor;
    inner_.set_time(t, anchor, s);
  }
  int modes() const override { return inner_.modes(); }
  void save_modes(const Scratch& s, std::span<int> to) const override { inner_.save_modes(s, to); }
  void restore_modes(std::span<const int> from, Scratch& s) const override {
    inner_.restore_modes(from, s);
  }
  void announce_tangent(Scratch& s) const override { inner_.announce_tangent(s); }
  bool residual(Trial& x, StepCoefficients c, int k, Scratch& s,
                std::span<double> r) const override {
    return inner_.residual(x, c, k, s, r);
  }
  bool clip(const Trial& x, std::span<double> increment, Scratch& s) const override {
    return inner_.clip(x, increment, s);
  }
  bool settle_states(Trial& x, StepCoefficients c, Scratch& s) const override {
    return inner_.settle_states(x, c, s);
  }
  void limit(Trial& x) const override { inner_.limit(x); }
  void tangent(const Trial& x, StepCoefficients c, Scratch& s, SquareMatrix& j) const override {
    inner_.tangent(x, c, s, j);
  }
  void tangent_written(Scratch& s) const override { inner_.tangent_written(s); }
  double gap_after(std::span<const double> increment, Scratch& s) const override {
    return inner_.gap_after(increment, s);
  }
  Gaps gaps(const Trial& x, Scratch& s) const override { return inner_.gaps(x, s); }
  int audits() const override { return inner_.audits(); }
  void powers(const Trial& x, Scratch& s, std::span<double> watts) const override {
    inner_.powers(x, s, watts);
  }

  // Where notes are taken.
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override;
  bool improve_accelerations(Trial&, Scratch&) const override;
  bool rates(Trial&, Scratch&) const override;

 private:
  void note_equations(const Trial&, StepCoefficients, Scratch&, LinearSolve&) const;
  void note_loops(const Trial&, Scratch&, LinearSolve&) const;
  void note_projection(const Trial& x, Scratch&, LinearSolve&) const;

  const ImplicitDynamics& inner_;
  const MachineEquations& equations_;
  std::vector<std::vector<int>> input_signals_;  // of each external input
  RatesAt rates_at_;
  mutable double t_ = 0.0, anchor_ = 0.0;
};

// The equations of the notes; rules take it for a machine.
class LinearStep final : public ImplicitDynamics {
 public:
  // d(W delta + Phi_q^T mu) along a trial's direction and du.
  using MetricSlope =
      std::function<Eigen::VectorXd(const LinearSolve&, const Trial& direction,
                                    const Eigen::VectorXd& dlambda, const Eigen::VectorXd& du)>;
  LinearStep(const StepRecorder& notes, int coordinates, std::vector<double> scales,
             MetricSlope metric_slope);

  // Before each direction.
  void begin(const Eigen::VectorXd& du) const { du_ = du, solve_ = rates_ = 0; }

  int coordinates() const override { return nq_; }
  int states() const override { return ny_; }
  int constraints() const override { return 1; }  // no solve begins with another's tangent
  double scale(int unknown) const override { return scales_[static_cast<std::size_t>(unknown)]; }
  std::unique_ptr<Scratch> make_scratch() const override { return std::make_unique<Scratch>(); }
  void set_time(double, double, Scratch&) const override {}
  bool residual(Trial&, StepCoefficients, int iteration, Scratch&,
                std::span<double> r) const override;
  void tangent(const Trial&, StepCoefficients, Scratch&, SquareMatrix& j) const override;
  void tangent_written(Scratch&) const override {}
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override;
  bool improve_accelerations(Trial&, Scratch&) const override;
  bool rates(Trial&, Scratch&) const override;
  Gaps gaps(const Trial&, Scratch&) const override { return {}; }
  int audits() const override { return 0; }
  void powers(const Trial&, Scratch&, std::span<double>) const override {}

 private:
  void project(Trial&, const LinearSolve&) const;

  const StepRecorder& notes_;
  int nq_, ny_;
  std::vector<double> scales_;
  MetricSlope metric_slope_;
  mutable Eigen::VectorXd du_;
  mutable std::size_t solve_ = 0, rates_ = 0;  // that come next
};

}  // namespace bramah
