#include "coupling/cosimulation/cosimulated.h"

#include <algorithm>
#include <cmath>

#include "constraints/open_tree.h"
#include "core/nearest.h"
#include "core/text.h"

namespace bramah {

struct Cosimulated::Run final : StepperScratch {
  using StepperScratch::StepperScratch;
  std::unique_ptr<MechanismRun> mechanism;
  std::vector<std::unique_ptr<OilRun>> oil;
  std::unique_ptr<Cosimulation> manager;
  std::vector<double> inputs;  // the machine's, then held signals
  std::unique_ptr<MachineEquations::Buffers> whole;
  std::unique_ptr<Trial> whole_trial;
};

Cosimulated::Cosimulated(const Plant& plant, const MakeDynamics& make_dynamics)
    : Piecewise(plant),
      variables_(plant.solver.cosimulation.variables),
      interface_model_(plant.solver.cosimulation.input == OilForesight::interface_model),
      mechanism_(mechanism_side(*plant.equations, variables_)),
      oil_(oil_sides(*plant.equations, variables_, interface_model_, interface_model_)) {
  const CosimulationSpec& spec = plant.solver.cosimulation;
  SideSolver& m = mechanism_solver_;
  m.dynamics = make_dynamics(*mechanism_.equations);
  m.partitioned = dynamic_cast<const Partition*>(m.dynamics.get());
  m.integrator = plant.solver.integrator;
  m.options = plant.integrator_options();
  m.step = spec.mechanism_step.value_or(std::numeric_limits<double>::infinity());
  m.guard = plant.solver.guard;
  for (const OilSide& side : oil_) {
    SideSolver solver;
    solver.dynamics = std::make_unique<OpenTree>(*side.equations);
    solver.integrator = spec.oil_integrator;
    solver.options = plant.integrator_options();
    solver.step = spec.oil_step;
    solver.guard = plant.solver.guard;
    oil_solvers_.push_back(std::move(solver));
  }
  for (const int effort : plant.equations->parts().efforts)
    if (std::ranges::find(mechanism_.held, effort) != mechanism_.held.end()) holds_signals_ = true;
  const auto run = make_scratch();
  const Cosimulation& manager = *static_cast<Run&>(*run).manager;
  residuals_ = manager.residual_offset(0);
  memory_ = manager.state_size() + 1;
}

std::vector<std::string> Cosimulated::side_names() const {
  std::vector<std::string> names{"mechanism"};
  for (std::size_t k = 0; k < oil_.size(); ++k) names.push_back("oil" + std::to_string(k + 1));
  return names;
}

std::string Cosimulated::sides() const {
  const std::vector<std::string> names = side_names();
  std::string text = names[0];
  for (std::size_t k = 0; k < oil_.size(); ++k) {
    std::vector<std::string> volumes;
    for (int v = 0; v < oil_[k].equations->parts().circuit->volumes(); ++v)
      volumes.push_back(plant_.names.volumes[oil_[k].map.states[v]]);
    text += concat("; ", names[k + 1], volumes.empty() ? "" : " (" + join(volumes) + ")");
  }
  return text;
}

std::unique_ptr<MechanismRun> Cosimulated::mechanism_run() const {
  std::vector<Sensor> sensors;
  for (const OilSide& side : oil_)
    sensors.insert(sensors.end(), side.joint_sensors.begin(), side.joint_sensors.end());
  return std::make_unique<MechanismRun>(mechanism_, mechanism_solver_, variables_, interface_model_,
                                        std::move(sensors), plant_.names.cylinders);
}

std::unique_ptr<OilRun> Cosimulated::oil_run(std::size_t k) const {
  return std::make_unique<OilRun>(side_names()[k + 1], oil_[k], oil_solvers_[k], variables_,
                                  interface_model_, plant_.names.cylinders);
}

std::unique_ptr<SideRun> Cosimulated::side_run(int side) const {
  if (side == 0) return mechanism_run();
  return oil_run(static_cast<std::size_t>(side - 1));
}

std::unique_ptr<StepperScratch> Cosimulated::make_scratch() const {
  const CosimulationSpec& spec = plant_.solver.cosimulation;
  auto run = std::make_unique<Run>(plant_);
  const int n = static_cast<int>(plant_.names.cylinders.size());
  CosimulationOptions options;
  options.scheme = spec.scheme;
  options.threads = spec.threads;
  options.tolerance = spec.tolerance, options.max_sweeps = spec.sweeps;
  options.correction = spec.correction;
  options.energy_feedback = spec.energy_feedback;
  run->manager = std::make_unique<Cosimulation>(options);
  Cosimulation& manager = *run->manager;
  // The oil first: in gauss_seidel the mechanism then interpolates its pressures.
  for (std::size_t k = 0; k < oil_.size(); ++k) {
    run->oil.push_back(oil_run(k));
    manager.add(*run->oil.back());
  }
  run->mechanism = mechanism_run();
  const int mechanism = manager.add(*run->mechanism);

  const int per_cylinder = variables_ == CouplingVariables::velocity_force ? 1 : 2;
  const int model = n + n * n;  // numbers of the interface model
  int joint = interface_model_ ? 2 * n + model : 2 * n;
  for (std::size_t k = 0; k < oil_.size(); ++k) {
    const int side = static_cast<int>(k);
    const auto& cylinders = oil_[k].map.cylinders;
    for (int c = 0; c < static_cast<int>(cylinders.size()); ++c) {
      manager.connect(mechanism, 2 * cylinders[c], side, 2 * c, 0);
      manager.connect(mechanism, 2 * cylinders[c] + 1, side, 2 * c + 1,
                      interface_model_ ? 0 : spec.order);
      for (int p = 0; p < per_cylinder; ++p)
        manager.connect(side, per_cylinder * c + p, mechanism, per_cylinder * cylinders[c] + p,
                        spec.mechanism_order);
    }
    int input = 2 * static_cast<int>(cylinders.size());
    for (int i = 0; interface_model_ && i < model; ++i)
      manager.connect(mechanism, 2 * n + i, side, input++, 0);
    for (std::size_t i = 0; i < oil_[k].joint_sensors.size(); ++i)
      manager.connect(mechanism, joint++, side, input++, spec.order);
  }
  for (int c = 0; c < n; ++c)  // in the order of the machine's cylinders
    for (std::size_t k = 0; k < oil_.size(); ++k)
      for (std::size_t i = 0; i < oil_[k].map.cylinders.size(); ++i)
        if (oil_[k].map.cylinders[i] == c)
          manager.bond(mechanism, c, static_cast<int>(k), static_cast<int>(i));
  run->inputs.resize(plant_.layout.inputs.count + mechanism_.held.size());
  if (holds_signals_) {
    run->whole = std::make_unique<MachineEquations::Buffers>(*plant_.equations);
    run->whole_trial =
        std::make_unique<Trial>(plant_.equations->coordinates(), plant_.equations->states(),
                                plant_.equations->constraints());
  }
  return run;
}

// Signals that read sensors push the mechanism: held until the next communication.
void Cosimulated::hold_signals(std::span<double> x, double t, double h, Run& run) const noexcept {
  const Layout& layout = plant_.layout;
  MachineEquations::Buffers& b = *run.whole;
  Trial& trial = *run.whole_trial;
  plant_.equations->set_surroundings(
      {layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x), layout.inputs.in(x)}, b);
  std::ranges::copy(layout.q.in(x), trial.q.begin());
  std::ranges::copy(layout.v.in(x), trial.v.begin());
  std::ranges::copy(layout.y.in(x), trial.y.begin());
  plant_.equations->set_time(t, t + 0.5 * h, b);
  plant_.equations->evaluate(trial, false, b);
  for (std::size_t k = 0; k < mechanism_.held.size(); ++k)
    run.inputs[layout.inputs.count + k] = b.signals.values[mechanism_.held[k]];
}

