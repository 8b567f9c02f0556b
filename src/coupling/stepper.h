// How a plant is carried through time: one interface for machines that are solved as a whole, in
// sides that are solved apart, with a network in place of the oil, or with steps of its own length.
//
//   whole/         all equations in one solve                     [Naya2011, Sec. 3]
//   multirate/     oil integrated inside the mechanism's Newton   [Naya2011, Sec. 4]
//   cosimulation/  sides that communicate once in a step          [Rahikainen2020]
//   surrogate/     a network, and the oil that takes over from it [Malysheva2021, Ch. 3]
//   variable/      rosenbrock's own steps, states read inside them
// Guidance is whole/ with guides in the equations. Enter and leave: a State's values. Callers:
// machine/step.cpp, which adds the clock of the ticks; nothing else advances time.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "bramah/model.h"
#include "core/budget.h"
#include "coupling/plant.h"

namespace bramah {

struct StepperScratch : PlantWork {
  std::vector<double> tick_start;  // the state as the tick began
  Budget budget;                   // of the tick
  explicit StepperScratch(const Plant& plant) : PlantWork(plant), tick_start(plant.layout.size) {}
  virtual ~StepperScratch() = default;
};

class Stepper {
 public:
  explicit Stepper(const Plant& plant) : plant_(plant) {}  // which must outlive it
  virtual ~Stepper() = default;

  const Plant& plant() const noexcept { return plant_; }
  virtual std::unique_ptr<StepperScratch> make_scratch() const = 0;
  // Doubles it keeps in State (Layout::coupling), behind `others` that are there already.
  virtual std::size_t memory(std::size_t /*others*/) const { return 0; }
  virtual bool any_length() const { return false; }  // advance() may go over several ticks at once
  virtual std::string sides() const { return {}; }   // for people, where they are solved apart

  // New external inputs act from the start of a tick. True if one changed: a jump like any other.
  virtual bool take_inputs(const Inputs&, std::span<double> state) const noexcept;
  // From one instant to a later one. `jump`: an input has just jumped. Indices in the report are
  // those of Names. On failure the state is half-advanced: the caller keeps a copy. Does not
  // allocate.
  virtual StepReport advance(std::span<double> state, double from, double to, bool jump,
                             StepperScratch&) const noexcept = 0;
  // After the tick count moved on to t.
  virtual void end_tick(std::span<double> /*state*/, double /*t*/, StepperScratch&) const noexcept {
  }
  // Accelerations and rates anew at t, on the piece of the inputs around `anchor`.
  virtual bool refresh(std::span<double> state, double t, double anchor,
                       StepperScratch&) const noexcept;

  // Whose names a failed report means.
  virtual const Plant& blamed(const StepReport&) const noexcept { return plant_; }
  virtual std::string warning(const State&) const { return {}; }  // what makes results doubtful

 protected:
  const Plant& plant_;
};

// Counts add up; the rest is of the last part.
void add(StepReport& sum, const StepReport& part) noexcept;

}  // namespace bramah
