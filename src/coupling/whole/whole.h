// All equations of a machine in one solve a stage: monolithic coupling [Naya2011, Sec. 3;
// Jaiswal2021, Sec. 4], and guidance, where guides take the place of the oil [Naya2011, Eq. 39].
//
//   R(q, v, a, y, ydot) = 0 for mechanism, oil and controllers at once  [Naya2011, Eqs. 17-26]
// In: a State's values, from t to t + h inside one piece of the inputs. Out: the values at t + h, a
// StepReport. What it does besides calling the integrator: an explicit rule is asked now and then
// whether it is still stable, a piston past its end is told, spheres get new charts. Called by
// Piecewise::advance; the default coupling.
#pragma once

#include "coupling/piecewise.h"

namespace bramah {

class Whole : public Piecewise {
 public:
  using Piecewise::Piecewise;
  std::unique_ptr<StepperScratch> make_scratch() const override;

 protected:
  struct Scratch : StepperScratch {
    std::unique_ptr<Integrator> integrator;
    explicit Scratch(const Plant&);
  };
  StepReport piece(std::span<double> state, double t, double h, bool jump,
                   StepperScratch&) const noexcept override;
  // One step of a rule, with what belongs to it.
  struct Outcome {
    StepReport report;
    double error;  // see AdvanceReport
  };
  Outcome take_step(std::span<double> state, double t, double h, bool jump, Integrator&,
                    Scratch&) const noexcept;

 private:
  bool looks(std::span<const double> state) const noexcept;
  bool stable(std::span<double> state, double t, double h, Scratch&, StepReport&) const noexcept;
};

}  // namespace bramah
