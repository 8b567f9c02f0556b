#include "machine/machine.h"

#include <algorithm>
#include <cmath>

#include "machine/surrogate_run.h"

namespace bramah {

IntegratorOptions Machine::integrator_options() const {
  IntegratorOptions o;
  o.newton = {solver.tolerance, solver.max_iterations, solver.tangent == "numerical",
              solver.amounts};
  o.rho_inf = solver.rho_inf;
  o.relative_tolerance = solver.relative_tolerance.value_or(o.relative_tolerance);
  o.longest_step = equations->parts().signals->sample_spacing();
  return o;
}

MachineScratch::MachineScratch(const Machine& machine)
    : dynamics(machine.dynamics->make_scratch()),
      integrator(make_integrator(machine.solver.integrator, *machine.dynamics,
                                 machine.integrator_options())),
      coupled(machine.coupled ? machine.coupled->make_scratch() : nullptr),
      trial(machine.dynamics->coordinates(), machine.dynamics->states(),
            machine.dynamics->constraints()),
      backup(machine.layout.size),
      surrogate(machine.layout.surrogate.count > 0 ? std::make_unique<SurrogateScratch>(machine)
                                                   : nullptr) {}
MachineScratch::~MachineScratch() = default;
MachineScratch::MachineScratch(MachineScratch&&) noexcept = default;

void read_trial(const Layout& layout, std::span<const double> x, Trial& trial) {
  const auto copy = [&](const Block& block, std::vector<double>& to) {
    const auto from = block.in(x);
    std::copy(from.begin(), from.end(), to.begin());
  };
  copy(layout.q, trial.q);
  copy(layout.v, trial.v);
  copy(layout.a, trial.a);
  copy(layout.y, trial.y);
  copy(layout.ydot, trial.ydot);
  copy(layout.lambda, trial.lambda);
}

void enter_state(const Machine& machine, std::span<const double> x, MachineScratch& work) {
  const Layout& layout = machine.layout;
  machine.equations->set_surroundings(
      {layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x), layout.inputs.in(x),
       layout.surrogate.in(x)},
      work.buffers());
  auto& contacts = work.buffers().circuit.modes;
  const auto stored = layout.contacts.in(x);
  for (std::size_t c = 0; c < contacts.size(); ++c) contacts[c] = static_cast<int>(stored[c]);
  if (machine.partitioned) machine.partitioned->recall(layout.partition.in(x), *work.dynamics);
}

namespace {

// Joint coordinates of a machine that is solved in natural ones.
void read_joint_values(const Machine& machine, std::span<double> x) {
  if (!machine.joint) return;
  const Layout& layout = machine.layout;
  machine.natural.joint_values(layout.q.in(x), layout.v.in(x), layout.joint_q.in(x),
                               layout.joint_q.in(x), layout.joint_v.in(x), layout.charts.in(x));
}

}  // namespace

void leave_state(const Machine& machine, std::span<double> x, MachineScratch& work) {
  const auto& contacts = work.buffers().circuit.modes;
  const auto stored = machine.layout.contacts.in(x);
  for (std::size_t c = 0; c < contacts.size(); ++c) stored[c] = static_cast<double>(contacts[c]);
  if (machine.partitioned)
    machine.partitioned->remember(*work.dynamics, machine.layout.partition.in(x));
  read_joint_values(machine, x);
}

int name_of(const Machine& machine, int unknown, const MachineScratch& work) noexcept {
  if (unknown < 0) return unknown;
  const int moved = machine.dynamics->moved_coordinates();
  if (unknown >= moved) return unknown - moved + machine.dynamics->coordinates();
  const std::span<const int> which = machine.dynamics->moved(*work.dynamics);
  return which.empty() ? unknown : which[unknown];
}

