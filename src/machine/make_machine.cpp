#include <algorithm>
#include <cmath>

#include "core/nearest.h"
#include "core/text.h"
#include "machine/channels.h"
#include "machine/cosimulated.h"
#include "machine/formulation.h"
#include "machine/guidance.h"
#include "machine/lever_loops.h"
#include "machine/multirate.h"
#include "machine/natural_builder.h"
#include "machine/operating_point.h"
#include "machine/signal_builder.h"
#include "machine/small_volumes.h"
#include "machine/start_pose.h"
#include "machine/straight_load.h"
#include "multibody/guided_mechanism.h"

namespace bramah {

namespace {

Layout make_layout(const Machine& machine, std::size_t tunables, std::size_t inputs) {
  const Monolithic& dynamics = *machine.equations;
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
  return x;
}

// Largest command of a signal, so that Newton's tolerance on a spool is relative to it.
double signal_scale(const MachineDescription& d, const std::string& name) {
  double size = 0.0;
  for (const SignalSpec& s : d.signals)
    if (s.name == name)
      for (const double y : s.y) size = std::max(size, std::abs(y));
  return size > 0.0 ? size : 1.0;
}

class Assembly {
 public:
  // `joint`: the same machine in joint coordinates, where this one has natural ones.
  // `pressures`: the same machine with pressures as states, where this one has amounts.
  // `full`: the same machine with its oil, where this one is guided.
  explicit Assembly(const MachineDescription& d, std::shared_ptr<const Machine> joint = nullptr,
                    std::shared_ptr<const Machine> pressures = nullptr,
                    std::shared_ptr<const Machine> full = nullptr)
      : d_(d),
        joint_(std::move(joint)),
        pressures_(std::move(pressures)),
        full_(std::move(full)) {}

  std::shared_ptr<const Machine> make() {
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
    check_operating_point(*machine_, problems_);
    stop_on_problems();
    return machine_;
  }

 private:
  void stop_on_problems() const {
    if (!problems_.empty()) throw InputError(problems_);
  }

  BuiltCircuit build_oil() {
    if (!full_) return build_circuit(d_, problems_);
    MachineDescription none = d_;
    none.cylinders.clear();
    return build_circuit(none, problems_);
  }

  // Joint coordinates that feedback reads become coordinates.
  void go_natural() {
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
    machine_->natural = natural_.map;
    machine_->constraint_texts = natural_.constraint_texts;
    machine_->notes = joint_->notes;
  }

  int signal(const std::string& name, const Where& where, const char* use) {
    const int found = signals_.find(name);
    if (found < 0)
      problems_.push_back(
          concat(prefix(where), "no signal is called \"", name, "\", needed as ", use));
    return found;
  }

  void name_things() {
    Machine& m = *machine_;
    m.name = d_.name;
    m.hash = d_.hash;
    m.solver = d_.solver;
    m.solver.guides.clear();  // long recordings
    m.operating_point = d_.linearize;
    m.method = method_name(d_.solver);
    m.planar = d_.planar;
    m.joints = mechanism_.joints;
    m.coordinate_names = mechanism_.coordinate_names;
    m.drawing = mechanism_.drawing;
    m.bodies = static_cast<int>(d_.bodies.size());
    m.loops = mechanism_.loops;
    m.volumes = circuit_.volume_names;
    m.part_names = circuit_.part_names;
    m.source_names = circuit_.source_names;
    if (!joint_ && !circuit_.open_ports.empty())
      m.notes.push_back(concat("ports connected to nothing: ", join(circuit_.open_ports)));
    m.tunable_names = circuit_.tunable_names;
    m.static_tunables = circuit_.static_tunables;
    m.input_names = signals_.input_names;
    m.input_defaults = signals_.input_defaults;
    for (const CylinderSpec& c : d_.cylinders) m.cylinders.push_back(c.name);
    for (std::size_t k = 0; k < circuit_.starts.size(); ++k)
      if (circuit_.starts[k].statics) m.static_states.push_back(static_cast<int>(k));
    for (std::size_t i = 0; i < mechanism_.coordinates.size(); ++i) {
      const CoordinateSpec& c = *mechanism_.coordinates[i];
      if (c.start_kind == CoordinateSpec::Start::statics && !full_)
        m.static_coordinates.push_back(static_cast<int>(i));
      if (!c.driver.empty()) m.driven_coordinates.push_back(static_cast<int>(i));
    }
    name_unknowns();
  }

