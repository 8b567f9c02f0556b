#include "build/assembly.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "build/channels.h"
#include "build/guidance.h"
#include "build/small_volumes.h"
#include "machine/surrogate_run.h"

namespace bramah {

namespace {

Layout make_layout(const Machine& machine, std::size_t tunables, std::size_t inputs) {
  const MachineEquations& dynamics = *machine.equations;
  const Mechanism& m = *dynamics.parts().mechanism;
  Layout x;
  const std::size_t nq = m.coordinates(), ny = dynamics.states(), nc = m.constraints();
  x.q = x.add(nq), x.v = x.add(nq), x.a = x.add(nq), x.lambda = x.add(nc);
  const Layout* joint = machine.joint ? &machine.joint->layout : nullptr;
  x.joint_q = joint ? x.add(joint->q.count) : x.q;
  x.joint_v = joint ? x.add(joint->v.count) : x.v;
  x.y = x.add(ny), x.ydot = x.add(ny);
  x.memory_a = x.add(nq), x.memory_y = x.add(ny);
  x.control = x.add(machine.solver.integrator == "rosenbrock" ? 2 : 0);
  x.charts = x.add(joint ? joint->charts.count : m.charts());
  x.tunables = x.add(tunables);
  x.samples = x.add(dynamics.parts().signals->memory());
  x.inputs = x.add(inputs);
  x.contacts = x.add(dynamics.parts().circuit->modes());
  x.partition = x.add(machine.partitioned ? machine.partitioned->memory_size() : 0);
  x.power = x.add(dynamics.audit().size), x.work = x.add(dynamics.audit().size);
  x.start_energy = x.add(2);
  x.coupling = x.add(machine.coupled ? machine.coupled->memory() : 0);
  const auto& surrogate = dynamics.parts().surrogate;
  x.surrogate = x.add(surrogate ? surrogate->state_size() : 0);
  x.physics = x.add(machine.physics ? machine.physics->layout.size : 0);
  return x;
}

}  // namespace

void Assembly::start_full() {
  const auto x = full_->initial.values();
  const auto copy = [&](const Block& block, std::vector<double>& to) {
    const auto from = block.in(x);
    to.assign(from.begin(), from.end());
  };
  copy(full_->layout.q, pose_.q), copy(full_->layout.v, pose_.v);
  copy(full_->layout.charts, pose_.charts);
}

// The joint machine's start in natural coordinates.
void Assembly::start_natural() {
  const auto x = joint_->initial.values();
  const Layout& from = joint_->layout;
  pose_.q.resize(natural_.mechanism->coordinates());
  pose_.v.resize(pose_.q.size());
  natural_.map.from_joint(*joint_->equations->parts().mechanism, from.q.in(x), from.v.in(x),
                          from.charts.in(x), pose_.q, pose_.v);
}

std::vector<DriverValue> Assembly::driver_starts() const {
  std::vector<DriverValue> drivers;
  for (const auto& name : mechanism_.driver_signals) {
    const TimeValue value = time_value(signals_.graph->node(signals_.find(name)), 0.0, 1e-12);
    drivers.push_back({value.value, value.rate, value.acceleration});
  }
  return drivers;
}

void Assembly::close() {
  pose_ = close_pose(*mechanism_.mechanism, mechanism_.coordinates, mechanism_.joints,
                     driver_starts(), d_, problems_);
  stop_on_problems();
  for (const std::string& note : pose_.notes) machine_->notes.push_back(note);
}

void Assembly::set_start() {
  Machine& m = *machine_;
  m.physics = physics_;
  if (physics_) m.shared = find_shared(m, *physics_, d_.surrogate->where);
  m.layout = make_layout(m, circuit_.tunable_names.size(), signals_.input_names.size());
  m.initial = State(m.layout.size);
  const auto x = m.initial.values();
  x[State::kStepSize] = d_.solver.step;
  if (physics_) std::ranges::copy(physics_->initial.values(), m.layout.physics.in(x).begin());
  std::copy(pose_.q.begin(), pose_.q.end(), m.layout.q.in(x).begin());
  std::copy(pose_.v.begin(), pose_.v.end(), m.layout.v.in(x).begin());
  std::copy(pose_.charts.begin(), pose_.charts.end(), m.layout.charts.in(x).begin());
  if (joint_) return take_start();
  const auto y = m.layout.y.in(x);
  std::size_t k = 0;
  for (const PressureSpec& start : circuit_.starts) y[k++] = start.value;
  for (const auto& state : circuit_.states) y[k++] = state.start;
  m.equations->parts().circuit->limit(y);
  std::copy(circuit_.tunable_starts.begin(), circuit_.tunable_starts.end(),
            m.layout.tunables.in(x).begin());
  std::copy(m.input_defaults.begin(), m.input_defaults.end(), m.layout.inputs.in(x).begin());
  check_strokes();
  if (full_)
    m.notes.insert(m.notes.begin(), full_->notes.begin(), full_->notes.end());
  else if (pressures_)
    take_pressures();
  else
    rest();
  add_channels(m, d_, circuit_, signals_.names);
  finish_start();
}

// Pressures, spools, neutral positions and joint coordinates of the joint machine's start.
void Assembly::take_start() {
  Machine& m = *machine_;
  const auto x = m.initial.values();
  const auto from = joint_->initial.values();
  const Layout &to = m.layout, &old = joint_->layout;
  const auto copy = [&](const Block& a, const Block& b) {
    std::ranges::copy(a.in(from), b.in(x).begin());
  };
  copy(old.q, to.joint_q), copy(old.v, to.joint_v), copy(old.charts, to.charts);
  if (!full_) copy(old.y, to.y), copy(old.tunables, to.tunables);
  copy(old.inputs, to.inputs);
  add_channels(m, d_, circuit_, signals_.names);
  finish_start();
}

// The start of the machine with pressures, in amounts.
void Assembly::take_pressures() {
  Machine& m = *machine_;
  const auto x = m.initial.values();
  const auto from = pressures_->initial.values();
  const Layout &to = m.layout, &old = pressures_->layout;
  for (const auto& [a, b] : {std::pair{old.q, to.q},
                             {old.v, to.v},
                             {old.charts, to.charts},
                             {old.y, to.y},
                             {old.tunables, to.tunables}})
    std::ranges::copy(a.in(from), b.in(x).begin());
  MachineScratch work(m);
  const Snapshot shot = take_snapshot(m, m.initial, work);
  m.equations->parts().circuit->to_amounts(to.y.in(x), shot.buffers->strokes);
  m.notes = pressures_->notes;
}

// Pistons start inside their barrels.
void Assembly::check_strokes() {
  MachineScratch work(*machine_);
  const Snapshot shot = take_snapshot(*machine_, machine_->initial, work);
  for (std::size_t k = 0; k < d_.cylinders.size(); ++k) {
    const CylinderSpec& c = d_.cylinders[k];
    const double s = shot.buffers->strokes[k].s;
    if (s >= c.closed - kPinSlack && s <= c.closed + c.stroke + kPinSlack) continue;
    problems_.push_back(concat(prefix(c.where), "cylinder \"", c.name, "\": its pins are ", s * 1e3,
                               " mm apart at the start, but it reaches only from ", c.closed * 1e3,
                               " mm (closed) to ", (c.closed + c.stroke) * 1e3,
                               " mm (closed + stroke)"));
  }
  stop_on_problems();
}

void Assembly::rest() {
  Machine& m = *machine_;
  const bool asked =
      !m.static_states.empty() || !m.static_tunables.empty() || !m.static_coordinates.empty();
  if (asked != d_.initial_static)
    throw InputError(
        prefix({d_.file, 0}) +
        (asked ? "a start is written `static`, but nothing is solved without `initial: static`"
               : "`initial: static` has nothing to solve: write `static` as the start of a "
                 "pressure or a joint, or as a valve's neutral position"));
  if (!asked) return;
  // Begin between the sources: an empty or overfull volume is a poor first guess.
  double lowest = 1e300, highest = 0.0;
  for (const SourceSpec& s : d_.sources)
    if (s.kind == SourceSpec::Kind::pressure)
      lowest = std::min(lowest, s.value), highest = std::max(highest, s.value);
  const auto x = m.initial.values();
  for (const int i : m.static_states)
    m.layout.y.in(x)[i] = 0.5 * (std::min(lowest, highest) + highest);
  for (const int i : m.static_tunables) m.layout.tunables.in(x)[i] = 0.5;
  const StaticsReport report = solve_statics(m, m.initial);
  if (!report.converged) throw InputError(prefix({d_.file, 0}) + report.message);
  for (const NamedValue& value : report.solved)
    if (value.name.ends_with(".p") && value.value < 0.0)
      problems_.push_back(concat(prefix({d_.file, 0}), "the static start needs ", value.name, " = ",
                                 value.value * 1e-5,
                                 " bar, absolute, which no oil can have; raise the pressure of the "
                                 "other side, or check what carries the load"));
  stop_on_problems();
  for (const NamedValue& value : report.solved)
    m.notes.push_back(value.name.ends_with(".p")
                          ? concat("static start: ", value.name, " = ", value.value * 1e-5, " bar")
                          : concat("static start: ", value.name, " = ", value.value));
}

void Assembly::finish_start() {
  Machine& m = *machine_;
  MachineScratch work(m);
  const auto x = m.initial.values();
  if (m.layout.charts.count > 0)
    m.equations->parts().mechanism->rechart(m.layout.q.in(x), m.layout.v.in(x), m.layout.a.in(x),
                                            m.layout.memory_a.in(x), m.layout.charts.in(x),
                                            *work.buffers().mechanism);
  if (work.surrogate) {
    enter_state(m, x, work);
    read_trial(m.layout, x, work.trial);
    m.equations->evaluate(work.trial, false, work.buffers());
    place_surrogate(m, x, 0.0, work);
  }
  settle_signals(m, x, work);
  if (full_) meet_guide_rates(x, work);
  work.buffers().unsettled = -1;
  if (!refresh_rates(m, x, 0.0, 1e-9 * d_.solver.step, work)) {
    const int volume = work.buffers().unsettled;
    throw InputError(prefix({d_.file, 0}) +
                     (volume >= 0
                          ? no_balance(m.volumes[volume])
                          : "the accelerations at the start cannot be solved: is a body without "
                            "mass?"));
  }
  for (const double value : x)
    if (!std::isfinite(value))
      throw InputError(prefix({d_.file, 0}) + "the start state is not finite");
  const Snapshot shot = take_snapshot(m, m.initial, work);
  m.layout.start_energy.in(x)[0] = shot.energy.kinetic + shot.energy.potential;
  m.layout.start_energy.in(x)[1] = m.equations->parts().circuit->oil(
      m.layout.y.in(x), shot.buffers->strokes, shot.buffers->circuit);
  if (joint_ || pressures_ || full_) return;  // theirs are copied
  const std::string note = small_volume_note(m, shot);
  if (!note.empty()) m.notes.push_back(note);
}

// Velocities onto the guides by the least impulse: a guide may begin in motion.
void Assembly::meet_guide_rates(std::span<double> x, MachineScratch& work) {
  Machine& m = *machine_;
  MachineEquations::Buffers& b = work.buffers();
  if (m.equations->guide_rows() == 0) return;
  const auto q = m.layout.q.in(x), v = m.layout.v.in(x);
  std::ranges::copy(q, work.trial.q.begin());
  std::ranges::copy(v, work.trial.v.begin());
  m.equations->set_time(0.0, 1e-9 * d_.solver.step, b);
  m.equations->evaluate(work.trial, false, b);
  m.equations->project_velocities(work.trial, b);
  std::ranges::copy(work.trial.v, v.begin());
}

}  // namespace bramah
