#include "coupling/multirate/multirate_stepper.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace bramah {

std::string refused_multirate(const SolverSpec& s) {
  if (s.integrator == IntegratorRule::sundials || is_linearly_implicit(s.integrator))
    return concat(
        "multirate integrates the oil in every Newton iteration of the mechanism, over the "
        "step of its integrator; ",
        s.integrator, " has none such: use sdirk2, trapezoidal, gen_alpha or an explicit one");
  if (s.oil == OilModel::pds || s.oil == OilModel::advpds)
    return concat("multirate integrates the oil inside the mechanism's step; ", s.oil,
                  " would find small volumes before it: use dynamic or quasi_steady");
  if (s.oil == OilModel::quasi_steady && is_explicit(s.multirate.integrator))
    return concat("with multirate, quasi_steady volumes need an implicit rule for the oil; ",
                  s.multirate.integrator,
                  " is explicit: use multirate.integrator sdirk2 or trapezoidal");
  return "";
}

std::string refused_multirate(const MachineEquations& machine) {
  const EquationParts& parts = machine.parts();
  if (parts.circuit->cylinders() == 0)
    return "multirate joins a mechanism to its oil at cylinders, and this machine has none: leave "
           "`coupling` out";
  for (const int effort : parts.efforts)
    if (parts.signals->node(effort).kind >= SignalKind::sum)
      return "with multirate, signals that are computed from others or from sensors belong to the "
             "oil; a force or torque on the mechanism that is one needs `coupling: monolithic`";
  return "";
}

namespace {

MultirateOptions options(const SolverSpec& s) {
  const MultirateSpec& from = s.multirate;
  MultirateOptions o;
  o.rule = from.integrator;
  o.step = from.step.value_or(0.1 * s.step);
  o.velocity = from.velocity;
  o.max_iterations = s.max_iterations;
  o.polish = s.amounts;
  return o;
}

}  // namespace

struct Multirate::Work final : StepperScratch {
  std::unique_ptr<ImplicitDynamics::Scratch> mechanism;
  std::unique_ptr<Integrator> integrator;
  std::vector<double> inputs;  // of the machine, then held signals
  std::vector<double> y, ydot, memory_y, power, work;

  Work(const Multirate& m, const Plant& plant)
      : StepperScratch(plant),
        mechanism(m.dynamics_->make_scratch()),
        inputs(plant.layout.inputs.count + m.side_.held.size()),
        y(m.dynamics_->states()),
        ydot(y.size()),
        memory_y(y.size()),
        power(m.dynamics_->audits()),
        work(power.size()) {
    IntegratorOptions options = plant.integrator_options();
    options.newton.polish = false;
    integrator = make_integrator(plant.solver.integrator, *m.dynamics_, options);
  }
  MachineEquations::Buffers& side() { return MachineEquations::buffers(*mechanism); }
  MultirateOil::Run& oil() { return MultirateOil::run(*side().response); }
};

Multirate::Multirate(const Plant& plant, const MakeDynamics& make) : Piecewise(plant) {
  constexpr auto kVariables = CouplingVariables::velocity_pressure;
  auto oil = oil_sides(*plant.equations, kVariables, true, true);
  oil_ = std::make_shared<MultirateOil>(std::move(oil.front()), options(plant.solver));
  side_ = mechanism_side(*plant.equations, kVariables, oil_);
  dynamics_ = make(*side_.equations);
  partitioned_ = dynamic_cast<const Partition*>(dynamics_.get());
}

std::unique_ptr<StepperScratch> Multirate::make_scratch() const {
  return std::make_unique<Work>(*this, plant_);
}

ImplicitDynamics::Scratch& Multirate::mechanism(StepperScratch& scratch) {
  return *static_cast<Work&>(scratch).mechanism;
}

