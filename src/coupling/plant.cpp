#include "coupling/plant.h"

#include <algorithm>

#include "core/copy_few.h"

namespace bramah {

namespace {

constexpr int kMostIterations = 20;  // of a solve that can be repeated with a shorter step

}  // namespace

IntegratorOptions Plant::integrator_options() const {
  IntegratorOptions o;
  o.newton = {solver.tolerance, solver.max_iterations, solver.tangent == TangentKind::numerical,
              solver.amounts};
  if (has_substeps()) {  // a shorter step helps more than many iterations
    o.newton.tolerance = std::min(solver.tolerance, bounds.newton);
    o.newton.max_iterations = std::min(solver.max_iterations, kMostIterations);
  }
  o.rho_inf = solver.rho_inf;
  o.relative_tolerance = solver.step_tolerance(IntegratorRule::rosenbrock);
  o.longest_step = equations->parts().signals->sample_spacing();
  return o;
}

PlantWork::PlantWork(const Plant& plant)
    : dynamics(plant.dynamics->make_scratch()),
      trial(plant.dynamics->coordinates(), plant.dynamics->states(),
            plant.dynamics->constraints()) {}

void read_trial(const Layout& layout, std::span<const double> x, Trial& trial) {
  const auto copy = [&](const Block& block, std::vector<double>& to) { copy_few(block.in(x), to); };
  copy(layout.q, trial.q);
  copy(layout.v, trial.v);
  copy(layout.a, trial.a);
  copy(layout.y, trial.y);
  copy(layout.ydot, trial.ydot);
  copy(layout.lambda, trial.lambda);
}

void enter_state(const Plant& plant, std::span<const double> x, PlantWork& work) {
  const Layout& layout = plant.layout;
  plant.equations->set_surroundings(
      {layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x), layout.inputs.in(x),
       layout.surrogate.in(x), layout.payloads.in(x), layout.soil.in(x)},
      work.buffers());
  auto& contacts = work.buffers().circuit.modes;
  const auto stored = layout.contacts.in(x);
  for (std::size_t c = 0; c < contacts.size(); ++c) contacts[c] = static_cast<int>(stored[c]);
  if (plant.partitioned) plant.partitioned->recall(layout.partition.in(x), *work.dynamics);
}

void read_joint_values(const Plant& plant, std::span<double> x) {
  if (!plant.natural) return;
  const Layout& layout = plant.layout;
  plant.natural->joint_values(layout.q.in(x), layout.v.in(x), layout.joint_q.in(x),
                              layout.joint_q.in(x), layout.joint_v.in(x), layout.charts.in(x));
}

void leave_state(const Plant& plant, std::span<double> x, PlantWork& work) {
  const auto& contacts = work.buffers().circuit.modes;
  const auto stored = plant.layout.contacts.in(x);
  for (std::size_t c = 0; c < contacts.size(); ++c) stored[c] = static_cast<double>(contacts[c]);
  if (plant.partitioned) plant.partitioned->remember(*work.dynamics, plant.layout.partition.in(x));
  read_joint_values(plant, x);
}

void rechart(const Plant& plant, std::span<double> x, PlantWork& work) noexcept {
  const Layout& layout = plant.layout;
  if (layout.charts.count == 0) return;
  plant.equations->parts().mechanism->rechart(layout.q.in(x), layout.v.in(x), layout.a.in(x),
                                              layout.memory_a.in(x), layout.charts.in(x),
                                              *work.buffers().mechanism);
  if (plant.natural) return;
  // Accelerations in one chart tell nothing of how those in the next go on.
  const StatePoint p = layout.point(x);
  for (const int first : plant.spheres)
    for (int i = first; i < first + 3; ++i) {
      p.before_a[i] = p.a[i], p.bend_a[i] = 0.0;
      if (plant.solver.integrator == IntegratorRule::sdirk2) p.memory_a[i] = p.a[i];
    }
}

int name_of(const Plant& plant, int unknown, const PlantWork& work) noexcept {
  if (unknown < 0) return unknown;
  const int moved = plant.dynamics->moved_coordinates();
  if (unknown >= moved) return unknown - moved + plant.dynamics->coordinates();
  const std::span<const int> which = plant.dynamics->moved(*work.dynamics);
  return which.empty() ? unknown : which[unknown];
}

int piston_past_end(const Plant& plant, std::span<const Stroke> strokes) noexcept {
  const auto stopped = static_cast<std::size_t>(plant.equations->parts().circuit->cylinders());
  for (std::size_t c = stopped; c < plant.reaches.size(); ++c) {
    const double out = strokes[c].s - plant.reaches[c].closed;
    if (out < -kPinSlack || out > plant.reaches[c].stroke + kPinSlack) return static_cast<int>(c);
  }
  return -1;
}

void settle_signals(const Plant& plant, std::span<double> x, PlantWork& work) {
  enter_state(plant, x, work);
  read_trial(plant.layout, x, work.trial);
  plant.equations->set_time(0.0, 1e-9 * plant.solver.step, work.buffers());
  plant.equations->settle_signals(work.trial, plant.layout.samples.in(x), work.buffers());
  std::copy(work.trial.y.begin(), work.trial.y.end(), plant.layout.y.in(x).begin());
}

void sample_signals(const Plant& plant, std::span<double> x, double t, double anchor,
                    PlantWork& work) {
  const Layout& layout = plant.layout;
  const MachineEquations& equations = *plant.equations;
  enter_state(plant, x, work);
  read_trial(layout, x, work.trial);
  // Loading samples at t = 0 and the first step does so again: both begin with empty blocks.
  if (t == 0.0) std::ranges::fill(layout.samples.in(x), 0.0);
  equations.set_time(t, anchor, work.buffers());
  if (equations.parts().signals->memory() > 0) {
    equations.evaluate(work.trial, true, work.buffers());
    equations.sample(t, work.trial, layout.samples.in(x), work.buffers());
    equations.set_time(t, anchor, work.buffers());
  }
}

bool solve_rates(const Plant& plant, std::span<double> x, PlantWork& work) noexcept {
  const Layout& layout = plant.layout;
  const Trial& trial = work.trial;
  if (!plant.dynamics->choose_moved(trial.q, trial.v, *work.dynamics)) return false;
  if (!plant.dynamics->rates(work.trial, *work.dynamics)) return false;
  const auto store = [&](const std::vector<double>& from, const Block& to) {
    std::copy(from.begin(), from.end(), to.in(x).begin());
  };
  store(trial.q, layout.q), store(trial.v, layout.v), store(trial.y, layout.y);
  store(trial.a, layout.a), store(trial.a, layout.memory_a);
  store(trial.ydot, layout.ydot), store(trial.ydot, layout.memory_y);
  store(trial.lambda, layout.lambda);
  plant.equations->powers(trial, work.buffers(), layout.power.in(x));
  std::ranges::fill(layout.control.in(x), 0.0);
  layout.before.in(x)[0] = 0.0;  // no rate before a jump is of use
  leave_state(plant, x, work);
  return true;
}

}  // namespace bramah
