// A tick in as many steps as its accuracy asks for. The tick is when inputs are read and results are
// given; inside it, steps of any implicit rule are
//   taken     where their error is within its bounds (integrators/step_error.h), the next one longer,
//   repeated  from their start and shorter, where it is not or where Newton fails,
//   coarse    where Newton fails at kShortest too, and with more patience: one linear solve, L-stable,
//             states inside their stops (integrators/linear_euler.h); the motion goes on. So it does,
//             in a few such steps to the end of the tick, where the tick's budget is spent
//             (core/budget.h).
// On smooth motion a tick is one step, with the bits that it has without all this. The length of the
// next step is part of State (Layout::control), so that a step depends on nothing else.
//
// In: a State's values, from t to t + h inside one piece of the inputs. Out: the values at t + h.
// Called by Piecewise::advance. Step control: [Hairer1996, Sec. IV.8].
#pragma once

#include "coupling/whole/whole.h"

namespace bramah {

class Substepper final : public Whole {
 public:
  using Whole::Whole;
  static constexpr double kShortest = 1e-6;  // [s]

  std::unique_ptr<StepperScratch> make_scratch() const override;

 protected:
  StepReport piece(std::span<double> state, double t, double h, bool jump,
                   StepperScratch&) const noexcept override;

 private:
  struct Scratch;
  enum Control : std::size_t { kNext };  // order of Layout::control
  bool go_back(std::span<double> state, Scratch&) const noexcept;
  void bound_pressures(std::span<double> state, const Scratch&) const noexcept;
  StepReport linear_step(std::span<double> state, double t, double h, Scratch&) const noexcept;
  bool squeeze_through(std::span<double> state, double t, double h, StepReport&,
                       Scratch&) const noexcept;
  StepReport end_coarsely(std::span<double> state, double t, double h, Scratch&) const noexcept;
};

}  // namespace bramah