void Multirate::enter_sides(std::span<const double> x, double t,
                            StepperScratch& scratch) const noexcept {
  Work& w = static_cast<Work&>(scratch);
  MachineEquations::Buffers& b = w.side();
  MultirateOil::Run& oil = w.oil();
  const Layout& layout = plant_.layout;
  const auto inputs = layout.inputs.in(x), contacts = layout.contacts.in(x);
  std::ranges::copy(inputs, w.inputs.begin());
  Surroundings around{layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x), w.inputs};
  side_.equations->set_surroundings(around, b);
  auto& circuit = DrivenOil::side(*oil.oil).buffers;
  oil_->side().equations->set_surroundings(around, circuit);
  circuit.unsettled = -1;

  const SideMap &ours = side_.map, &theirs = oil_->side().map;
  for (std::size_t k = 0; k < ours.modes.size(); ++k)
    b.circuit.modes[k] = static_cast<int>(contacts[ours.modes[k]]);
  for (std::size_t k = 0; k < theirs.modes.size(); ++k)
    oil.modes[k] = static_cast<int>(contacts[theirs.modes[k]]);
  for (std::size_t k = 0; k < theirs.states.size(); ++k)
    oil.y[k] = layout.y.in(x)[theirs.states[k]];
  for (std::size_t k = 0; k < ours.states.size(); ++k) {
    const int y = ours.states[k];
    w.y[k] = layout.y.in(x)[y], w.ydot[k] = layout.ydot.in(x)[y];
    w.memory_y[k] = layout.memory_y.in(x)[y];
  }
  for (std::size_t k = 0; k < w.power.size(); ++k) {
    w.power[k] = ours.audit[k] < 0 ? 0.0 : layout.power.in(x)[ours.audit[k]];
    w.work[k] = 0.0;
  }

  const auto q = layout.q.in(x), v = layout.v.in(x), a = layout.a.in(x);
  const Mechanism& mechanism = *side_.equations->parts().mechanism;
  mechanism.kinematics(q, v, around.charts, *b.mechanism);
  oil.start = t;
  for (std::size_t c = 0; c < oil.before.size(); ++c) {
    const GaugeView gauge = mechanism.gauge(static_cast<int>(c), *b.mechanism);
    oil.before[c] = {gauge.length, gauge.rate};
  }
  const auto& sensors = oil_->side().joint_sensors;
  for (std::size_t k = 0; k < sensors.size(); ++k) {
    const int i = sensors[k].index;
    if (sensors[k].kind == Sensor::Kind::position)
      circuit.curves[k] = {t, {q[i], v[i], 0.5 * a[i], 0.0, 0.0}};
    else
      circuit.curves[k] = {t, {v[i], a[i], 0.0, 0.0, 0.0}};
  }
  if (partitioned_) partitioned_->recall(layout.partition.in(x), *w.mechanism);
}

StatePoint Multirate::point(std::span<double> x, Work& w) const noexcept {
  const Layout& l = plant_.layout;
  return {l.q.in(x),        l.v.in(x),  l.a.in(x), w.y,    w.ydot,         l.lambda.in(x),
          l.memory_a.in(x), w.memory_y, w.power,   w.work, l.control.in(x)};
}

// An explicit rule for the oil is asked in every step, for a step of the mechanism is many of its
// own; one for the mechanism sees the oil's answer at the end of its step as stiffness and damping.
bool Multirate::stable(std::span<double> x, double t, double h, bool jump, Work& w,
                       StepReport& report) const noexcept {
  if (!plant_.solver.guard) return true;
  const auto refuse = [&](double radius, double longest, int worst) {
    report.fastest_rate = radius;
    report.longest_step = longest;
    report.worst = worst;
    return report.converged = false;
  };
  w.oil().anchor = t + 0.5 * h;
  const auto tick = static_cast<long long>(x[State::kTick]);
  const bool thorough = jump || tick < 100 || tick % 100 == 0;
  const MultirateOil::Stability oil = oil_->stable(h, thorough, w.oil());
  const int nq = dynamics_->coordinates();
  if (!oil.stable) return refuse(oil.radius, oil.longest, nq + oil_->side().map.states[oil.state]);
  if (!thorough) return true;
  dynamics_->set_time(t + h, t + 0.5 * h, *w.mechanism);
  const Stability own = w.integrator->stable(*dynamics_, *w.mechanism, h, point(x, w));
  return own.stable || refuse(own.radius, own.longest, unknown(own.unknown, w));
}