  void name_unknowns() {
    Machine& m = *machine_;
    if (joint_) {
      m.unknowns = natural_.coordinate_names;
    } else {
      for (const auto& name : m.coordinate_names) m.unknowns.push_back("joint " + name);
      for (const JointRecord& joint : m.joints)
        for (int k = 0; k < joint.closures; ++k)
          m.constraint_texts.push_back(concat(joint.name, ": ", joint.type,
                                              " joint closes a loop, ", k + 1, " of ",
                                              joint.closures));
      for (const int i : m.driven_coordinates)
        m.constraint_texts.push_back(concat(m.coordinate_names[i], ": driver"));
    }
    if (full_)
      for (const std::string& name : rigid_cylinders())
        m.constraint_texts.push_back(concat(name, ": guide"));
    for (std::size_t k = 0; k < m.volumes.size(); ++k)
      m.unknowns.push_back(concat("the pressure of volume ", m.volumes[k]));
    for (const auto& state : circuit_.states) m.unknowns.push_back("the state " + state.name);
    for (const auto& name : signals_.state_names) m.unknowns.push_back("a state of signal " + name);
    m.signal_names = signals_.names;
    for (const auto& name : m.volumes) m.state_names.push_back(name + ".p");
    for (const auto& state : circuit_.states) m.state_names.push_back(state.name);
    const std::size_t first = m.state_names.size();
    m.state_names.resize(first + static_cast<std::size_t>(signals_.graph->states()));
    for (int i = 0; i < signals_.graph->size(); ++i) {
      const SignalNode& node = signals_.graph->node(i);
      if (node.state < 0) continue;
      const bool pid = node.kind == SignalKind::pid;
      const std::size_t at = first + static_cast<std::size_t>(node.state);
      m.state_names[at] = signals_.names[i] + (pid ? ".integral" : ".state");
      if (pid) m.state_names[at + 1] = signals_.names[i] + ".filtered";
    }
  }

