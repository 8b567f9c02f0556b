// A step of a machine whose oil is integrated inside every Newton iteration of its mechanism
// (coupling/multirate/multirate.h).
#pragma once

#include <functional>

#include "coupling/multirate/multirate.h"
#include "coupling/piecewise.h"

namespace bramah {

// Why a solver cannot be multirate; empty if it can. Then why a machine cannot.
std::string refused_multirate(const SolverSpec&);
std::string refused_multirate(const MachineEquations&);

class Multirate final : public Piecewise {
 public:
  using MakeDynamics =
      std::function<std::unique_ptr<const ImplicitDynamics>(const MachineEquations& mechanism)>;
  Multirate(const Plant&, const MakeDynamics&);

  std::unique_ptr<StepperScratch> make_scratch() const override;
  std::string sides() const override { return "mechanism; oil, inside its Newton iterations"; }
  const ImplicitDynamics& mechanism() const noexcept { return *dynamics_; }
  const MultirateOil& oil() const noexcept { return *oil_; }
  // State into the scratch, as at the start of a step.
  void enter_sides(std::span<const double> state, double t, StepperScratch&) const noexcept;
  static ImplicitDynamics::Scratch& mechanism(StepperScratch&);

 private:
  struct Work;
  StepReport piece(std::span<double> state, double t, double h, bool jump,
                   StepperScratch&) const noexcept override;
  bool stable(std::span<double> state, double t, double h, bool jump, Work&,
              StepReport&) const noexcept;
  void leave(std::span<double> state, Work&) const noexcept;
  void blame_sides(Work&, StepReport&) const noexcept;
  StatePoint point(std::span<double> state, Work&) const noexcept;
  int unknown(int of_newton, Work&) const noexcept;  // as an index into Names::unknowns

  std::shared_ptr<const MultirateOil> oil_;
  MechanismSide side_;
  std::unique_ptr<const ImplicitDynamics> dynamics_;  // of the mechanism
  const Partition* partitioned_ = nullptr;            // the same, if it is that
};

}  // namespace bramah