int piston_past_end(const Machine& machine, std::span<const Stroke> strokes) noexcept {
  for (std::size_t c = 0; c < machine.reaches.size(); ++c) {
    const double out = strokes[c].s - machine.reaches[c].closed;
    if (out < -kPinSlack || out > machine.reaches[c].stroke + kPinSlack) return static_cast<int>(c);
  }
  return -1;
}

namespace {

int partition_choices(const Machine& machine, std::span<const double> x) noexcept {
  return machine.partitioned ? static_cast<int>(machine.layout.partition.in(x).back()) : 0;
}

}  // namespace

bool refresh_rates(const Machine& machine, std::span<double> x, double t, double anchor,
                   MachineScratch& work) noexcept {
  const Layout& layout = machine.layout;
  const MachineEquations& equations = *machine.equations;
  enter_state(machine, x, work);
  read_trial(layout, x, work.trial);
  // Loading samples at t = 0 and the first step does so again: both begin with empty blocks.
  if (t == 0.0) std::ranges::fill(layout.samples.in(x), 0.0);
  equations.set_time(t, anchor, work.buffers());
  if (equations.parts().signals->memory() > 0) {
    equations.evaluate(work.trial, true, work.buffers());
    equations.sample(t, work.trial, layout.samples.in(x), work.buffers());
    equations.set_time(t, anchor, work.buffers());
  }
  if (work.surrogate) sample_surrogate(machine, x, t, anchor, work);
  if (!machine.dynamics->choose_moved(work.trial.q, work.trial.v, *work.dynamics)) return false;
  if (!machine.dynamics->rates(work.trial, *work.dynamics)) return false;
  std::copy(work.trial.q.begin(), work.trial.q.end(), layout.q.in(x).begin());
  std::copy(work.trial.v.begin(), work.trial.v.end(), layout.v.in(x).begin());
  std::copy(work.trial.y.begin(), work.trial.y.end(), layout.y.in(x).begin());
  std::copy(work.trial.a.begin(), work.trial.a.end(), layout.a.in(x).begin());
  std::copy(work.trial.a.begin(), work.trial.a.end(), layout.memory_a.in(x).begin());
  std::copy(work.trial.ydot.begin(), work.trial.ydot.end(), layout.ydot.in(x).begin());
  std::copy(work.trial.ydot.begin(), work.trial.ydot.end(), layout.memory_y.in(x).begin());
  std::copy(work.trial.lambda.begin(), work.trial.lambda.end(), layout.lambda.in(x).begin());
  equations.powers(work.trial, work.buffers(), layout.power.in(x));
  std::ranges::fill(layout.control.in(x), 0.0);
  leave_state(machine, x, work);
  return true;
}

void settle_signals(const Machine& machine, std::span<double> x, MachineScratch& work) {
  enter_state(machine, x, work);
  read_trial(machine.layout, x, work.trial);
  machine.equations->set_time(0.0, 1e-9 * machine.solver.step, work.buffers());
  machine.equations->settle_signals(work.trial, machine.layout.samples.in(x), work.buffers());
  std::copy(work.trial.y.begin(), work.trial.y.end(), machine.layout.y.in(x).begin());
}

namespace {

void evaluate(const Machine& machine, const State& state, MachineScratch& work) {
  const auto x = state.values();
  enter_state(machine, x, work);
  read_trial(machine.layout, x, work.trial);
  // The piece of the inputs that led here: what a step just used.
  const double t = state.time(), before = t - 1e-9 * state.step_size();
  machine.equations->set_time(t, state.tick() == 0 ? t + 1e-9 * state.step_size() : before,
                              work.buffers());
  machine.equations->evaluate(work.trial, false, work.buffers());
  machine.equations->parts().mechanism->refresh_rates(work.trial.v, *work.buffers().mechanism);
}

}  // namespace

Gaps constraint_gaps(const Machine& machine, const State& state, MachineScratch& work) {
  if (machine.equations->constraints() == 0) return {};
  evaluate(machine, state, work);
  return machine.equations->gaps(work.trial, work.buffers());
}

