#include "machine/snapshot.h"

#include "machine/reactions.h"

namespace bramah {

namespace {

void evaluate(const Plant& plant, const State& state, double anchor, PlantWork& work) {
  const auto x = state.values();
  enter_state(plant, x, work);
  read_trial(plant.layout, x, work.trial);
  plant.equations->set_time(state.time(), anchor, work.buffers());
  plant.equations->evaluate(work.trial, false, work.buffers());
}

void add_energies(const Plant& plant, Snapshot& shot) {
  const AuditLayout& audit = plant.equations->audit();
  const auto work = plant.layout.work.in(shot.state);
  const auto sum = [&](int first, int last) {
    double total = 0.0;
    for (int k = first; k < last; ++k) total += work[k];
    return total;
  };
  const double change =
      shot.energy.kinetic + shot.energy.potential - plant.layout.start_energy.in(shot.state)[0];
  const double others = work[audit.efforts] + work[audit.drivers] - work[audit.dissipated];
  const double spun_up = shot.shafts - plant.layout.start_energy.in(shot.state)[2];
  double loads = 0.0;  // brought in, less what was lost in catching
  if (const auto block = plant.layout.payloads.in(shot.state); !block.empty())
    loads = block[block.size() - 2] - block[block.size() - 1];
  shot.residual = change - loads - sum(audit.actuators, audit.friction) - others;
  shot.books = change - loads + spun_up + sum(audit.friction, audit.sources) + work[audit.stored] -
               sum(audit.sources, audit.stored) - others;
  if (!plant.equations->parts().guides.empty())
    shot.books = shot.residual;  // guides are the only source
}

// A moment after the state, and before it: the piece of the inputs that a step just used.
double after(const State& state) { return state.time() + 1e-9 * state.step_size(); }
double before(const State& state) {
  return state.tick() == 0 ? after(state) : state.time() - 1e-9 * state.step_size();
}

// Where a driver pushes, or pins have forces, those are solved for, and what else is read follows.
bool solves(const Plant& plant) {
  const bool forces_in_joints = !plant.pins.empty() && !plant.joint;
  return plant.equations->has_reactions() || forces_in_joints;
}

// Without what nobody but the books, the gaps and the reactions read.
Snapshot take_flows(const Plant& plant, const State& state, double anchor, PlantWork& work) {
  evaluate(plant, state, anchor, work);
  plant.equations->parts().mechanism->refresh_rates(work.trial.v, *work.buffers().mechanism);
  return {state.values(), &work.buffers(), {}, 0.0, 0.0, 0.0, {}};
}

// Forces of cylinders hear of time by way of what a coupling sets alone.
bool pushed_from_outside(const EquationParts& parts) {
  return parts.response || parts.curves > 0 || !parts.guides.empty();
}

// Without signals and flows too.
Snapshot take_forces(const Plant& plant, const State& state, double anchor, PlantWork& work) {
  const EquationParts& parts = plant.equations->parts();
  if (pushed_from_outside(parts)) return take_flows(plant, state, anchor, work);
  const auto x = state.values();
  MachineEquations::Buffers& b = work.buffers();
  enter_state(plant, x, work);
  read_trial(plant.layout, x, work.trial);
  parts.mechanism->set_time(state.time(), *b.mechanism);
  if (plant.equations->coordinates() > 0)
    parts.mechanism->kinematics(work.trial.q, work.trial.v, b.around.charts, *b.mechanism);
  plant.equations->evaluate_forces(work.trial, false, b);
  parts.mechanism->refresh_rates(work.trial.v, *b.mechanism);
  return {x, &b, {}, 0.0, 0.0, 0.0, {}};
}

Snapshot take_all(const Plant& plant, const State& state, double anchor, PlantWork& work) {
  evaluate(plant, state, anchor, work);
  Snapshot shot{state.values(), &work.buffers(), {}, 0.0, 0.0, 0.0, {}};
  if (plant.equations->constraints() > 0)  // refreshes rates, which accelerations of gauges need
    shot.gaps = plant.equations->gaps(work.trial, work.buffers());
  else
    plant.equations->parts().mechanism->refresh_rates(work.trial.v, *work.buffers().mechanism);
  if (solves(plant)) plant.equations->rates(work.trial, false, work.buffers());
  if (!plant.pins.empty()) shot.pins = find_reactions(plant, state, anchor, work);
  shot.energy = plant.equations->energy(work.trial, *shot.buffers);
  shot.shafts = plant.equations->parts().circuit->shaft_energy(work.trial.y);
  add_energies(plant, shot);
  return shot;
}

Snapshot take(const Plant& plant, const State& state, double anchor, PlantWork& work, Reads reads) {
  if (reads >= Reads::forces && (reads == Reads::all || solves(plant)))
    return take_all(plant, state, anchor, work);
  if (reads == Reads::flows) return take_flows(plant, state, anchor, work);
  if (reads == Reads::forces) return take_forces(plant, state, anchor, work);
  if (reads == Reads::motion) {
    plant.equations->parts().mechanism->set_time(state.time(), *work.buffers().mechanism);
    read_strokes(plant, state, work);
  }
  return {state.values(), &work.buffers(), {}, 0.0, 0.0, 0.0, {}};
}

}  // namespace

Snapshot take_snapshot(const Plant& plant, const State& state, PlantWork& work) {
  return take_all(plant, state, before(state), work);
}

Snapshot take_sample(const Plant& plant, const State& state, PlantWork& work, Reads reads) {
  return take(plant, state, after(state), work, reads);
}

Snapshot take_snapshot(const Plant& plant, const State& state, PlantWork& work, Reads reads) {
  return take(plant, state, before(state), work, reads);
}

std::span<const Stroke> read_strokes(const Plant& plant, const State& state,
                                     PlantWork& work) noexcept {
  const auto x = state.values();
  const Mechanism& mechanism = *plant.equations->parts().mechanism;
  MachineEquations::Buffers& b = work.buffers();
  if (plant.layout.q.count > 0)
    mechanism.kinematics(plant.layout.q.in(x), plant.layout.v.in(x), plant.layout.charts.in(x),
                         *b.mechanism);
  for (std::size_t c = 0; c < b.strokes.size(); ++c) {
    const GaugeView gauge = mechanism.gauge(static_cast<int>(c), *b.mechanism);
    b.strokes[c] = {gauge.length, gauge.rate};
  }
  return b.strokes;
}

}  // namespace bramah