void Cosimulated::load(std::span<double> x, double t, double h, Run& run) const noexcept {
  const Layout& layout = plant_.layout;
  std::ranges::copy(layout.inputs.in(x), run.inputs.begin());
  if (holds_signals_) hold_signals(x, t, h, run);
  Surroundings around{layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x),
                      layout.inputs.in(x)};
  for (auto& side : run.oil) {
    side->enter(around);
    side->load(layout, x);
    side->set_now(t, t + 0.5 * h);
  }
  around.inputs = run.inputs;
  run.mechanism->enter(around);
  run.mechanism->load(layout, x);
  run.mechanism->set_now(t, t + 0.5 * h);
}

StepReport Cosimulated::piece(std::span<double> x, double t, double h, bool jump,
                              StepperScratch& scratch) const noexcept {
  Run& run = static_cast<Run&>(scratch);
  Cosimulation& manager = *run.manager;
  const Layout& layout = plant_.layout;
  const auto memory = layout.coupling.in(x);
  load(x, t, h, run);
  manager.restore(memory);
  manager.resume(t);
  if (jump || manager.fresh()) manager.restart();

  StepReport report;
  const int parts = std::max(1, static_cast<int>(memory[substeps_offset()]));
  double created = 0.0;
  for (int c = 0; c < bonds(); ++c) created -= manager.residual(c).energy;
  for (int k = 0; k < parts; ++k) {
    const CosimulationReport done = manager.step(h / parts);
    report.solves += run.mechanism->report().solves;
    report.iterations += run.mechanism->report().iterations;
    report.max_iterations = std::max(report.max_iterations, run.mechanism->report().max_iterations);
    if (!done.converged) return failure(done, run, report);
  }
  for (int c = 0; c < bonds(); ++c) created += manager.residual(c).energy;
  report.gap = run.mechanism->report().gaps.position;
  report.rate_gap = run.mechanism->report().gaps.rate;
  report.past_end = piston_past_end(plant_, run.mechanism->strokes());
  report.converged = report.past_end < 0;
  manager.save(memory);
  adapt(created, h, memory[substeps_offset()]);
  // Where both sides have a number, the one that used it comes last.
  const bool oil_last = variables_ == CouplingVariables::velocity_force;
  if (oil_last) run.mechanism->store(layout, x);
  for (const auto& side : run.oil) side->store(layout, x);
  if (!oil_last) run.mechanism->store(layout, x);
  read_joint_values(plant_, x);
  return report;
}