  void couple() {
    MonolithicParts parts;
    for (const NamedInput& input : circuit_.inputs)
      parts.inputs.push_back(
          {input.signal.empty() ? -1 : signal(input.signal, input.where, "an input of the circuit"),
           input.constant, input.tunable});
    for (const auto& name : mechanism_.effort_signals)
      parts.efforts.push_back(signal(name, {d_.file, 0}, "a force or torque"));
    for (const auto& name : mechanism_.driver_signals) {
      const int found = signal(name, {d_.file, 0}, "a driver");
      parts.drivers.push_back(found);
      if (found < 0) continue;
      const SignalKind kind = signals_.graph->node(found).kind;
      if (kind == SignalKind::ramps && !joint_)
        machine_->notes.push_back(
            "signal " + name +
            " drives a joint: it rests at each of its points and moves smoothly "
            "in between");
      else if (kind != SignalKind::ramps && kind != SignalKind::constant &&
               kind != SignalKind::sine)
        problems_.push_back(concat(prefix({d_.file, 0}), "signal \"", name,
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
      problems_.push_back(
          concat(prefix({d_.file, 0}), "joint \"", mechanism_.coordinate_names[massless],
                 "\" moves nothing that has a mass of its own; give the body behind "
                 "it a mass or an inertia"));
      stop_on_problems();
    }
    parts.mechanism = std::move(mechanism_.mechanism);
    finish_coupling(std::move(parts), std::move(masses));
  }

  std::vector<std::string> rigid_cylinders() const {
    std::vector<std::string> out;
    for (const CylinderSpec& c : d_.cylinders)
      if (std::ranges::any_of(d_.solver.guides, [&](const GuideSpec& guide) {
            return guide.name == c.name && guide.rigid();
          }))
        out.push_back(c.name);
    return out;
  }

  void note_missing_signals() {
    std::vector<std::string> gone;
    for (const std::string& name : full_->signal_names)
      if (signals_.find(name) < 0) gone.push_back(name);
    if (!gone.empty())
      machine_->notes.push_back(concat("guidance solves no oil: signals that read it are left out, ",
                                       join(gone)));
  }

  // The start of the machine with oil, moved onto the guides.
  void couple_guided(MonolithicParts parts) {
    parts.guides = make_guides(d_, signals_, problems_);
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
    std::vector<DriverValue> drivers = driver_starts();
    std::ranges::copy(guide_starts(parts.guides, *signals_.graph), std::back_inserter(drivers));
    meet_guides(*parts.mechanism, parts.guides, drivers, d_, pose_, problems_);
    stop_on_problems();
    for (const std::string& note : pose_.notes) machine_->notes.push_back(note);
    note_missing_signals();
    int massless = -1;
    std::vector<double> masses = joint_ ? natural_masses(*parts.mechanism, pose_)
                                        : effective_masses(*parts.mechanism, pose_, massless);
    finish_coupling(std::move(parts), std::move(masses));
  }

  void start_full() {
    const auto x = full_->initial.values();
    const auto copy = [&](const Block& block, std::vector<double>& to) {
      const auto from = block.in(x);
      to.assign(from.begin(), from.end());
    };
    copy(full_->layout.q, pose_.q), copy(full_->layout.v, pose_.v);
    copy(full_->layout.charts, pose_.charts);
  }

  std::optional<PseudoDynamic> pseudo_dynamic() const {
    const SolverSpec& s = d_.solver;
    if (s.oil != "pds" && s.oil != "advpds") return std::nullopt;
    PseudoDynamic out;
    out.classical = s.oil == "pds";
    out.inner = s.inner == "rk4"             ? PseudoDynamic::Inner::rk4
                : s.inner == "modified_heun" ? PseudoDynamic::Inner::modified_heun
                                             : PseudoDynamic::Inner::euler;
    out.volume = s.pseudo_volume, out.step = s.inner_step, out.longest = s.inner_time;
    out.criterion = s.criterion_high, out.low_criterion = s.criterion_low;
    out.low_pressure = s.low_pressure;
    return out;
  }

  // The joint machine's start in natural coordinates.
  void start_natural() {
    const auto x = joint_->initial.values();
    const Layout& from = joint_->layout;
    pose_.q.resize(natural_.mechanism->coordinates());
    pose_.v.resize(pose_.q.size());
    natural_.map.from_joint(*joint_->equations->parts().mechanism, from.q.in(x), from.v.in(x),
                            from.charts.in(x), pose_.q, pose_.v);
  }

  void finish_coupling(MonolithicParts parts, std::vector<double> masses) {
    parts.circuit = std::move(circuit_.circuit);
    parts.signals = std::move(signals_.graph);
    machine_->equations = std::make_unique<Monolithic>(
        std::move(parts),
        AugmentedLagrangian(std::move(masses), {d_.solver.penalty.value_or(
                                                    d_.solver.tangent == "numerical" ? 1e3 : 1e6),
                                                d_.solver.alpha}));
    choose_dynamics();
  }

  void choose_dynamics() {
    Machine& m = *machine_;
    const Mechanism& mechanism = *m.equations->parts().mechanism;
    const auto scratch = mechanism.make_scratch();
    mechanism.kinematics(pose_.q, pose_.v, pose_.charts, *scratch);
    const int rank = constraint_rank(mechanism, *scratch);
    if (const std::string reason = refused_constraints(d_.solver, mechanism.constraints());
        !reason.empty())
      throw InputError(concat(prefix({d_.file, 0}), reason));
    const auto make = [&](const Monolithic& equations) {
      LeverSearch levers;
      if (d_.solver.constraints == "tree" && rank > 0) {
        levers = find_lever_loops(mechanism, pose_.q, m.driven_coordinates, rank);
        if (!levers.loops) throw InputError(concat(prefix({d_.file, 0}), levers.reason));
      }
      return make_dynamics(equations, d_.solver, rank, std::move(levers.loops));
    };
    m.dynamics = make(*m.equations);
    m.partitioned = dynamic_cast<const Partitioned*>(m.dynamics.get());
    if (d_.solver.coupling == "cosimulation") m.coupled = std::make_unique<Cosimulated>(m, make);
    if (d_.solver.coupling != "multirate") return;
    if (const std::string reason = refused_multirate(*m.equations); !reason.empty())
      throw InputError(concat(prefix({d_.file, 0}), reason));
    m.coupled = std::make_unique<Multirate>(m, make);
  }

  // Controller states are as large as what they read.
  std::vector<double> controller_scales() const {
    std::vector<double> scales(signals_.graph->states(), 1.0);
    for (int i = 0; i < signals_.graph->size(); ++i) {
      const SignalNode& node = signals_.graph->node(i);
      double size = 1.0;
      for (const SignalTerm& term : node.terms) {
        if (!term.sensor) continue;
        const Sensor& sensor = signals_.sensors[term.index];
        const double nominal = sensor.kind == Sensor::Kind::pressure ? Circuit::kPressureScale
                               : sensor.kind == Sensor::Kind::force  ? 1e4
                                                                     : 1.0;
        size = std::max(size, std::abs(term.weight) * nominal);
      }
      const int states = node.kind == SignalKind::pid ? 2 : 1;
      for (int k = 0; node.state >= 0 && k < states; ++k) scales[node.state + k] = size;
    }
    return scales;
  }

  std::vector<DriverValue> driver_starts() const {
    std::vector<DriverValue> drivers;
    for (const auto& name : mechanism_.driver_signals) {
      const TimeValue value = time_value(signals_.graph->node(signals_.find(name)), 0.0, 1e-12);
      drivers.push_back({value.value, value.rate, value.acceleration});
    }
    return drivers;
  }

  void close() {
    pose_ = close_pose(*mechanism_.mechanism, mechanism_.coordinates, mechanism_.joints,
                       driver_starts(), d_, problems_);
    stop_on_problems();
    for (const std::string& note : pose_.notes) machine_->notes.push_back(note);
  }

  void set_start() {
    Machine& m = *machine_;
    m.layout = make_layout(m, circuit_.tunable_names.size(), signals_.input_names.size());
    m.initial = State(m.layout.size);
    const auto x = m.initial.values();
    x[State::kStepSize] = d_.solver.step;
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
  void take_start() {
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
  void take_pressures() {
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
  void check_strokes() {
    MachineScratch work(*machine_);
    const Snapshot shot = take_snapshot(*machine_, machine_->initial, work);
    for (std::size_t k = 0; k < d_.cylinders.size(); ++k) {
      const CylinderSpec& c = d_.cylinders[k];
      const double s = shot.buffers->strokes[k].s;
      if (s >= c.closed - kPinSlack && s <= c.closed + c.stroke + kPinSlack) continue;
      problems_.push_back(concat(prefix(c.where), "cylinder \"", c.name, "\": its pins are ",
                                 s * 1e3, " mm apart at the start, but it reaches only from ",
                                 c.closed * 1e3, " mm (closed) to ", (c.closed + c.stroke) * 1e3,
                                 " mm (closed + stroke)"));
    }
    stop_on_problems();
  }

  void rest() {
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
        problems_.push_back(concat(
            prefix({d_.file, 0}), "the static start needs ", value.name, " = ", value.value * 1e-5,
            " bar, absolute, which no oil can have; raise the pressure of the "
            "other side, or check what carries the load"));
    stop_on_problems();
    for (const NamedValue& value : report.solved)
      m.notes.push_back(
          value.name.ends_with(".p")
              ? concat("static start: ", value.name, " = ", value.value * 1e-5, " bar")
              : concat("static start: ", value.name, " = ", value.value));
  }

  void finish_start() {
    Machine& m = *machine_;
    MachineScratch work(m);
    const auto x = m.initial.values();
    if (m.layout.charts.count > 0)
      m.equations->parts().mechanism->rechart(m.layout.q.in(x), m.layout.v.in(x), m.layout.a.in(x),
                                              m.layout.memory_a.in(x), m.layout.charts.in(x),
                                              *work.buffers().mechanism);
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
  void meet_guide_rates(std::span<double> x, MachineScratch& work) {
    Machine& m = *machine_;
    Monolithic::Buffers& b = work.buffers();
    if (m.equations->guide_rows() == 0) return;
    const auto q = m.layout.q.in(x), v = m.layout.v.in(x);
    std::ranges::copy(q, work.trial.q.begin());
    std::ranges::copy(v, work.trial.v.begin());
    m.equations->set_time(0.0, 1e-9 * d_.solver.step, b);
    m.equations->evaluate(work.trial, false, b);
    m.equations->project_velocities(work.trial, b);
    std::ranges::copy(work.trial.v, v.begin());
  }

  const MachineDescription& d_;
  std::vector<std::string> problems_;
  std::shared_ptr<const Machine> joint_, pressures_, full_;
  BuiltMechanism mechanism_;
  BuiltNatural natural_;
  BuiltCircuit circuit_;
  BuiltSignals signals_;
  StartPose pose_;
  std::shared_ptr<Machine> machine_;
};

// The file's start, with oil, is the guided machine's.
std::shared_ptr<const Machine> make_guided(const MachineDescription& d) {
  MachineDescription with_oil = d;
  with_oil.solver.coupling = "monolithic";
  with_oil.solver.coordinates = "joint";
  with_oil.solver.constraints = "al3";
  with_oil.solver.integrator = "sdirk2";
  const std::shared_ptr<const Machine> full = make_machine(with_oil);
  const MachineDescription bare = without_oil(d, *full);
  return Assembly(bare, d.solver.coordinates == "natural" ? full : nullptr, nullptr, full).make();
}

}  // namespace

std::shared_ptr<const Machine> make_machine(const MachineDescription& d) {
  if (d.solver.coupling == "guidance" && (d.solver.oil != "dynamic" || d.solver.amounts)) {
    MachineDescription plain = d;
    plain.solver.oil = "dynamic";
    plain.solver.amounts = false;
    return make_machine(plain);
  }
  if (d.solver.small_auto && d.solver.oil != "dynamic") {
    MachineDescription chosen = d;
    chosen.solver.small_auto = false;
    chosen.solver.oil = "dynamic";
    chosen.solver.integrator = "sdirk2";
    chosen.solver.small_volumes = small_volumes(*make_machine(chosen));
    chosen.solver.oil = d.solver.oil;
    chosen.solver.integrator = d.solver.integrator;
    return make_machine(chosen);
  }
  if (const std::string reason = refused_solver(d.solver); !reason.empty())
    throw InputError(concat(prefix({d.file, 0}), reason));
  if (has_straight_loads(d)) return make_machine(with_straight_loads(d));
  if (d.solver.coupling == "guidance") return make_guided(d);
  if (d.solver.amounts && d.solver.coordinates != "natural") {
    MachineDescription in_pressures = d;
    in_pressures.solver.amounts = false;
    return Assembly(d, nullptr, make_machine(in_pressures)).make();
  }
  if (d.solver.coordinates != "natural") return Assembly(d).make();
  // The file speaks of joint coordinates: start and rest are solved in those.
  MachineDescription in_joints = d;
  in_joints.solver.coupling = "monolithic";
  in_joints.solver.coordinates = "joint";
  in_joints.solver.constraints = "al3";
  in_joints.solver.integrator = "sdirk2";
  return Assembly(d, make_machine(in_joints)).make();
}

}  // namespace bramah
