// Generalised alpha [Chung1993; Arnold2007 for index 3; Jansen2000 for first-order states]. With an
// algorithmic acceleration w, and d in its place for y,
//
//   (1 - am) w1 + am w0 = (1 - af) a1 + af a0
//   q1 = q0 + h v0 + h² ((1/2 - beta) w0 + beta w1)
//   v1 = v0 + h ((1 - gamma) w0 + gamma w1)
//   (1 - am_y) d1 + am_y d0 = (1 - af) ydot1 + af ydot0
//   y1 = y0 + h ((1 - gamma_y) d0 + gamma_y d1)
//
//   af = rho/(rho + 1)   am = (2 rho - 1)/(rho + 1)   am_y = (3 rho - 1)/(2 rho + 2)
//   gamma = 1/2 + af - am
// rho = rho_inf = 1 keeps, 0 annihilates what the step cannot resolve.
#pragma once

#include "integrators/predictor.h"

namespace bramah {

class GenAlpha final : public Integrator {
 public:
  GenAlpha(const ImplicitDynamics& dynamics, const NewtonOptions& options, double rho_inf);
  AdvanceReport advance(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double h,
                        StatePoint point) noexcept override;

 private:
  void predict(double h, const Ahead&, const StatePoint& point) noexcept;

  double alpha_m_, alpha_f_, beta_, gamma_, alpha_m_y_, gamma_y_;
  Predictor predictor_;
  std::vector<double> algorithmic_a_, algorithmic_y_, predicted_q_, predicted_y_;
};

}  // namespace bramah