Snapshot take_snapshot(const Machine& machine, const State& state, MachineScratch& work) {
  evaluate(machine, state, work);
  if (machine.equations->has_reactions())  // what drives a joint is a reaction: solve for it
    machine.equations->rates(work.trial, false, work.buffers());
  Snapshot shot{state.values(), &work.buffers(), {}, 0.0, 0.0};
  shot.energy =
      machine.equations->parts().mechanism->energy(work.trial.v, *shot.buffers->mechanism);
  machine.energies(shot, shot.residual, shot.books);
  return shot;
}

void Machine::energies(const Snapshot& shot, double& residual, double& books) const {
  const AuditLayout& audit = equations->audit();
  const auto work = layout.work.in(shot.state);
  const auto sum = [&](int first, int last) {
    double total = 0.0;
    for (int k = first; k < last; ++k) total += work[k];
    return total;
  };
  const double change =
      shot.energy.kinetic + shot.energy.potential - layout.start_energy.in(shot.state)[0];
  const double others = work[audit.efforts] + work[audit.drivers] - work[audit.dissipated];
  residual = change - sum(audit.actuators, audit.friction) - others;
  books = change + sum(audit.friction, audit.sources) + work[audit.stored] -
          sum(audit.sources, audit.stored) - others;
  if (!equations->parts().guides.empty()) books = residual;  // guides are the only source
}

namespace {

bool guard(const Machine& machine, std::span<double> x, double t, double h, MachineScratch& work,
           StepReport& report) noexcept {
  machine.dynamics->set_time(t, t + 0.5 * h, *work.dynamics);
  const Stability stability =
      work.integrator->stable(*machine.dynamics, *work.dynamics, h, machine.layout.point(x));
  if (stability.stable) return true;
  report.fastest_rate = stability.radius;
  report.longest_step = stability.longest;
  report.worst = name_of(machine, stability.unknown, work);
  return report.converged = false;
}

// Why a step failed, where Newton itself cannot know.
StepReport blame(const Machine& machine, MachineScratch& work, StepReport report) noexcept {
  report.converged = false;
  if (machine.partitioned) report.singular = machine.partitioned->singular_row(*work.dynamics);
  if (const int volume = work.buffers().unsettled; volume >= 0)
    report.worst = name_of(machine, machine.dynamics->moved_coordinates() + volume, work);
  return report;
}

// One piece of a step by the equations of the whole machine.
StepReport advance_whole(const Machine& machine, std::span<double> x, double t, double h, bool look,
                         MachineScratch& work) noexcept {
  const Layout& layout = machine.layout;
  StepReport report;
  if (machine.solver.guard && look && !guard(machine, x, t, h, work, report)) return report;
  const int choices = partition_choices(machine, x);
  const AdvanceReport part =
      work.integrator->advance(*machine.dynamics, *work.dynamics, t, h, layout.point(x));
  report.iterations = part.iterations;
  report.solves = part.solves;
  report.max_iterations = part.max_iterations;
  report.residual = part.newton.increment;
  report.worst = name_of(machine, part.newton.worst, work);
  report.gap = part.gaps.position;
  report.rate_gap = part.gaps.rate;
  report.past_end = part.newton.converged ? piston_past_end(machine, work.buffers().strokes) : -1;
  report.converged =
      part.newton.converged && report.past_end < 0 && std::isfinite(part.gaps.position);
  if (!report.converged) return blame(machine, work, report);
  leave_state(machine, x, work);
  report.partitions = partition_choices(machine, x) - choices;
  return report;
}

void add(StepReport& sum, const StepReport& part) noexcept {
  StepReport both = part;
  both.iterations += sum.iterations;
  both.solves += sum.solves;
  both.partitions += sum.partitions;
  both.max_iterations = std::max(sum.max_iterations, part.max_iterations);
  sum = both;
}

}  // namespace

