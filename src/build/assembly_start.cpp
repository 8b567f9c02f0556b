#include "build/assembly.h"

#include <algorithm>
#include <cmath>

#include "build/block_builder.h"
#include "build/channels.h"
#include "build/guidance.h"
#include "build/load_builder.h"
#include "build/places.h"
#include "build/rest_stability.h"
#include "build/small_volumes.h"
#include "build/soil_builder.h"
#include "build/surrogate_build.h"
#include "core/text.h"
#include "core/where.h"
#include "machine/explain.h"

namespace bramah {

namespace {

struct Sizes {  // of blocks that the equations do not know
  std::size_t tunables, inputs, blocks, payloads, soil;
};

Layout make_layout(const Machine& machine, const Sizes& sizes, const SurrogateDrive* drive,
                   const Machine* physics) {
  const MachineEquations& dynamics = *machine.plant.equations;
  const Mechanism& m = *dynamics.parts().mechanism;
  Layout x;
  const std::size_t nq = m.coordinates(), ny = dynamics.states(), nc = m.constraints();
  x.q = x.add("q", nq), x.v = x.add("v", nq), x.a = x.add("a", nq), x.lambda = x.add("lambda", nc);
  const Layout* joint = machine.joint ? &machine.joint->plant.layout : nullptr;
  x.joint_q = joint ? x.add("joint_q", joint->q.count) : x.q;
  x.joint_v = joint ? x.add("joint_v", joint->v.count) : x.v;
  x.y = x.add("y", ny), x.ydot = x.add("ydot", ny);
  x.memory_a = x.add("memory_a", nq), x.memory_y = x.add("memory_y", ny);
  x.control = x.add("control", 2), x.before = x.add("before", 3 + 2 * (nq + ny));
  x.charts = x.add("charts", joint ? joint->charts.count : m.charts());
  x.tunables = x.add("tunables", sizes.tunables);
  x.samples = x.add("samples", dynamics.parts().signals->memory());
  x.inputs = x.add("inputs", sizes.inputs);
  x.contacts = x.add("contacts", dynamics.modes());
  x.partition =
      x.add("partition", machine.plant.partitioned ? machine.plant.partitioned->memory_size() : 0);
  x.power = x.add("power", dynamics.audit().size), x.work = x.add("work", dynamics.audit().size);
  x.start_energy = x.add("start_energy", 3);
  x.payloads = x.add("payloads", sizes.payloads);
  x.soil = x.add("soil", sizes.soil);
  x.coupling = x.add("coupling", machine.stepper ? machine.stepper->memory(x.size) : 0);
  x.surrogate = x.add("surrogate", drive ? drive->state_size() : 0);
  x.physics = x.add("physics", physics ? physics->plant.layout.size : 0);
  x.blocks_memory =
      x.add("blocks", sizes.blocks);  // steppers that keep a copy of State end before it
  for (const Block& block : {x.q, x.v, x.a, x.lambda, x.y, x.ydot, x.power, x.work})
    x.add_numbers(block);
  return x;
}

// The first start that is written `static`.
Where static_place(const MachineDescription& d) {
  for (const JointSpec& joint : d.joints)
    for (const CoordinateSpec& c : joint.coordinates)
      if (c.start_kind == CoordinateSpec::Start::statics) return c.where;
  for (const VolumeSpec& volume : d.volumes)
    if (volume.start.statics) return volume.where;
  for (const CylinderSpec& cylinder : d.cylinders)
    if (cylinder.start_A.statics || cylinder.start_B.statics) return cylinder.where;
  for (const ValveSpec& valve : d.valves)
    if (valve.neutral_statics) return valve.where;
  return d.where;
}

}  // namespace

void Assembly::start_full() {
  const auto x = full_->initial.values();
  const auto copy = [&](const Block& block, std::vector<double>& to) {
    const auto from = block.in(x);
    to.assign(from.begin(), from.end());
  };
  copy(full_->plant.layout.q, pose_.q), copy(full_->plant.layout.v, pose_.v);
  copy(full_->plant.layout.charts, pose_.charts);
}

// The joint machine's start in natural coordinates.
void Assembly::start_natural() {
  const auto x = joint_->initial.values();
  const Layout& from = joint_->plant.layout;
  pose_.q.resize(natural_.mechanism->coordinates());
  pose_.v.resize(pose_.q.size());
  natural_.map.from_joint(*joint_->plant.equations->parts().mechanism, from.q.in(x), from.v.in(x),
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

// The network, and the machine with oil that may take over from it.
void Assembly::make_driven_stepper() {
  SurrogateStepper::Setup setup{drive_, d_.surrogate->file, d_.surrogate->outside, nullptr, {}};
  if (physics_) {
    setup.shared = find_shared(machine_->plant, physics_->plant, d_.surrogate->where);
    setup.physics = std::shared_ptr<const Piecewise>(  // which keeps its machine alive
        physics_, dynamic_cast<const Piecewise*>(physics_->stepper.get()));
  }
  machine_->stepper = std::make_unique<SurrogateStepper>(machine_->plant, std::move(setup));
}

void Assembly::set_start() {
  Machine& m = *machine_;
  for (const auto& from : {joint_, pressures_, full_})
    if (from) m.no_rest = from->no_rest;
  const BuiltBlocks blocks = build_blocks(d_, signals_.input_names.size());
  m.plant.layout = make_layout(
      m,
      {circuit_.tunable_names.size(), signals_.input_names.size() + blocks.starts.size(),
       blocks.memory, has_loads(d_) ? d_.payloads.size() + 2 : 0, soil_memory(d_)},
      drive_.get(), physics_.get());
  if (drive_) make_driven_stepper();
  m.initial = State(m.plant.layout.size);
  const auto x = m.initial.values();
  x[State::kStepSize] = d_.solver.step;
  if (physics_) std::ranges::copy(physics_->initial.values(), m.plant.layout.physics.in(x).begin());
  std::copy(pose_.q.begin(), pose_.q.end(), m.plant.layout.q.in(x).begin());
  std::copy(pose_.v.begin(), pose_.v.end(), m.plant.layout.v.in(x).begin());
  std::copy(pose_.charts.begin(), pose_.charts.end(), m.plant.layout.charts.in(x).begin());
  const auto y = m.plant.layout.y.in(x);
  start_elements(y);
  for (std::size_t k = 0; k < d_.payloads.size(); ++k)
    m.plant.layout.payloads.in(x)[k] = d_.payloads[k].attached ? d_.payloads[k].mass : 0.0;
  start_soil(d_, m.plant.layout.soil.in(x));
  blocks_ = blocks.all;
  m.bonds = blocks.bonds;
  if (joint_) return take_start();
  std::size_t k = 0;
  for (const PressureSpec& start : circuit_.starts) y[k++] = start.value;
  for (const auto& state : circuit_.states) y[k++] = state.start;
  m.plant.equations->parts().circuit->to_states(y);
  m.plant.equations->parts().circuit->limit(y);
  std::copy(circuit_.tunable_starts.begin(), circuit_.tunable_starts.end(),
            m.plant.layout.tunables.in(x).begin());
  const auto held = std::ranges::copy(m.levers.defaults, m.plant.layout.inputs.in(x).begin()).out;
  std::ranges::copy(blocks.starts, held);
  check_strokes();
  if (full_)
    m.notes.insert(m.notes.begin(), full_->notes.begin(), full_->notes.end());
  else if (pressures_)
    take_pressures();
  else
    rest();
  add_channels(m, d_, mechanism_, circuit_, signals_.names);
  finish_start();
}

// States of force elements: as the machine with oil or in joint coordinates has them, or given.
void Assembly::start_elements(std::span<double> y) {
  const auto own = y.last(machine_->plant.equations->parts().forces.states());
  if (const Machine* from = joint_ ? joint_.get() : full_.get()) {
    const auto theirs = from->plant.layout.y.in(from->initial.values());
    std::ranges::copy(theirs.last(own.size()), own.begin());
    return;
  }
  std::size_t k = 0;
  for (const ElementSpec& element : d_.elements)
    for (std::size_t i = 0; i < element.starts.size(); ++i)
      own[k++] = element.starts[i].value_or(element.info->states[i].start);
  close_grips(d_, mechanism_, *machine_->plant.equations->parts().mechanism, pose_, own);
  begin_elements(own);
}

// What elements make of the pose, and what they say against it.
void Assembly::begin_elements(std::span<double> own) {
  const EquationParts& parts = machine_->plant.equations->parts();
  const auto scratch = parts.mechanism->make_scratch();
  parts.mechanism->kinematics(pose_.q, pose_.v, pose_.charts, *scratch);
  std::size_t first = 0;
  for (std::size_t k = 0; k < d_.elements.size(); ++k) {
    const ElementSpec& element = d_.elements[k];
    std::array<bool, 32> open{};
    for (std::size_t i = 0; i < element.starts.size(); ++i) open[i] = !element.starts[i];
    const auto states = own.subspan(first, element.starts.size());
    const std::string wrong =
        parts.forces.begin(static_cast<int>(k), *parts.mechanism, *scratch, states,
                           std::span<const bool>(open.data(), element.starts.size()));
    if (!wrong.empty())
      problems_.push_back(concat(prefix(element.where), "element \"", element.name, "\": ", wrong));
    first += element.starts.size();
  }
  stop_on_problems();
}

// Pressures, spools, neutral positions and joint coordinates of the joint machine's start.
void Assembly::take_start() {
  Machine& m = *machine_;
  const auto x = m.initial.values();
  const auto from = joint_->initial.values();
  const Layout &to = m.plant.layout, &old = joint_->plant.layout;
  const auto copy = [&](const Block& a, const Block& b) {
    std::ranges::copy(a.in(from), b.in(x).begin());
  };
  copy(old.q, to.joint_q), copy(old.v, to.joint_v), copy(old.charts, to.charts);
  if (!full_) copy(old.y, to.y), copy(old.tunables, to.tunables);
  copy(old.inputs, to.inputs);
  add_channels(m, d_, mechanism_, circuit_, signals_.names);
  finish_start();
}

// The start of the machine with pressures, in amounts.
void Assembly::take_pressures() {
  Machine& m = *machine_;
  const auto x = m.initial.values();
  const auto from = pressures_->initial.values();
  const Layout &to = m.plant.layout, &old = pressures_->plant.layout;
  for (const auto& [a, b] : {std::pair{old.q, to.q},
                             {old.v, to.v},
                             {old.charts, to.charts},
                             {old.y, to.y},
                             {old.tunables, to.tunables}})
    std::ranges::copy(a.in(from), b.in(x).begin());
  pressures_->plant.equations->parts().circuit->to_pressures(to.y.in(x));
  PlantWork work(m.plant);
  const Snapshot shot = take_snapshot(m.plant, m.initial, work);
  m.plant.equations->parts().circuit->to_amounts(to.y.in(x), shot.buffers->strokes);
  m.notes = pressures_->notes;
}

// Pistons start inside their barrels.
void Assembly::check_strokes() {
  PlantWork work(machine_->plant);
  const Snapshot shot = take_snapshot(machine_->plant, machine_->initial, work);
  for (std::size_t k = 0; k < d_.cylinders.size(); ++k) {
    const CylinderSpec& c = d_.cylinders[k];
    const double s = shot.buffers->strokes[k].s;
    if (s >= c.closed - kPinSlack && s <= c.closed + c.stroke + kPinSlack) continue;
    problems_.push_back(concat(prefix(c.where), "cylinder \"", c.name, "\": its ",
                               c.rack ? "rack would be at " : "pins are ", s * 1e3, " mm ",
                               c.rack ? "" : "apart ", "at the start, but it reaches only from ",
                               c.closed * 1e3, " mm (closed) to ", (c.closed + c.stroke) * 1e3,
                               " mm (closed + stroke)"));
  }
  stop_on_problems();
}

void Assembly::rest() {
  Machine& m = *machine_;
  const bool asked =
      !m.rest.states.empty() || !m.rest.tunables.empty() || !m.rest.coordinates.empty();
  const bool left_open = !m.rest.force_states.empty() || !m.rest.part_states.empty();
  if (d_.initial_static ? !asked && !left_open : asked)
    throw InputError(
        prefix(asked ? static_place(d_) : d_.initial_where) +
        (asked ? "a start is written `static`, but nothing is solved without `initial: static`"
               : "`initial: static` has nothing to solve: write `static` as the start of a "
                 "pressure or a joint, or as a valve's neutral position"));
  if (!d_.initial_static) return;
  // Begin between the sources: an empty or overfull volume is a poor first guess.
  double lowest = 1e300, highest = 0.0;
  for (const SourceSpec& s : d_.sources)
    if (s.kind == SourceSpec::Kind::pressure)
      lowest = std::min(lowest, s.value), highest = std::max(highest, s.value);
  const auto x = m.initial.values();
  for (const int i : m.rest.states)
    if (!circuit_.starts[static_cast<std::size_t>(i)].guessed)
      m.plant.layout.y.in(x)[i] = 0.5 * (std::min(lowest, highest) + highest);
  const StaticsReport report = solve_statics(m, m.initial);
  if (!report.converged) refuse_rest(report);
  for (const NamedValue& value : report.solved)
    if (report.converged && value.name.ends_with(".p") && value.value < 0.0)
      refuse_rest(concat(prefix(d_.initial_where), "the static start needs ", value.name, " = ",
                         value.value * 1e-5,
                         " bar, absolute, which no oil can have; raise the pressure of the "
                         "other side, or check what carries the load"));
  stop_on_problems();
  if (!m.no_rest.empty()) return;
  rests_ = report.message.empty();
  if (!rests_) m.notes.push_back("static start: " + report.message);
  for (const NamedValue& value : report.solved)
    m.notes.push_back(value.name.ends_with(".p")
                          ? concat("static start: ", value.name, " = ", value.value * 1e-5, " bar")
                          : concat("static start: ", value.name, " = ", value.value));
}

// Each culprit where it is written.
void Assembly::refuse_rest(const StaticsReport& report) {
  const auto place = [&](const RestProblem& problem) {
    const std::string owner = problem.name.substr(0, problem.name.rfind('.'));
    Where where = d_.initial_where;
    where = place_of(d_.elements, problem.name, where);
    where = place_of(d_.components, problem.name, where);
    where = place_of(d_.shafts, problem.name, where);
    where = place_of(d_.joints, problem.name.substr(0, problem.name.find('.')), where);
    where = place_of(d_.cylinders, owner, where);
    return place_of(d_.volumes, problem.name, where);
  };
  for (const RestProblem& problem : report.problems)
    refuse_rest(prefix(place(problem)) + problem.text);
  if (report.problems.empty())
    refuse_rest(concat(prefix(d_.initial_where),
                       "no static equilibrium was found: a scaled imbalance of ", report.residual,
                       " is left"));
}

// A machine that goes on from a state of its own does not need the start.
void Assembly::refuse_rest(const std::string& problem) {
  if (!d_.running)
    problems_.push_back(problem);
  else if (machine_->no_rest.empty())
    machine_->no_rest = problem;
}

void Assembly::finish_start() {
  Machine& m = *machine_;
  const std::unique_ptr<StepperScratch> scratch = m.stepper->make_scratch();
  StepperScratch& work = *scratch;
  const auto x = m.initial.values();
  rechart(m.plant, x, work);
  if (const auto* network = dynamic_cast<const SurrogateStepper*>(m.stepper.get())) {
    enter_state(m.plant, x, work);
    read_trial(m.plant.layout, x, work.trial);
    m.plant.equations->evaluate(work.trial, false, work.buffers());
    network->place(x, 0.0, work);
  }
  settle_signals(m.plant, x, work);
  m.loads = build_loads(d_, m, mechanism_, problems_);
  m.soil = build_soil(d_, mechanism_);
  if (!m.soil.empty())
    for (const auto& [point, at] : mechanism_.ground_points)
      m.picture.terrain.emplace_back(static_cast<int>(point), at);
  stop_on_problems();
  if (!d_.blocks.empty()) {  // they read signals, and signals read them
    start_blocks(work);
    settle_signals(m.plant, x, work);
  }
  if (full_) meet_guide_rates(x, work);
  work.buffers().unsettled = -1;
  if (!m.stepper->refresh(x, 0.0, 1e-9 * d_.solver.step, work)) {
    const int volume = work.buffers().unsettled;
    throw InputError(prefix(d_.where) +
                     (volume >= 0
                          ? no_balance(m.plant.names.volumes[volume])
                          : "the accelerations at the start cannot be solved: is a body without "
                            "mass?"));
  }
  for (const double value : x)
    if (!std::isfinite(value)) throw InputError(prefix(d_.where) + "the start state is not finite");
  const Snapshot shot = take_snapshot(m.plant, m.initial, work);
  m.plant.layout.start_energy.in(x)[0] = shot.energy.kinetic + shot.energy.potential;
  m.plant.layout.start_energy.in(x)[1] = m.plant.equations->parts().circuit->oil(
      m.plant.layout.y.in(x), shot.buffers->strokes, shot.buffers->circuit);
  m.plant.layout.start_energy.in(x)[2] = shot.shafts;
  if (joint_ || pressures_ || full_) return;  // theirs are copied
  if (const std::string text = rests_ ? growth_text(growth_from_rest(m, m.initial)) : "";
      !text.empty())
    m.notes.push_back(text);
  const std::string note = small_volume_note(m, shot);
  if (!note.empty()) m.notes.push_back(note);
}

// What blocks hold at t = 0, from the channels that are there now.
void Assembly::start_blocks(StepperScratch& work) {
  Machine& m = *machine_;
  read_channels(blocks_, d_, m, problems_);
  stop_on_problems();
  m.blocks = Blocks(std::move(blocks_));
  BlockRuns runs;
  bool jump = false;
  StepReport report;
  if (!m.blocks.sample(m, m.initial, work, runs, jump, report))
    throw InputError(prefix(d_.blocks[static_cast<std::size_t>(report.block)].where) +
                     *report.said);
}

// Velocities onto the guides by the least impulse: a guide may begin in motion.
void Assembly::meet_guide_rates(std::span<double> x, PlantWork& work) {
  Machine& m = *machine_;
  MachineEquations::Buffers& b = work.buffers();
  if (m.plant.equations->guide_rows() == 0) return;
  const auto q = m.plant.layout.q.in(x), v = m.plant.layout.v.in(x);
  std::ranges::copy(q, work.trial.q.begin());
  std::ranges::copy(v, work.trial.v.begin());
  m.plant.equations->set_time(0.0, 1e-9 * d_.solver.step, b);
  m.plant.equations->evaluate(work.trial, false, b);
  m.plant.equations->project_velocities(work.trial, b);
  std::ranges::copy(work.trial.v, v.begin());
}

}  // namespace bramah
