// Where formulation and integrator meet. A formulation knows bodies and oil but no step size; an
// integrator knows the step size but neither bodies nor oil.
//
//   unknowns   q with v, a; first-order states y with ydot; multipliers lambda      (Trial)
//   equations  R(q, v, a, y, ydot) = 0                                    [Naya2011, Eqs. 17, 25]
//   tangent    J = c.q R_q + c.v R_v + c.a R_a,  c.y R_ydot + R_y         [Naya2011, Eq. 26]
//   c          the rule's slopes of q, v, a, ydot by what Newton moves    (step_coefficients.h)
// In: a Trial, and the time through set_time(). Out: residual, tangent, rates, projections, powers.
// Implemented in constraints/ (one class a way to keep loops closed) and by the oil alone
// (coupling/multirate/driven_oil.h); called by integrators/ and by nobody else while time advances.
// The rest of core/ is what all rooms need and knows no machine: numbers with units, expressions,
// signals, curves, dense algebra, the table of solver axes.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/pattern.h"
#include "core/step_coefficients.h"

namespace bramah {

class LinearSolver;
class SquareMatrix;

// A state on trial: coordinates q with v, a; first-order states y with ydot; multipliers.
struct Trial {
  std::vector<double> q, v, a, y, ydot, lambda;
  Trial(int coordinates, int states, int constraints)
      : q(coordinates),
        v(coordinates),
        a(coordinates),
        y(states),
        ydot(states),
        lambda(constraints) {}
};

// Gaps left in the constraints.
struct Gaps {
  double position = 0.0, rate = 0.0, acceleration = 0.0;  // [m], [m/s], [m/s²]
};

class ImplicitDynamics {
 public:
  struct Scratch {
    virtual ~Scratch() = default;
  };
  virtual ~ImplicitDynamics() = default;

  virtual int coordinates() const = 0;  // entries of Trial::q
  virtual int states() const = 0;
  virtual int constraints() const = 0;
  // A Newton iteration moves these coordinates and all states; the dynamics find the others, and
  // overwrite them in the Trial.
  virtual int moved_coordinates() const { return coordinates(); }
  virtual std::span<const int> moved(const Scratch&) const { return {}; }  // empty: all, in order
  int size() const { return moved_coordinates() + states(); }
  // Entries of the tangent that may ever differ from zero.
  virtual Pattern pattern() const { return Pattern::full(size()); }
  virtual double scale(int unknown) const = 0;                // of one unknown, for convergence
  virtual std::unique_ptr<Scratch> make_scratch() const = 0;  // the only call that may allocate

  // At the start of a step: which coordinates will move. False if there is no good choice.
  virtual bool choose_moved(std::span<const double> /*q*/, std::span<const double> /*v*/,
                            Scratch&) const {
    return true;
  }
  // Inputs at time t, on the piece of the signals that contains `anchor`.
  virtual void set_time(double t, double anchor, Scratch&) const = 0;
  // Whether inputs vary with time on that piece; if not, one set_time() serves the whole of it.
  virtual bool varies(double /*anchor*/, const Scratch&) const { return true; }
  // States that are found by a loop of their own before each step, and held in it. Returns its
  // iterations, or -1 if it failed.
  virtual bool has_loop() const { return false; }
  virtual int inner_loop(Trial&, Scratch&) const { return 0; }
  // What residual() may change besides the Trial (end contacts, stops), so that a step can be
  // repeated.
  virtual int modes() const { return 0; }
  virtual void save_modes(const Scratch&, std::span<int>) const {}
  virtual void restore_modes(std::span<const int>, Scratch&) const {}
  // The next residual() is the one whose tangent will be asked for: what both need is found once.
  virtual void announce_tangent(Scratch&) const {}
  // R(q, v, a, y, ydot). From the second iteration on, the multipliers are updated first. Returns
  // true if a contact changed, which the dynamics allow only in the first iterations.
  virtual bool residual(Trial&, StepCoefficients, int iteration, Scratch&,
                        std::span<double> r) const = 0;
  // Shortens entries of an increment that would carry a state past where its equation bends sharply,
  // to just past it. True if one was.
  virtual bool clip(const Trial&, std::span<double> /*increment*/, Scratch&) const { return false; }
  // Puts states that are past a hard stop back onto it, where no residual would do so.
  virtual void limit(Trial&) const {}
  // J = c.q R_q + c.v R_v + c.a R_a + ...; after residual() at the same trial.
  virtual void tangent(const Trial&, StepCoefficients, Scratch&, SquareMatrix& j) const = 0;
  // The tangent just written at the last residual() is the one that will be factorised.
  virtual void tangent_written(Scratch&) const = 0;
  // After convergence: multipliers, projections of v and a with the factorisation of the last
  // tangent, and ydot re-evaluated with the projected velocities.
  virtual Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const = 0;
  // After the last residual() only states have moved, along the tangent: flows and forces follow them to
  // first order. False where that is not enough; always, unless follows().
  virtual bool follow(const Trial&, Scratch&) const { return false; }
  virtual bool follows() const { return false; }
  // finish() where the trial was moved since the last residual() by so little, or what has moved was
  // followed, that its values serve: Newton's last increment. After gap_after() of it.
  virtual Gaps finish_near(Trial& trial, StepCoefficients c, const LinearSolver& lu,
                           Scratch& scratch) const {
    return finish(trial, c, lu, scratch);
  }
  // What a Newton increment would leave in the constraints, to first order; after residual().
  virtual double gap_after(std::span<const double> /*increment*/, Scratch&) const { return 0.0; }
  // Where constraints are imposed on positions, the accelerations of a stage of low order are of
  // lower order still: a rule that goes on from them asks for better ones first. After finish().
  virtual bool improve_accelerations(Trial&, Scratch&) const { return true; }
  // a, lambda and ydot from q, v, y alone (index-1 equations): at the start and after jumps.
  virtual bool rates(Trial&, Scratch&) const = 0;
  // What is left in the constraints at the trial that was last finished or rated.
  virtual Gaps gaps(const Trial&, Scratch&) const = 0;
  // Powers of the energy audit at the trial that was last finished or rated.
  virtual int audits() const = 0;
  virtual void powers(const Trial&, Scratch&, std::span<double> watts) const = 0;
  // Of a step whose states changed at the rates of linear equations, ydot, and not at those of its
  // ends: what the same equations say of means over the step that balance those changes.
  virtual void balance(std::span<const double> /*ydot*/, Scratch&,
                       std::span<double> /*mean*/) const {}
  // States that have an equation to themselves, at what the last residual() measured: those that solve
  // it, with all else held. True if there are any; then residual() is due again.
  virtual bool settle_states(Trial&, StepCoefficients, Scratch&) const { return false; }
};

inline std::vector<double> scales(const ImplicitDynamics& dynamics) {
  std::vector<double> out;
  for (int i = 0; i < dynamics.size(); ++i) out.push_back(dynamics.scale(i));
  return out;
}

}  // namespace bramah
