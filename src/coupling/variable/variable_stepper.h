// Steps as long as rosenbrock's tolerance allows, whatever the ticks: from one break of the inputs
// to the next, with states read anywhere inside the last step by the cubic between its ends. step()
// and run() share it, so that a run with sparse rows, one with dense rows and single ticks give the
// same motion.
//
// The step that reaches past a tick is part of State: its two ends, what the step control
// remembers, and the state at the start of its piece. An input that jumps at a tick ends it there.
//
// In: a State's values, two instants any number of ticks apart. Out: the values at the second. The
// rule is integrators/rosenbrock.h [Sandu1997; Hairer1996, Sec. IV.8]. Called as a Stepper; the
// only one with any_length().
#pragma once

#include "coupling/stepper.h"
#include "integrators/rosenbrock.h"

namespace bramah {

class VariableStepper final : public Stepper {
 public:
  explicit VariableStepper(const Plant& plant) : Stepper(plant) {}

  std::unique_ptr<StepperScratch> make_scratch() const override;
  std::size_t memory(std::size_t others) const override;
  bool any_length() const override { return true; }
  StepReport advance(std::span<double> state, double from, double to, bool jump,
                     StepperScratch&) const noexcept override;

 private:
  struct Scratch;
  // Order of the memory: these, then the rule's, then the state at the start of the piece.
  enum Head : std::size_t { kTaken, kInside, kAnchor, kHead };

  void recall(std::span<double> state, Scratch&) const noexcept;
  void remember(std::span<double> state, Scratch&) const noexcept;
  bool begin_piece(Scratch&) const noexcept;
  bool proceed(Scratch&) const noexcept;
  StepReport take_step(Scratch&) const noexcept;
  void read(double t, std::span<double> state, Scratch&) const noexcept;
};

}  // namespace bramah
