// The trapezoidal rule, the papers' integrator
//                                      [Naya2011, Eqs. 7-8, 18-19; Jaiswal2021, Eqs. 32-34]
//
//   q1 = q0 + h/2 (v0 + v1),  v1 = v0 + h/2 (a0 + a1),  y1 = y0 + h/2 (ydot0 + ydot1)
// A-stable but not L-stable: stiff pressures ring at large steps. Not for those; see sdirk2.
#pragma once

#include "integrators/predictor.h"

namespace bramah {

class Trapezoidal final : public Integrator {
 public:
  Trapezoidal(const ImplicitDynamics& dynamics, const NewtonOptions& options)
      : Integrator(dynamics, options), predictor_(dynamics) {}
  AdvanceReport advance(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double h,
                        StatePoint point) noexcept override;

 private:
  void predict(double h, const Ahead&, const StatePoint& point) noexcept;

  Predictor predictor_;
};

}  // namespace bramah
