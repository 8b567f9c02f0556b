// A machine with a trained network in place of its oil: the network's samples within a step, and
// the machine with oil that takes over where the network was not trained.
//
// The oil takes over at an instant, in the pose and speed of that instant: spools at rest at their
// commands, pressures that balance the flows at the present speeds if there are such, moved as
// little as it takes for the cylinders to push as the guides did. Then lengths, rates and
// accelerations go on smoothly. While it runs, the delay lines are fed with what is measured; once
// all of them are inside again, the network goes on from there.
//
// In: a State's values with the network's delay lines (Layout::surrogate) and, where it may be
// needed, a State of the machine with oil (Layout::physics). Out: the same a step later. What the
// network predicts is [Malysheva2021, Eq. 3.3]; how lengths follow is in surrogate_drive.h. Made by
// build/surrogate_build.h, called as a Stepper.
#pragma once

#include "coupling/surrogate/oil_start.h"
#include "coupling/surrogate/surrogate_drive.h"
#include "coupling/whole/whole.h"

namespace bramah {

// Where two plants keep the same numbers: pairs of places in the blocks of their States.
struct SharedParts {
  struct Pair {
    std::size_t here = 0, there = 0;
  };
  std::vector<Pair> y, samples, work;
  std::vector<Pair> contacts;  // branches of force elements
};

class SurrogateStepper final : public Whole {
 public:
  // `physics`: the machine with oil, where it takes over.
  struct Setup {
    std::shared_ptr<const SurrogateDrive> drive;
    std::string file;
    OutsidePolicy outside = OutsidePolicy::warn;
    std::shared_ptr<const Piecewise> physics;
    SharedParts shared;
  };
  SurrogateStepper(const Plant&, Setup);

  const SurrogateDrive& drive() const noexcept { return *setup_.drive; }
  std::unique_ptr<StepperScratch> make_scratch() const override;
  bool take_inputs(const Inputs&, std::span<double> state) const noexcept override;
  StepReport advance(std::span<double> state, double from, double to, bool jump,
                     StepperScratch&) const noexcept override;
  void end_tick(std::span<double> state, double t, StepperScratch&) const noexcept override;
  // The network is sampled too, if t is one of its instants; at t = 0 it begins anew.
  bool refresh(std::span<double> state, double t, double anchor,
               StepperScratch&) const noexcept override;
  // The piece that ends at t at the state's lengths and rates.
  void place(std::span<double> state, double t, StepperScratch&) const noexcept;
  // A state adopted from another machine: the oil's part of it follows.
  void adopt(std::span<double> state, double t, StepperScratch&) const noexcept;

  const Plant& blamed(const StepReport&) const noexcept override;
  // Sentences for people.
  std::string stop_text(const StepReport&) const;
  std::string warning(const State&) const override;  // empty: it stayed inside
  std::vector<std::string> notes() const;            // for check

 private:
  struct Scratch;
  // Which of the two runs, with its part of the state.
  struct Running {
    const Piecewise* stepper = nullptr;
    std::span<double> x;
    StepperScratch* work = nullptr;
  };
  static Scratch& mine(StepperScratch&) noexcept;
  bool physics_runs(std::span<const double> state) const noexcept;
  Running running(std::span<double> state, Scratch&) const noexcept;
  void read_inputs(Scratch&) const noexcept;
  void look(Scratch&) const noexcept;
  bool exchange(std::span<double> state, double t, double anchor, Scratch&) const noexcept;
  bool take_over(std::span<double> state, double t, double anchor, Scratch&) const noexcept;
  bool give_back(std::span<double> state, double t, double anchor, Scratch&) const noexcept;
  void mirror_physics(std::span<double> state, double t, Scratch&) const noexcept;
  void blame_network(std::span<const double> state, StepReport&) const noexcept;

  Setup setup_;
};

}  // namespace bramah
