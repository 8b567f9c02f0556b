// One-step integrators; the implicit ones share one Newton solve. Each advances a point (q, v, a,
// y, ydot) by h and adds the audit's powers to their integrals with its own quadrature.
//
//   trapezoidal   b = h/2                                          [Naya2011, Eqs. 7-8, 18-19]
//   sdirk2        b = gamma h, gamma = 1 - 1/sqrt 2; L-stable,     [Alexander1977]
//                 stiffly accurate, two solves
//   gen_alpha     damping at infinity set by rho_inf               [Chung1993; Jansen2000 for y]
//   linear_euler  one tangent and one solve, no iteration          [Hairer1996, Sec. IV.9]
//   rosenbrock    chooses its own steps: RODAS3                    [Sandu1997]
//   euler, semi_euler, heun, rk4                                   explicit.h
// In: an ImplicitDynamics (constraints/), a StatePoint, t and h, on one piece of the inputs. Out:
// the point at t + h, and an AdvanceReport. An integrator knows neither bodies nor oil, and holds
// no state of the machine between steps. Made by make_integrator() for the steppers of coupling/,
// which call it; build/formulation.h says which rule goes with which constraints.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "bramah/solver.h"
#include "integrators/newton.h"
#include "integrators/step_error.h"

namespace bramah {

// The part of State an integrator advances; `memory` holds what gen_alpha carries (algorithmic
// acceleration, then algorithmic rate of y), `power` the audit's powers at the point, `work` their
// integrals, `control` the step size of a rule that chooses it; `before_a` and `before_y` are a and
// ydot one step earlier, for rules whose error shows in them, `bend_a` and `bend_y` how they bent until
// then (predictor.h), `before_h` that step [s], 0 where a jump lies between, and `newton` what its solves
// have shown (newton.h).
struct StatePoint {
  std::span<double> q, v, a, y, ydot, lambda, memory_a, memory_y, power, work, control;
  std::span<double> before_a{}, before_y{}, before_h{}, bend_a{}, bend_y{}, newton{};
};

struct AdvanceReport {
  NewtonReport newton;  // of the last solve; its worst case if it failed
  int solves = 0, iterations = 0, max_iterations = 0;
  Gaps gaps;
  double error = 0.0;    // of the step, over its bound; where bounds were given
  int worst_error = -1;  // coordinates of the Trial, then states
};

// Whether a step of h can be trusted; only explicit rules have to ask.
struct Stability {
  bool stable = true;
  double radius = 0.0, longest = 0.0;  // fastest rate [1/s], longest step [s]
  int unknown = -1;                    // the fastest unknown
};

class Integrator {
 public:
  Integrator(const ImplicitDynamics& dynamics, const NewtonOptions& options);
  virtual ~Integrator() = default;

  // From t to t + h inside one piece of the inputs. On failure `point` is half-advanced: the caller
  // keeps a copy.
  virtual AdvanceReport advance(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t,
                                double h, StatePoint point) noexcept = 0;
  // From now on advance() estimates its error against these, which must outlive this.
  void set_bounds(const ErrorBounds* bounds) noexcept { bounds_ = bounds; }
  void set_budget(Budget* budget) noexcept { newton_.set_budget(budget); }
  void set_patience(int times) noexcept { newton_.set_patience(times); }
  // From now on a solution next to where its equations were last evaluated is not evaluated again. For
  // callers that read nothing but the point afterwards.
  void accept_near() noexcept { near_ = true; }
  // From now on Newton begins with rates as they are, instead of rates that go on bending.
  void begin_straight() noexcept { bends_ = false; }
  virtual Stability stable(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double /*h*/,
                           StatePoint) noexcept {
    return {};
  }

 protected:
  // Newton from trial_, projections, powers; false if it did not converge. `which` of a step's solves.
  bool solve(const ImplicitDynamics&, ImplicitDynamics::Scratch&, StepCoefficients c, double t,
             double anchor, const StatePoint& point, AdvanceReport& report, int which = 0,
             bool warm = false) noexcept;
  void store(StatePoint point) const noexcept;
  void add_work(StatePoint point, double weight) const noexcept;  // work += weight power_
  // Of what was written into error_.
  void judge(StepCoefficients c, AdvanceReport& report) noexcept;
  // error_ of a rule of one stage, C h³ times the third derivative, from the rates at three instants.
  void look_back(StatePoint point, double h, double constant) noexcept;

  const ErrorBounds* bounds_ = nullptr;
  bool near_ = false, bends_ = true;
  StepError error_;
  Newton newton_;
  Trial trial_;
  std::vector<double> power_;
};

struct IntegratorOptions {
  NewtonOptions newton;
  double rho_inf = 0.8;  // gen_alpha
  double relative_tolerance = choice_record(IntegratorRule::rosenbrock).tolerance;
  double longest_step = std::numeric_limits<double>::infinity();  // rosenbrock [s]
};

// The rule of that enumerator; each is defined beside its class.
template <IntegratorRule>
std::unique_ptr<Integrator> make_rule(const ImplicitDynamics&, const IntegratorOptions&);

// The reference is a driver of its own (reference/): single steps of its machines are sdirk2's.
std::unique_ptr<Integrator> make_integrator(IntegratorRule, const ImplicitDynamics&,
                                            const IntegratorOptions&);

}  // namespace bramah