// More communications where the interface creates more energy than is allowed, fewer where it is
// far below. The energy of a step grows about with its square.
void Cosimulated::adapt(double created, double h, double& substeps) const noexcept {
  constexpr double kMost = 64.0;
  const double allowed = plant_.solver.cosimulation.residual_power * h;
  if (!(allowed > 0.0)) return;
  const double ratio = std::sqrt(std::abs(created) / allowed);
  const double wanted = std::max(1.0, substeps) * std::clamp(ratio, 0.5, 4.0);
  substeps = std::clamp(std::ceil(wanted - 0.1), 1.0, kMost);
}

int Cosimulated::unknown(const SideRun& side, int of_side) const noexcept {
  if (of_side < 0) return -1;
  const ImplicitDynamics& dynamics = *side.solver().dynamics;
  const int moved = dynamics.moved_coordinates(), nq = plant_.dynamics->coordinates();
  if (of_side >= moved) return nq + side.map().states[of_side - moved];
  if (&side.solver() != &mechanism_solver_) return -1;  // of the interface model
  const std::span<const int> which = dynamics.moved(side.scratch());
  return which.empty() ? of_side : which[of_side];
}

StepReport Cosimulated::failure(const CosimulationReport& done, const Run& run,
                                StepReport report) const noexcept {
  report.converged = false;
  report.side = done.failed;
  report.sweeps = done.sweeps;
  if (done.failed < 0) return report;
  const bool oil = done.failed < static_cast<int>(run.oil.size());
  const SideRun& side = oil ? static_cast<const SideRun&>(*run.oil[done.failed]) : *run.mechanism;
  if (!side.stability().stable) {
    report.fastest_rate = side.stability().radius;
    report.longest_step = side.stability().longest;
    report.worst = unknown(side, side.stability().unknown);
    return report;
  }
  report.max_iterations = side.report().max_iterations;
  report.residual = side.report().newton.increment;
  report.worst = unknown(side, side.report().newton.worst);
  if (!oil && side.solver().partitioned)
    report.singular = side.solver().partitioned->singular_row(side.scratch());
  if (oil && side.unsettled() >= 0)
    report.worst = plant_.dynamics->coordinates() + side.map().states[side.unsettled()];
  return report;
}

}  // namespace bramah