int Multirate::unknown(int of_newton, Work& w) const noexcept {
  const int moved = dynamics_->moved_coordinates();
  if (of_newton < 0) return of_newton;
  if (of_newton >= moved) return dynamics_->coordinates() + side_.map.states[of_newton - moved];
  const std::span<const int> which = dynamics_->moved(*w.mechanism);
  return which.empty() ? of_newton : which[of_newton];
}

void Multirate::blame_sides(Work& w, StepReport& report) const noexcept {
  report.converged = false;
  if (partitioned_) report.singular = partitioned_->singular_row(*w.mechanism);
  if (const int state = w.oil().worst; state >= 0)
    report.worst = dynamics_->coordinates() + oil_->side().map.states[state];
}

// States and modes that both sides have are the mechanism's: they are written last.
void Multirate::leave(std::span<double> x, Work& w) const noexcept {
  const Layout& layout = plant_.layout;
  const auto put = [&](const Block& block, std::span<const int> map, auto&& from) {
    const auto to = block.in(x);
    for (std::size_t k = 0; k < map.size(); ++k)
      if (map[k] >= 0) to[map[k]] = static_cast<double>(from[k]);
  };
  const SideMap &ours = side_.map, &theirs = oil_->side().map;
  const MultirateOil::Run& oil = w.oil();
  put(layout.y, theirs.states, oil.trial.y), put(layout.y, ours.states, w.y);
  put(layout.ydot, theirs.states, oil.trial.ydot), put(layout.ydot, ours.states, w.ydot);
  put(layout.memory_y, theirs.states, oil.trial.ydot);
  put(layout.memory_y, ours.states, w.memory_y);
  put(layout.contacts, theirs.modes, DrivenOil::side(*oil.oil).buffers.circuit.modes);
  put(layout.contacts, ours.modes, w.side().circuit.modes);
  put(layout.power, theirs.audit, oil.power), put(layout.power, ours.audit, w.power);
  const auto work = layout.work.in(x);
  const auto add = [&](std::span<const int> map, std::span<const double> from) {
    for (std::size_t k = 0; k < map.size(); ++k)
      if (map[k] >= 0) work[map[k]] += from[k];
  };
  add(theirs.audit, oil.work), add(ours.audit, w.work);
  if (partitioned_) partitioned_->remember(*w.mechanism, layout.partition.in(x));
  read_joint_values(plant_, x);
}

StepReport Multirate::piece(std::span<double> x, double t, double h, bool jump,
                            StepperScratch& scratch) const noexcept {
  Work& w = static_cast<Work&>(scratch);
  const Layout& layout = plant_.layout;
  StepReport report;
  enter_sides(x, t, w);
  const auto choices = [&] { return partitioned_ ? layout.partition.in(x).back() : 0.0; };
  const double before = choices();
  if (!dynamics_->choose_moved(layout.q.in(x), layout.v.in(x), *w.mechanism)) {
    blame_sides(w, report);
    return report;
  }
  if (!stable(x, t, h, jump, w, report)) return report;
  const AdvanceReport part = w.integrator->advance(*dynamics_, *w.mechanism, t, h, point(x, w));
  report.iterations = part.iterations;
  report.solves = part.solves;
  report.max_iterations = part.max_iterations;
  report.residual = part.newton.increment;
  report.worst = unknown(part.newton.worst, w);
  report.gap = part.gaps.position;
  report.rate_gap = part.gaps.rate;
  report.converged = part.newton.converged && std::isfinite(part.gaps.position);
  if (report.converged) report.past_end = piston_past_end(plant_, w.side().strokes);
  report.converged = report.converged && report.past_end < 0 && oil_->finish(w.oil());
  if (!report.converged) {
    blame_sides(w, report);
    return report;
  }
  leave(x, w);
  report.partitions = static_cast<int>(choices() - before);
  return report;
}

}  // namespace bramah
