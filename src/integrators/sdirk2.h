// SDIRK of two stages, gamma = 1 - 1/sqrt 2: second order, L-stable, stiffly accurate
// [Alexander1977, Sec. 2].
//
//   q1 = q0 + gamma h v1                      q2 = q0 + h (1 - gamma) v1 + gamma h v2
// and likewise for v with a, for y with ydot. Velocities and accelerations are projected and ydot
// is re-evaluated after each stage, before stage 2's history is formed: otherwise closed loops lose
// an order.
#pragma once

#include "integrators/predictor.h"

namespace bramah {

class Sdirk2 final : public Integrator {
 public:
  Sdirk2(const ImplicitDynamics& dynamics, const NewtonOptions& options);
  AdvanceReport advance(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double h,
                        StatePoint point) noexcept override;

 private:
  enum class Guess { bent, straight, held };  // rates go on bending; as they are; states stay
  void predict_stage1(const ImplicitDynamics&, double b, Guess, const StatePoint&) noexcept;
  void predict_stage2(double b, double rest, Guess, const StatePoint& point) noexcept;
  void estimate(double h, const StatePoint& point) noexcept;

  Predictor predictor_;
  Trial stage1_;
};

}  // namespace bramah
