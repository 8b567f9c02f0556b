// The sides of a machine as subsystems of a co-simulation: what is needed to advance one, and its
// share of the machine's State.
#pragma once

#include "bramah/cosimulation.h"
#include "constraints/partition.h"
#include "coupling/cosimulation/interface_model.h"
#include "coupling/layout.h"
#include "coupling/sides.h"
#include "integrators/integrator.h"

namespace bramah {

// How a side is solved.
struct SideSolver {
  std::unique_ptr<const ImplicitDynamics> dynamics;
  const Partition* partitioned = nullptr;  // the dynamics, if they are that
  IntegratorRule integrator = IntegratorRule::sdirk2;
  IntegratorOptions options;
  double step = 0.0;  // longest inner step [s]
  bool guard = true;
};

class SideRun : public Subsystem {
 public:
  SideRun(const Side&, const SideSolver&, CouplingVariables);

  void place(double t, std::span<const Curve> inputs) override;
  bool advance(double t, double H, std::span<const Curve> inputs) override;
  double energy(int port) const override { return energy_[port]; }
  std::size_t state_size() const override;
  void save(std::span<double> state) const override;
  void restore(std::span<const double> state) override;

  // What is stored beside the side's own numbers.
  void enter(const Surroundings&) noexcept;
  virtual void load(const Layout&, std::span<const double> state) noexcept;
  // The time, and an instant on the piece of the inputs that begins there.
  void set_now(double t, double anchor) noexcept;
  virtual void store(const Layout&, std::span<double> state) const noexcept;

  const AdvanceReport& report() const noexcept { return report_; }
  const Stability& stability() const noexcept { return stability_; }
  std::span<const Stroke> strokes() const noexcept { return buffers_->strokes; }
  const SideMap& map() const noexcept { return side_.map; }
  const SideSolver& solver() const noexcept { return solver_; }
  const ImplicitDynamics::Scratch& scratch() const noexcept { return *scratch_; }
  int unsettled() const noexcept { return buffers_->unsettled; }

 protected:
  virtual void take(double t, std::span<const Curve> inputs) noexcept = 0;
  int cylinders() const noexcept { return static_cast<int>(side_.map.cylinders.size()); }
  StatePoint point() noexcept;
  void evaluate() noexcept;  // everything at the present point and time

  const Side& side_;
  const SideSolver& solver_;
  CouplingVariables variables_;
  std::unique_ptr<ImplicitDynamics::Scratch> scratch_;
  MachineEquations::Buffers* buffers_;
  std::unique_ptr<Integrator> integrator_;
  Trial trial_;
  std::vector<double> q_, v_, a_, y_, ydot_, lambda_, memory_a_, memory_y_, power_, work_, control_;
  std::vector<double> energy_, partition_;
  double time_ = 0.0, anchor_ = 0.0;
  long steps_ = 0;  // since t = 0, about

 private:
  bool begin(double t, double h) noexcept;
  double port_work(int cylinder) const noexcept;

  AdvanceReport report_;
  Stability stability_;
};

// Outputs: length and rate of each cylinder; the interface model (free accelerations, root) if
// asked for; joint values that sensors read.
class MechanismRun final : public SideRun {
 public:
  MechanismRun(const MechanismSide&, const SideSolver&, CouplingVariables, bool interface_model,
               std::vector<Sensor> joint_sensors, const std::vector<std::string>& cylinders);

  std::string name() const override { return "mechanism"; }
  std::vector<std::string> inputs() const override { return inputs_; }
  std::vector<std::string> outputs() const override { return outputs_; }
  std::vector<PowerPort> power_ports() const override { return ports_; }
  double scale(int output) const override;
  void read(std::span<double> outputs, std::span<double> rates) override;
  void load(const Layout&, std::span<const double> state) noexcept override;
  void store(const Layout&, std::span<double> state) const noexcept override;

 private:
  void take(double t, std::span<const Curve> inputs) noexcept override;

  std::vector<std::string> inputs_, outputs_;
  std::vector<PowerPort> ports_;
  std::vector<Sensor> sensors_;
  InterfaceModel model_;
  Trial model_trial_;
  bool interface_model_;
};

// Outputs: pressures A and B of each cylinder, or its force.
class OilRun final : public SideRun {
 public:
  OilRun(std::string name, const OilSide&, const SideSolver&, CouplingVariables,
         bool interface_model, const std::vector<std::string>& cylinders);

  std::string name() const override { return name_; }
  std::vector<std::string> inputs() const override { return inputs_; }
  std::vector<std::string> outputs() const override { return outputs_; }
  std::vector<PowerPort> power_ports() const override { return ports_; }
  double scale(int output) const override;
  double believed(int input) const override;
  double energy(int port) const override { return -SideRun::energy(port); }  // it pushes
  void read(std::span<double> outputs, std::span<double> rates) override;
  void load(const Layout&, std::span<const double> state) noexcept override;

 private:
  void take(double t, std::span<const Curve> inputs) noexcept override;

  std::string name_;
  std::vector<std::string> inputs_, outputs_;
  std::vector<PowerPort> ports_;
  bool interface_model_;
};

}  // namespace bramah
