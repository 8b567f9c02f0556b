// A co-simulated machine: mechanism and circuits are subsystems of a Cosimulation that communicate
// once in a step of the machine (the macro step H), or more often where H adapts [Rahikainen2020,
// Sec. 2.3].
//
//   subsystem  its own equations (coupling/sides.h), formulation, integrator and inner steps
//   between    inputs are extrapolated by polynomials (extrapolation.h), or the oil takes a reduced
//              mechanism along (interface_model.h)                    [Rahikainen2020, Eqs. 10-15]
//   watched    power and energy that the interface creates            [Rahikainen2020, Eqs. 19-24]
// In: a State's values, which hold the sides' own histories in Layout::coupling. Out: the values a
// macro step later. side_run.h wraps a side, bramah/cosimulation.h is the manager, which also takes
// subsystems from outside the library; team.h are its threads. Made by build/, called as a Stepper.
#pragma once

#include <functional>

#include "coupling/cosimulation/side_run.h"
#include "coupling/piecewise.h"

namespace bramah {

class Cosimulated final : public Piecewise {
 public:
  using MakeDynamics =
      std::function<std::unique_ptr<const ImplicitDynamics>(const MachineEquations& mechanism)>;
  Cosimulated(const Plant&, const MakeDynamics&);

  std::unique_ptr<StepperScratch> make_scratch() const override;
  std::size_t memory(std::size_t) const override { return memory_; }

  int bonds() const noexcept { return static_cast<int>(plant_.names.cylinders.size()); }
  std::size_t residual_offset(int bond) const noexcept { return residuals_ + 4 * bond; }
  std::size_t substeps_offset() const noexcept { return memory_ - 1; }
  std::string sides() const override;

  // "mechanism", "oil1", ...: also by themselves, for those who step a single one.
  std::vector<std::string> side_names() const;
  std::unique_ptr<SideRun> side_run(int side) const;
  bool signals_push() const noexcept { return holds_signals_; }  // signals that read sensors

 private:
  struct Run;
  std::unique_ptr<MechanismRun> mechanism_run() const;
  std::unique_ptr<OilRun> oil_run(std::size_t k) const;
  StepReport piece(std::span<double> state, double t, double h, bool jump,
                   StepperScratch&) const noexcept override;
  void load(std::span<double> state, double t, double h, Run&) const noexcept;
  void hold_signals(std::span<double> state, double t, double h, Run&) const noexcept;
  StepReport failure(const CosimulationReport&, const Run&, StepReport) const noexcept;
  int unknown(const SideRun&, int of_side) const noexcept;
  void adapt(double created, double h, double& substeps) const noexcept;

  CouplingVariables variables_;
  bool interface_model_;
  MechanismSide mechanism_;
  std::vector<OilSide> oil_;
  SideSolver mechanism_solver_;
  std::vector<SideSolver> oil_solvers_;
  std::size_t memory_ = 0, residuals_ = 0;
  bool holds_signals_ = false;
};

}  // namespace bramah
