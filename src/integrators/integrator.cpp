#include "integrators/integrator.h"

#include <algorithm>

#include "integrators/explicit.h"
#include "integrators/gen_alpha.h"
#include "integrators/linear_euler.h"
#include "integrators/rosenbrock.h"
#include "integrators/sdirk2.h"
#include "integrators/trapezoidal.h"

namespace bramah {

Integrator::Integrator(const ImplicitDynamics& dynamics, const NewtonOptions& options)
    : newton_(dynamics, options),
      trial_(dynamics.coordinates(), dynamics.states(), dynamics.constraints()),
      power_(dynamics.audits()) {}

bool Integrator::solve(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                       StepCoefficients c, double t, double anchor, AdvanceReport& report,
                       bool warm) noexcept {
  dynamics.set_time(t, anchor, scratch);
  report.newton = newton_.solve(dynamics, c, trial_, scratch, warm);
  report.solves += 1;
  report.iterations += report.newton.iterations;
  report.max_iterations = std::max(report.max_iterations, report.newton.iterations);
  if (!report.newton.converged) return false;
  report.gaps = dynamics.finish(trial_, c, newton_.factorisation(), scratch);
  dynamics.powers(trial_, scratch, power_);
  return true;
}

void Integrator::store(StatePoint point) const noexcept {
  std::copy(trial_.q.begin(), trial_.q.end(), point.q.begin());
  std::copy(trial_.v.begin(), trial_.v.end(), point.v.begin());
  std::copy(trial_.a.begin(), trial_.a.end(), point.a.begin());
  std::copy(trial_.y.begin(), trial_.y.end(), point.y.begin());
  std::copy(trial_.ydot.begin(), trial_.ydot.end(), point.ydot.begin());
  std::copy(trial_.lambda.begin(), trial_.lambda.end(), point.lambda.begin());
  std::copy(power_.begin(), power_.end(), point.power.begin());
}

void Integrator::add_work(StatePoint point, double weight) const noexcept {
  for (std::size_t k = 0; k < power_.size(); ++k) point.work[k] += weight * power_[k];
}

std::unique_ptr<Integrator> make_integrator(const std::string& name,
                                            const ImplicitDynamics& dynamics,
                                            const IntegratorOptions& o) {
  if (name == "trapezoidal") return std::make_unique<Trapezoidal>(dynamics, o.newton);
  if (name == "gen_alpha") return std::make_unique<GenAlpha>(dynamics, o.newton, o.rho_inf);
  if (name == "linear_euler") return std::make_unique<LinearEuler>(dynamics);
  if (name == "rosenbrock")
    return std::make_unique<Rosenbrock>(dynamics,
                                        Rosenbrock::Options{o.relative_tolerance, o.longest_step});
  using Rule = Explicit::Rule;
  if (name == "euler") return std::make_unique<Explicit>(dynamics, Rule::euler);
  if (name == "semi_euler") return std::make_unique<Explicit>(dynamics, Rule::semi_euler);
  if (name == "heun") return std::make_unique<Explicit>(dynamics, Rule::heun);
  if (name == "rk4") return std::make_unique<Explicit>(dynamics, Rule::rk4);
  return std::make_unique<Sdirk2>(dynamics, o.newton);
}

}  // namespace bramah