namespace {

// New external inputs act from the start of a tick: a jump like any other.
bool take_inputs(const Inputs& inputs, std::span<double> held) noexcept {
  bool jump = false;
  for (std::size_t i = 0; i < held.size() && i < inputs.values.size(); ++i) {
    jump = jump || held[i] != inputs.values[i];
    held[i] = inputs.values[i];
  }
  return jump;
}

// Explicit rules look whether a step is stable. Without oil, stiffness changes little: one look at
// the start. With oil, valves may open within the first steps, and once it chatters a state is far
// from where the drops vanish and looks soft: every step at first.
bool looks(const Machine& machine, long long tick) noexcept {
  const bool oil = machine.dynamics->states() > 0;
  return oil ? tick < 100 || tick % 100 == 0 : tick == 0;
}

// From t to the next break, or to `end`.
StepReport advance_piece(const Running& now, double t, double next, bool jump, bool look) noexcept {
  const Machine& machine = *now.machine;
  StepReport report = machine.coupled
                          ? machine.coupled->advance(now.x, t, next - t, jump, *now.work->coupled)
                          : advance_whole(machine, now.x, t, next - t, jump || look, *now.work);
  if (!report.converged) return report;
  const Layout& layout = machine.layout;
  if (machine.coupled) read_joint_values(machine, now.x);
  if (layout.charts.count > 0)
    machine.equations->parts().mechanism->rechart(
        layout.q.in(now.x), layout.v.in(now.x), layout.a.in(now.x), layout.memory_a.in(now.x),
        layout.charts.in(now.x), *now.work->buffers().mechanism);
  return report;
}

}  // namespace

StepReport step(const Model& model, State& state, Workspace& workspace,
                const Inputs& inputs) noexcept {
  const Machine& machine = model.machine();
  MachineScratch& work = workspace.scratch();
  const std::span<double> x = state.values();
  const double h = state.step_size(), close = 1e-9 * h;
  const double end = static_cast<double>(state.tick() + 1) * h;
  std::copy(x.begin(), x.end(), work.backup.begin());

  bool jump = take_inputs(inputs, machine.layout.inputs.in(x));
  Running now = running(machine, x, work);
  if (now.machine != &machine) take_inputs(inputs, now.machine->layout.inputs.in(now.x));
  const bool look = looks(*now.machine, state.tick());
  const auto next_break = [&](double t) {
    return now.machine->equations->parts().signals->next_break(t);
  };
  const auto next_after = [&](double t) {
    const double next = next_break(t + close);
    return next < end - close ? next : end;
  };

  StepReport report;
  enter_state(*now.machine, now.x, *now.work);
  now.work->buffers().unsettled = -1;
  for (double t = state.time(); t < end - close;) {
    jump = jump || next_break(t - close) <= t + close;
    double next = next_after(t);
    const Layout& layout = now.machine->layout;
    if (jump) keep_samples(now, work);
    bool ready = jump ? refresh_rates(*now.machine, now.x, t, 0.5 * (t + next), *now.work)
                      : now.machine->dynamics->choose_moved(layout.q.in(now.x), layout.v.in(now.x),
                                                            *now.work->dynamics);
    if (ready && jump && work.surrogate) {
      ready = exchange_actuator(machine, x, t, 0.5 * (t + next), work);
      now = running(machine, x, work);
      next = next_after(t);
    }
    add(report,
        ready ? advance_piece(now, t, next, jump, look) : blame(*now.machine, *now.work, {}));
    if (!report.converged) {
      blame_surrogate(machine, x, report);
      report.took_over = now.machine != &machine;
      std::copy(work.backup.begin(), work.backup.end(), x.begin());
      return report;
    }
    t = next;
    jump = false;
  }
  x[State::kTick] += 1.0;
  if (now.machine != &machine) {
    now.x[State::kTick] = x[State::kTick];
    mirror_physics(machine, x, end, work);
  }
  return report;
}

}  // namespace bramah
