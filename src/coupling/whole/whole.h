// All equations of a machine in one solve a stage: monolithic coupling [Naya2011, Sec. 3], and
// guidance, where guides take the place of the oil.
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

 private:
  bool looks(std::span<const double> state) const noexcept;
  bool stable(std::span<double> state, double t, double h, Scratch&, StepReport&) const noexcept;
};

}  // namespace bramah
