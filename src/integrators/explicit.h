// Explicit one-step rules on (q, v, y) with accelerations and rates from the index-1 equations.
//
//   euler       q1 = q0 + h v0, v1 = v0 + h a0, y1 = y0 + h ydot0
//   semi_euler  the same, but q1 = q0 + h v1: symplectic where nothing dissipates
//   heun        order 2       rk4  the classical one, order 4
// The rates at the end of a step are those at the start of the next, so a step costs as many
// evaluations as the rule has stages. Not for stiff oil: the step must stay below 2 (rk4 2.78) over
// the fastest rate, which stable() checks.
#pragma once

#include "integrators/integrator.h"
#include "integrators/spectral_radius.h"

namespace bramah {

class Explicit final : public Integrator {
 public:
  Explicit(const ImplicitDynamics& dynamics, IntegratorRule rule);
  AdvanceReport advance(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double h,
                        StatePoint point) noexcept override;
  Stability stable(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double h,
                   StatePoint point) noexcept override;

 private:
  struct Stage {
    std::vector<double> v, a, ydot, power;
  };
  bool rate(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double anchor,
            AdvanceReport&) noexcept;
  void move(const StatePoint&, double h, std::span<const double> v, std::span<const double> a,
            std::span<const double> ydot) noexcept;
  bool rk4(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double h, StatePoint,
           AdvanceReport&) noexcept;
  bool heun(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double h, StatePoint,
            AdvanceReport&) noexcept;
  bool begin(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double h, StatePoint,
             AdvanceReport&) noexcept;
  void keep(Stage&) const noexcept;

  IntegratorRule rule_;
  bool varies_ = true;  // the inputs, in this step; if not, its start has set them
  SpectralRadius radius_;
  Stage stages_[3];
  std::vector<double> v_, a_, ydot_;
  std::vector<int> modes_;
};

}  // namespace bramah
