// A step of a machine whose oil is integrated inside every Newton iteration of its mechanism
// (coupling/multirate/multirate.h).
#pragma once

#include <functional>

#include "coupling/multirate/multirate.h"
#include "constraints/partition.h"
#include "machine/coupled.h"
#include "machine/description.h"
#include "machine/layout.h"

namespace bramah {

// Why a solver cannot be multirate; empty if it can. Then why a machine cannot.
std::string refused_multirate(const SolverSpec&);
std::string refused_multirate(const MachineEquations&);

class Multirate final : public Coupled {
 public:
  using MakeDynamics =
      std::function<std::unique_ptr<const ImplicitDynamics>(const MachineEquations& mechanism)>;
  // The machine must outlive this.
  Multirate(const Machine&, const MakeDynamics&);

  std::unique_ptr<Scratch> make_scratch() const override;
  std::string sides() const override { return "mechanism; oil, inside its Newton iterations"; }
  StepReport advance(std::span<double> state, double t, double h, bool jump,
                     Scratch&) const noexcept override;
  const ImplicitDynamics& mechanism() const noexcept { return *dynamics_; }
  const MultirateOil& oil() const noexcept { return *oil_; }
  // State into the scratch, as at the start of a step.
  void enter(std::span<const double> state, double t, Scratch&) const noexcept;
  static ImplicitDynamics::Scratch& mechanism(Scratch&);

 private:
  struct Work;
  bool stable(std::span<double> state, double t, double h, bool jump, Work&,
              StepReport&) const noexcept;
  void leave(std::span<double> state, Work&) const noexcept;
  void blame(Work&, StepReport&) const noexcept;
  StatePoint point(std::span<double> state, Work&) const noexcept;
  int unknown(int of_newton, Work&) const noexcept;  // as an index into Machine::unknowns

  const Machine& machine_;
  std::shared_ptr<const MultirateOil> oil_;
  MechanismSide side_;
  std::unique_ptr<const ImplicitDynamics> dynamics_;  // of the mechanism
  const Partition* partitioned_ = nullptr;          // the same, if it is that
};

}  // namespace bramah
