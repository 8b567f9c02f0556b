#include "build/assembly.h"

#include <algorithm>
#include <cmath>

#include "build/error_bounds.h"
#include "build/formulation.h"
#include "build/guidance.h"
#include "build/lever_loops.h"
#include "build/operating_point.h"
#include "build/places.h"
#include "build/scene.h"
#include "build/surrogate_build.h"
#include "core/nearest.h"
#include "core/text.h"
#include "core/where.h"
#include "coupling/cosimulation/cosimulated.h"
#include "coupling/multirate/multirate_stepper.h"
#include "coupling/variable/variable_stepper.h"
#include "coupling/whole/substeps.h"
#include "multibody/guided_mechanism.h"

namespace bramah {

namespace {

// Largest command of a signal, so that Newton's tolerance on a spool is relative to it.
double signal_scale(const MachineDescription& d, const std::string& name) {
  double size = 0.0;
  for (const SignalSpec& s : d.signals)
    if (s.name == name)
      for (const double y : s.y) size = std::max(size, std::abs(y));
  for (const ControlSpec& control : d.controls)
    if (control.name == name) size = std::max(size, control.range);
  return size > 0.0 ? size : 1.0;
}

}  // namespace

std::shared_ptr<const Machine> Assembly::make() {
  mechanism_ = build_mechanism(d_, problems_);
  circuit_ = build_oil();
  stop_on_problems();
  signals_ = build_signals(d_, mechanism_, circuit_, problems_);
  stop_on_problems();
  machine_ = std::make_shared<Machine>();
  if (joint_) go_natural();
  name_things();
  couple();
  set_start();
  machine_->picture.scheme = build_scheme(d_, machine_->channels.list);
  check_operating_point(*machine_, problems_);
  stop_on_problems();
  return machine_;
}

void Assembly::stop_on_problems() const {
  if (!problems_.empty()) throw InputError(problems_);
}

BuiltCircuit Assembly::build_oil() {
  if (!full_) return build_circuit(d_, problems_);
  MachineDescription none = d_;
  none.cylinders.clear();
  return build_circuit(none, problems_);
}

// Joint coordinates that feedback reads become coordinates.
void Assembly::go_natural() {
  std::vector<std::string> sensed;
  const auto reads_joint = [](const Sensor& s) {
    return s.kind == Sensor::Kind::position || s.kind == Sensor::Kind::velocity;
  };
  for (const Sensor& sensor : signals_.sensors)
    if (reads_joint(sensor)) sensed.push_back(mechanism_.coordinate_names[sensor.index]);
  natural_ = build_natural(d_, mechanism_, sensed, problems_);
  stop_on_problems();
  const auto& names = natural_.coordinate_names;
  for (Sensor& sensor : signals_.sensors)
    if (reads_joint(sensor))
      sensor.index = static_cast<int>(
          std::find(names.begin(), names.end(), mechanism_.coordinate_names[sensor.index]) -
          names.begin());
  machine_->joint = joint_;
  machine_->plant.natural = natural_.map;
  machine_->plant.names.constraints = natural_.constraint_texts;
  machine_->notes = joint_->notes;
}

int Assembly::signal(const std::string& name, const Where& where, const char* use) {
  const int found = signals_.find(name);
  if (found < 0)
    problems_.push_back(
        concat(prefix(where), "no signal is called \"", name, "\", needed as ", use));
  return found;
}

void Assembly::couple() {
  EquationParts parts;
  for (const NamedInput& input : circuit_.inputs)
    parts.inputs.push_back(
        {input.signal.empty() ? -1 : signal(input.signal, input.where, "an input of the circuit"),
         input.constant, input.tunable});
  for (const auto& name : mechanism_.effort_signals)
    parts.efforts.push_back(signal(name, d_.where, "a force or torque"));
  for (const auto& name : mechanism_.driver_signals) {
    const int found = signal(name, d_.where, "a driver");
    parts.drivers.push_back(found);
    if (found < 0) continue;
    const SignalKind kind = signals_.graph->node(found).kind;
    if (kind == SignalKind::ramps && !joint_)
      machine_->notes.push_back(
          "signal " + name +
          " drives a joint: it rests at each of its points and moves smoothly "
          "in between");
    else if (kind != SignalKind::ramps && kind != SignalKind::constant && kind != SignalKind::sine)
      problems_.push_back(concat(prefix(place_of(d_.signals, name, d_.where)), "signal \"", name,
                                 "\" drives a joint, so it must be a smooth function of time: "
                                 "constant, ramps or sine"));
  }
  stop_on_problems();
  parts.sensors = signals_.sensors;
  parts.pseudo = pseudo_dynamic();
  for (int k = 0; k < circuit_.circuit->states(); ++k)
    parts.state_scales.push_back(circuit_.circuit->scale(k));
  for (std::size_t v = 0; v < d_.valves.size(); ++v)  // a spool is as large as its command
    if (circuit_.valves[v].has_state)
      parts.state_scales[circuit_.circuit->first_state(circuit_.valves[v].part)] =
          signal_scale(d_, d_.valves[v].signal);
  for (const double scale : controller_scales()) parts.state_scales.push_back(scale);
  parts.forces = ForceSet(mechanism_.forces);
  for (int k = 0; k < parts.forces.states(); ++k)
    parts.state_scales.push_back(parts.forces.scale(k));

  if (full_) return couple_guided(std::move(parts));
  if (joint_) {
    start_natural();
    std::vector<double> masses = natural_masses(*natural_.mechanism, pose_);
    parts.mechanism = std::move(natural_.mechanism);
    finish_coupling(std::move(parts), std::move(masses));
    return;
  }
  close();
  int massless = -1;
  auto masses = effective_masses(*mechanism_.mechanism, pose_, massless);
  if (massless >= 0) {
    problems_.push_back(concat(prefix(joint_place(d_, mechanism_.coordinate_names[massless])),
                               "joint \"", mechanism_.coordinate_names[massless],
                               "\" moves nothing that has a mass of its own; give the body behind "
                               "it a mass or an inertia"));
    stop_on_problems();
  }
  parts.mechanism = std::move(mechanism_.mechanism);
  finish_coupling(std::move(parts), std::move(masses));
}

std::vector<std::string> Assembly::rigid_cylinders() const {
  std::vector<std::string> out;
  for (const CylinderSpec& c : d_.cylinders)
    if (d_.surrogate || std::ranges::any_of(d_.solver.guides, [&](const GuideSpec& guide) {
          return guide.name == c.name && guide.rigid();
        }))
      out.push_back(c.name);
  return out;
}

void Assembly::note_missing_signals() {
  std::vector<std::string> gone;
  for (const std::string& name : full_->plant.names.signals)
    if (signals_.find(name) < 0) gone.push_back(name);
  if (!gone.empty())
    machine_->notes.push_back(concat(d_.surrogate ? "a surrogate" : "guidance",
                                     " solves no oil: signals that read it are left out, ",
                                     join(gone)));
}

// The start of the machine with oil, moved onto the guides.
void Assembly::couple_guided(EquationParts parts) {
  if (d_.surrogate) {
    drive_ = make_drive(d_, signals_, problems_);
    parts.source = drive_;
    parts.guides.resize(d_.cylinders.size());
  } else {
    parts.guides = make_guides(d_, signals_, problems_);
  }
  stop_on_problems();
  std::vector<int> rigid;
  for (std::size_t c = 0; c < parts.guides.size(); ++c)
    if (!parts.guides[c].servo) rigid.push_back(static_cast<int>(c));
  if (joint_)
    start_natural();
  else
    start_full();
  std::shared_ptr<const Mechanism> bare =
      joint_ ? std::shared_ptr<const Mechanism>(std::move(natural_.mechanism))
             : std::shared_ptr<const Mechanism>(std::move(mechanism_.mechanism));
  parts.mechanism = rigid.empty() ? bare : std::make_shared<GuidedMechanism>(bare, rigid);
  if (!d_.surrogate) {  // which begins where the machine is
    std::vector<DriverValue> drivers = driver_starts();
    std::ranges::copy(guide_starts(parts.guides, *signals_.graph), std::back_inserter(drivers));
    meet_guides(*parts.mechanism, parts.guides, drivers, d_, pose_, problems_);
  }
  stop_on_problems();
  for (const std::string& note : pose_.notes) machine_->notes.push_back(note);
  note_missing_signals();
  int massless = -1;
  std::vector<double> masses = joint_ ? natural_masses(*parts.mechanism, pose_)
                                      : effective_masses(*parts.mechanism, pose_, massless);
  finish_coupling(std::move(parts), std::move(masses));
}

std::optional<PseudoDynamic> Assembly::pseudo_dynamic() const {
  const SolverSpec& s = d_.solver;
  if (s.oil != OilModel::pds && s.oil != OilModel::advpds) return std::nullopt;
  PseudoDynamic out;
  out.classical = s.oil == OilModel::pds;
  out.inner = s.inner;
  out.volume = s.pseudo_volume, out.step = s.inner_step, out.longest = s.inner_time;
  out.criterion = s.criterion_high, out.low_criterion = s.criterion_low;
  out.low_pressure = s.low_pressure;
  return out;
}

void Assembly::finish_coupling(EquationParts parts, std::vector<double> masses) {
  parts.circuit = std::move(circuit_.circuit);
  parts.signals = std::move(signals_.graph);
  machine_->plant.equations = std::make_unique<MachineEquations>(
      std::move(parts),
      AugmentedLagrangian(
          std::move(masses),
          {d_.solver.penalty.value_or(d_.solver.tangent == TangentKind::numerical ? 1e3 : 1e6),
           d_.solver.alpha}));
  choose_dynamics();
}

void Assembly::choose_dynamics() {
  Machine& m = *machine_;
  const Mechanism& mechanism = *m.plant.equations->parts().mechanism;
  const auto scratch = mechanism.make_scratch();
  mechanism.kinematics(pose_.q, pose_.v, pose_.charts, *scratch);
  const int rank = constraint_rank(mechanism, *scratch);
  if (const std::string reason = refused_constraints(d_.solver, mechanism.constraints());
      !reason.empty())
    throw InputError(concat(prefix(d_.solver_where), reason));
  const auto make = [&](const MachineEquations& equations) {
    LeverSearch levers;
    if (d_.solver.constraints == Constraints::tree && rank > 0) {
      levers = find_lever_loops(mechanism, pose_.q, m.rest.driven, rank);
      if (!levers.loops) throw InputError(concat(prefix(d_.solver_where), levers.reason));
    }
    return make_dynamics(equations, d_.solver, rank, std::move(levers.loops));
  };
  m.plant.dynamics = make(*m.plant.equations);
  m.plant.partitioned = dynamic_cast<const Partition*>(m.plant.dynamics.get());
  if (d_.solver.coupling == CouplingKind::cosimulation) {
    if (d_.cylinders.empty())
      throw InputError(prefix(d_.solver_where) +
                       "cosimulation cuts a machine at its cylinders, and this one has none: leave "
                       "`coupling` out");
    m.stepper = std::make_unique<Cosimulated>(m.plant, make);
    return;
  }
  if (drive_) return;  // its stepper waits for the layout: make_driven_stepper()
  if (d_.solver.coupling != CouplingKind::multirate) {
    const bool clocked = !d_.clocks.empty();  // a surrogate may hand over at its instants
    const bool one_a_tick = d_.solver.relative_tolerance.value_or(0.0) >= 1.0;  // no step control
    if (d_.solver.integrator == IntegratorRule::rosenbrock && !clocked && !one_a_tick)
      m.stepper = std::make_unique<VariableStepper>(m.plant);
    else if (m.plant.bounds = error_bounds(d_.solver, *m.plant.equations, pose_);
             m.plant.has_substeps())
      m.stepper = std::make_unique<Substepper>(m.plant);
    else
      m.stepper = std::make_unique<Whole>(m.plant);
    return;
  }
  if (const std::string reason = refused_multirate(*m.plant.equations); !reason.empty())
    throw InputError(concat(prefix(d_.solver_where), reason));
  m.stepper = std::make_unique<Multirate>(m.plant, make);
}

}  // namespace bramah
