#include "equations/machine_equations.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

AuditLayout make_audit(const Circuit& circuit, int guides) {
  const auto& parts = circuit.parts();
  AuditLayout a;
  const int n = std::max(circuit.strokes(), guides);
  a.actuators = 0;
  a.friction = n;
  a.dampers = 2 * n;
  a.losses = 3 * n;
  a.sources =
      a.losses + static_cast<int>(parts.parts.size()) - circuit.cylinders();  // which come last
  a.stored = a.sources + static_cast<int>(parts.fixed.size());
  for (const PlacedPart& part : parts.parts) a.stored += part.supplies ? 1 : 0;
  a.dissipated = a.stored + 1;
  a.efforts = a.stored + 2;
  a.drivers = a.stored + 3;
  a.oil_in = a.stored + 4;
  a.oil_compressed = a.stored + 5;
  a.size = a.stored + 6;
  return a;
}

}  // namespace

MachineEquations::Buffers::Buffers(const MachineEquations& eq)
    : mechanism(eq.parts().mechanism->make_scratch()),
      circuit(eq.parts().circuit->make_scratch()),
      signals(eq.parts().signals->make_scratch()),
      elements(eq.parts().forces.make_scratch()),
      strokes(eq.parts().mechanism->gauges() - eq.parts().forces.gauges()),
      forces(eq.parts().mechanism->gauges()),
      u(eq.parts().inputs.size()),
      efforts(eq.parts().efforts.size()),
      sensors(eq.parts().sensors.size()),
      curves(eq.parts().curves),
      curve_values(eq.parts().curves),
      response(eq.parts().response ? eq.parts().response->make_scratch() : nullptr),
      drivers(eq.parts().drivers.size() + eq.guide_rows()),
      guides(eq.parts().guides.size()),
      phi(eq.constraints()),
      total_multipliers(eq.constraints()),
      alpha(eq.constraints()),
      load{forces, efforts, drivers, total_multipliers, alpha},
      reactions(eq.constraints()),
      projection(eq.constraints(), eq.coordinates()),
      mass(eq.mass_pattern(), eq.coordinates()),
      residual(eq.size()),
      column(eq.size()),
      gradient(eq.size()),
      sensor_rows(eq.parts().sensors.size() * static_cast<std::size_t>(eq.size())),
      kept_v(eq.coordinates()),
      kept_a(eq.coordinates()),
      kept_ydot(eq.states()),
      kept_lambda(eq.constraints()) {
  circuit.modes.resize(eq.modes());
}

MachineEquations::MachineEquations(EquationParts parts, AugmentedLagrangian enforcement)
    : parts_(std::move(parts)),
      enforcement_(std::move(enforcement)),
      audit_(make_audit(*parts_.circuit, static_cast<int>(parts_.guides.size()))),
      nq_(parts_.mechanism->coordinates()),
      ny_(parts_.circuit->states() + parts_.signals->states() + parts_.forces.states()),
      nc_(parts_.mechanism->constraints()) {
  for (Guide& guide : parts_.guides)
    if (!guide.servo) guide.row = guide_rows_++;
  if (parts_.signals->has_feedback()) list_feedback(*parts_.mechanism->make_scratch());
  for (const Sensor& sensor : parts_.sensors)
    reads_velocities_ = reads_velocities_ || sensor.kind == Sensor::Kind::rate ||
                        sensor.kind == Sensor::Kind::velocity || sensor.kind == Sensor::Kind::force;
}

MachineEquations::Buffers& MachineEquations::buffers(ImplicitDynamics::Scratch& scratch) {
  return static_cast<Buffers&>(scratch);
}

void MachineEquations::set_surroundings(const Surroundings& around, Buffers& b) const {
  b.around = around;
  b.elements.ground = around.soil.empty() ? nullptr : around.soil.data();
  if (!around.payloads.empty()) parts_.mechanism->set_payloads(around.payloads, *b.mechanism);
}

void MachineEquations::set_time(double t, double anchor, Buffers& b) const {
  parts_.signals->evaluate_time(t, anchor, b.around.inputs, b.around.memory, b.signals);
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d) {
    const TimeValue value = time_value(parts_.signals->node(parts_.drivers[d]), t, anchor);
    b.drivers[d] = {value.value, value.rate, value.acceleration};
  }
  for (std::size_t k = 0; k < parts_.guides.size(); ++k) {
    const Guide& guide = parts_.guides[k];
    const TimeValue value = guide.curve ? guide.curve->value(t)
                            : guide.signal >= 0
                                ? time_value(parts_.signals->node(guide.signal), t, anchor)
                                : parts_.source->value(static_cast<int>(k), t, b.around.surrogate);
    b.guides[k] = {value.value, value.rate, value.acceleration};
    if (guide.row >= 0) b.drivers[parts_.drivers.size() + guide.row] = b.guides[k];
  }
  parts_.mechanism->set_time(t, *b.mechanism);
  if (b.response) b.response->t = t, b.response->anchor = anchor;
  if (parts_.curves == 0) return;
  for (std::size_t k = 0; k < b.curves.size(); ++k) b.curve_values[k] = b.curves[k].value(t);
  for (std::size_t i = 0; i < parts_.inputs.size(); ++i)
    if (const int curve = parts_.inputs[i].curve; curve >= 0) b.u[i] = b.curve_values[curve];
  parts_.circuit->set_fixed(b.u, b.circuit);
}

bool MachineEquations::varies(double anchor) const noexcept {
  return parts_.curves > 0 || !parts_.guides.empty() || parts_.mechanism->moves_by_itself() ||
         parts_.signals->varies(anchor);
}

void MachineEquations::read_strokes(Buffers& b) const {
  for (std::size_t c = 0; c < b.strokes.size(); ++c) {
    const GaugeView gauge = parts_.mechanism->gauge(static_cast<int>(c), *b.mechanism);
    b.strokes[c] = {gauge.length, gauge.rate};
  }
}

// Of the oil, or of servos in its place; after Circuit::forces().
void MachineEquations::read_forces(Buffers& b) const {
  for (int c = 0; c < parts_.circuit->strokes(); ++c) b.forces[c].value = b.circuit.forces[c];
  for (std::size_t k = 0; k < parts_.guides.size(); ++k)
    if (parts_.guides[k].servo)
      b.forces[k] = parts_.guides[k].servo->force(b.guides[k], b.strokes[k].s, b.strokes[k].rate);
}

double MachineEquations::guide_force(int cylinder, const Buffers& b) const noexcept {
  const int row = parts_.guides[cylinder].row;
  return row < 0 ? b.forces[cylinder].value : -b.reactions[nc_ - guide_rows_ + row];
}

void MachineEquations::read_sensors(const Trial& x, Buffers& b) const {
  for (std::size_t s = 0; s < parts_.sensors.size(); ++s) {
    const Sensor& sensor = parts_.sensors[s];
    switch (sensor.kind) {
      case Sensor::Kind::length:
        b.sensors[s] = b.strokes[sensor.index].s;
        break;
      case Sensor::Kind::rate:
        b.sensors[s] = b.strokes[sensor.index].rate;
        break;
      case Sensor::Kind::force:
        b.sensors[s] = b.forces[sensor.index].value;
        break;
      case Sensor::Kind::position:
        b.sensors[s] = x.q[sensor.index];
        break;
      case Sensor::Kind::velocity:
        b.sensors[s] = x.v[sensor.index];
        break;
      case Sensor::Kind::pressure:
        b.sensors[s] = b.circuit.pressure[sensor.index];
        break;
      case Sensor::Kind::state:
        b.sensors[s] = x.y[sensor.index];
        break;
      case Sensor::Kind::curve:
        b.sensors[s] = b.curve_values[sensor.index];
        break;
    }
  }
}

// Feedback first, then the inputs of circuit and mechanism.
void MachineEquations::read_inputs(const Trial& x, Buffers& b) const {
  if (parts_.signals->has_feedback()) {
    read_sensors(x, b);
    const std::span<const double> controller(x.y.data() + parts_.circuit->states(),
                                             parts_.signals->states());
    parts_.signals->evaluate_feedback(b.sensors, controller, b.signals);
  }
  for (std::size_t i = 0; i < parts_.inputs.size(); ++i) {
    const InputSource& input = parts_.inputs[i];
    if (input.curve >= 0) continue;  // set with the time
    b.u[i] = input.signal >= 0 ? b.signals.values[input.signal] : input.constant;
    if (input.tunable >= 0) b.u[i] += b.around.tunables[input.tunable];
  }
  for (std::size_t e = 0; e < parts_.efforts.size(); ++e)
    b.efforts[e] = b.signals.values[parts_.efforts[e]];
}

// Forces at the present kinematics: Q(q, v, p) of [Naya2011, Eq. 17].
bool MachineEquations::evaluate_forces(const Trial& x, bool find_contacts, Buffers& b) const {
  const Circuit& circuit = *parts_.circuit;
  read_strokes(b);
  if (parts_.response) {
    parts_.response->evaluate(b.strokes, *b.response);
    std::copy(b.response->value.begin(), b.response->value.end(), b.u.begin());
    circuit.set_fixed(b.u, b.circuit);
  }
  const bool changed = find_contacts && circuit.find_contacts(b.strokes, b.circuit);
  circuit.forces(x.y, b.strokes, b.circuit);
  read_forces(b);
  if (parts_.forces.empty()) return changed;
  return parts_.forces.evaluate(*parts_.mechanism, *b.mechanism,
                                std::span(x.y).subspan(first_force_state()), find_contacts,
                                force_modes(b), b.elements, b.forces) ||
         changed;
}

// Then the inputs and h(p, q, v) of [Naya2011, Eq. 17].
bool MachineEquations::evaluate_flows(const Trial& x, bool find_contacts, Buffers& b) const {
  const bool changed = evaluate_forces(x, find_contacts, b);
  read_inputs(x, b);
  const bool stopped = parts_.circuit->rates(x.y, b.strokes, b.u, find_contacts, b.circuit);
  return changed || stopped;
}

std::span<int> MachineEquations::force_modes(Buffers& b) const {
  return std::span(b.circuit.modes).subspan(parts_.circuit->modes());
}

void MachineEquations::linearise_circuit(Buffers& b) const {
  parts_.circuit->linearise(b.circuit);
  for (int c = 0; c < parts_.circuit->strokes(); ++c) {
    b.forces[c].by_length = b.circuit.force_by_s[c];
    b.forces[c].by_rate = b.circuit.force_by_rate[c];
  }
  if (!parts_.forces.empty()) parts_.forces.linearise(force_modes(b), b.elements, b.forces);
}

int MachineEquations::relax_oil(Trial& x, Buffers& b) const {
  const Circuit& circuit = *parts_.circuit;
  if (nq_ > 0) parts_.mechanism->kinematics(x.q, x.v, b.around.charts, *b.mechanism);
  read_strokes(b);
  circuit.forces(x.y, b.strokes, b.circuit);
  read_forces(b);
  read_inputs(x, b);
  return parts_.pseudo->relax(circuit, x.y, b.strokes, b.u, b.circuit, b.unsettled);
}

bool MachineEquations::settle_oil(Trial& x, Buffers& b) const {
  const Circuit& circuit = *parts_.circuit;
  circuit.limit(x.y);
  if (!circuit.has_algebraic()) return true;
  evaluate_flows(x, false, b);
  return circuit.settle(x.y, b.strokes, b.u, b.circuit, b.unsettled);
}

bool MachineEquations::evaluate_settled(Trial& x, bool find_contacts, Buffers& b) const {
  if (nq_ > 0) parts_.mechanism->kinematics(x.q, x.v, b.around.charts, *b.mechanism);
  if (!settle_oil(x, b)) return false;
  evaluate_flows(x, find_contacts, b);
  std::copy(x.lambda.begin(), x.lambda.end(), b.total_multipliers.begin());
  return true;
}

bool MachineEquations::change_speeds(Trial& x, Buffers& b) const {
  if (!follows() || !parts_.circuit->pistons_alone()) return false;
  if (!parts_.forces.empty())
    parts_.forces.evaluate(*parts_.mechanism, *b.mechanism, {}, false, force_modes(b), b.elements,
                           b.forces);
  for (int c = 0; c < parts_.circuit->cylinders(); ++c) {
    const GaugeView gauge = parts_.mechanism->gauge(c, *b.mechanism);
    double change = 0.0;
    for (std::size_t i = 0; i < gauge.support.size(); ++i) {
      const int q = gauge.support[i];
      change += gauge.jacobian[i] * (x.v[q] - b.kept_v[q]);
    }
    b.strokes[c] = {gauge.length, gauge.rate};
    parts_.circuit->change_speed(c, gauge.rate, change, b.circuit, x.ydot);
    b.forces[c].value = b.circuit.forces[c];
  }
  if (!reads_velocities_) return true;
  add_rates(-1.0, x, b);
  read_inputs(x, b);
  parts_.circuit->follow_flows(x.y, b.u, b.circuit);
  add_rates(1.0, x, b);
  return true;
}

// Of the oil and of controllers.
void MachineEquations::add_rates(double times, Trial& x, const Buffers& b) const {
  const std::size_t oil = b.circuit.rate.size();
  for (std::size_t k = 0; k < oil; ++k) x.ydot[k] += times * b.circuit.rate[k];
  for (int k = 0; k < parts_.signals->states(); ++k)
    x.ydot[oil + static_cast<std::size_t>(k)] += times * b.signals.state_rates[k];
}

bool MachineEquations::follows() const noexcept {
  return !parts_.circuit->amounts() && parts_.forces.states() == 0 && parts_.guides.empty() &&
         !parts_.response;
}

bool MachineEquations::follow(const Trial& x, Buffers& b) const {
  const Circuit& circuit = *parts_.circuit;
  if (!follows() || !circuit.follow_forces(x.y, b.circuit)) return false;
  read_forces(b);
  if (parts_.signals->has_feedback()) read_inputs(x, b);
  circuit.follow_flows(x.y, b.u, b.circuit);
  return true;
}

bool MachineEquations::follow_speeds(const Trial& x, Buffers& b) const {
  if (parts_.circuit->cylinders() == 0) return true;
  if (!parts_.circuit->pistons_alone()) return false;
  parts_.mechanism->refresh_rates(x.v, *b.mechanism);
  for (int c = 0; c < parts_.circuit->cylinders(); ++c) {
    const GaugeView gauge = parts_.mechanism->gauge(c, *b.mechanism);
    b.strokes[c] = {gauge.length, gauge.rate};
    parts_.circuit->change_speed(c, gauge.rate, 0.0, b.circuit, b.kept_ydot);
    b.forces[c].value = b.circuit.forces[c];
  }
  return true;
}

void MachineEquations::rest_rates(Trial& x, const Buffers& b) const {
  parts_.circuit->rest_rates(b.circuit, x.ydot);
}

void MachineEquations::evaluate(const Trial& x, bool find_contacts, Buffers& b) const {
  if (nq_ > 0) parts_.mechanism->kinematics(x.q, x.v, b.around.charts, *b.mechanism);
  evaluate_flows(x, find_contacts, b);
  std::copy(x.lambda.begin(), x.lambda.end(), b.total_multipliers.begin());
}

void MachineEquations::settle_signals(Trial& x, std::span<double> memory, Buffers& b) const {
  evaluate(x, true, b);
  read_sensors(x, b);
  const std::span<double> controller(x.y.data() + parts_.circuit->states(),
                                     parts_.signals->states());
  parts_.signals->settle(b.sensors, controller, memory, b.signals);
}

void MachineEquations::sample(double t, const Trial& x, std::span<double> memory,
                              Buffers& b) const {
  read_sensors(x, b);
  const std::span<const double> controller(x.y.data() + parts_.circuit->states(),
                                           parts_.signals->states());
  parts_.signals->sample(t, b.sensors, controller, memory, b.signals);
}

// [Rahikainen2017, Eq. 1]; [Naya2011, Eq. 25; Jaiswal2021, Eq. 39] without their factor h²/4.
void MachineEquations::residual(const Trial& x, Buffers& b, std::span<double> r) const {
  if (nq_ > 0) parts_.mechanism->residual(x.v, x.a, b.load, *b.mechanism, r.first(nq_));
  const int oil = parts_.circuit->states(), forces = first_force_state();
  parts_.circuit->residual(x.y, x.ydot, b.circuit, r.subspan(nq_, oil));
  for (int k = oil; k < forces; ++k) r[nq_ + k] = x.ydot[k] - b.signals.state_rates[k - oil];
  if (forces == ny_) return;
  parts_.forces.copy_rates(b.elements, r.subspan(nq_ + forces));
  for (int k = forces; k < ny_; ++k) r[nq_ + k] = x.ydot[k] - r[nq_ + k];
}

void MachineEquations::tangent(const Trial& x, StepCoefficients c, Buffers& b,
                               SquareMatrix& j) const {
  b.coefficients = c;
  linearise_circuit(b);
  if (nq_ > 0) {
    parts_.mechanism->second_derivatives(x.v, *b.mechanism);
    parts_.mechanism->tangent(x.v, b.load, c, *b.mechanism, j);
  }
  parts_.circuit->tangent(c.y, nq_, b.circuit, j);
  cross_terms(c, b, j);
  if (!parts_.forces.empty())
    parts_.forces.tangent(*parts_.mechanism, *b.mechanism, c, nq_ + first_force_state(), b.elements,
                          j);
  if (parts_.signals->has_feedback()) feedback_terms(x, c, b, j);
  if (parts_.response) response_terms(c, b, j);
}

bool MachineEquations::clip_guides(std::span<double> increment, const Buffers& b) const {
  double share = 1.0;
  for (std::size_t k = 0; k < parts_.guides.size(); ++k) {
    if (!parts_.guides[k].servo) continue;
    const GaugeView gauge = parts_.mechanism->gauge(static_cast<int>(k), *b.mechanism);
    double change = 0.0;
    for (std::size_t i = 0; i < gauge.support.size(); ++i)
      change += gauge.jacobian[i] * increment[gauge.support[i]];
    share = std::min(
        share, parts_.guides[k].servo->share(b.guides[k], gauge.length, gauge.rate,
                                             b.coefficients.q * change, b.coefficients.v * change));
  }
  if (share == 1.0) return false;
  for (double& entry : increment) entry *= share;
  return true;
}

bool MachineEquations::settle_elements(Trial& x, StepCoefficients c, Buffers& b) const {
  if (parts_.forces.states() == 0) return false;
  const auto first = static_cast<std::size_t>(first_force_state());
  parts_.forces.settle(force_modes(b), c.y, b.elements, std::span(x.y).subspan(first),
                       std::span(x.ydot).subspan(first));
  return true;
}

void MachineEquations::copy_rates(Trial& x, const Buffers& b) const {
  const int oil = parts_.circuit->states(), forces = first_force_state();
  parts_.circuit->copy_rates(b.circuit, x.ydot);
  for (int k = oil; k < forces; ++k) x.ydot[k] = b.signals.state_rates[k - oil];
  parts_.forces.copy_rates(b.elements, std::span(x.ydot).subspan(forces));
}

// Force by pressure and friction state; rates of the oil by coordinate and velocity: the blocks off
// the diagonal of [Naya2011, Eq. 26].
void MachineEquations::cross_terms(StepCoefficients c, const Buffers& b, SquareMatrix& j) const {
  const Circuit& circuit = *parts_.circuit;
  const std::size_t states = static_cast<std::size_t>(circuit.states());
  for (int k = 0; k < circuit.strokes(); ++k) {
    const GaugeView gauge = parts_.mechanism->gauge(k, *b.mechanism);
    const double* force_by_y = &b.circuit.force_by_y[k * states];
    const double* by_s = &b.circuit.by_s[k * states];
    const double* by_rate = &b.circuit.by_rate[k * states];
    for (std::size_t i = 0; i < gauge.support.size(); ++i) {
      const int q = gauge.support[i];
      const double s_by_q = c.q * gauge.jacobian[i];
      const double rate_by_q = c.q * gauge.by_q[i] + c.v * gauge.jacobian[i];
      for (const int y : circuit.force_columns(k))
        j.row(q)[nq_ + y] -= gauge.jacobian[i] * force_by_y[y];
      for (const int y : circuit.stroke_rows(k))
        j.row(nq_ + y)[q] -= by_s[y] * s_by_q + by_rate[y] * rate_by_q;
    }
  }
}

// dR/du du/dq of every pressure u that comes from outside.
void MachineEquations::response_terms(StepCoefficients c, Buffers& b, SquareMatrix& j) const {
  const Circuit& circuit = *parts_.circuit;
  const std::size_t cylinders = static_cast<std::size_t>(circuit.cylinders());
  parts_.response->linearise(*b.response);
  for (int i = 0; i < circuit.inputs(); ++i) {
    std::fill(b.column.begin(), b.column.end(), 0.0);
    std::fill(b.gradient.begin(), b.gradient.end(), 0.0);
    circuit.add_input_column(i, -1.0, b.circuit,
                             std::span(b.column).subspan(nq_, circuit.states()));
    for (std::size_t k = 0; k < cylinders; ++k) {
      const GaugeView gauge = parts_.mechanism->gauge(static_cast<int>(k), *b.mechanism);
      const double force = circuit.force_by_input(static_cast<int>(k), i, b.circuit);
      const double by_s = b.response->by_s[i * cylinders + k];
      const double by_rate = b.response->by_rate[i * cylinders + k];
      for (std::size_t l = 0; l < gauge.support.size(); ++l) {
        b.column[gauge.support[l]] -= gauge.jacobian[l] * force;
        b.gradient[gauge.support[l]] +=
            (c.q * by_s + c.v * by_rate) * gauge.jacobian[l] + c.q * by_rate * gauge.by_q[l];
      }
    }
    for (int r = 0; r < size(); ++r)
      for (int q = 0; b.column[r] != 0.0 && q < nq_; ++q)
        j.row(r)[q] += b.column[r] * b.gradient[q];
  }
}

MechanismEnergy MachineEquations::energy(const Trial& x, const Buffers& b) const {
  MechanismEnergy out = parts_.mechanism->energy(x.v, *b.mechanism);
  out.potential = parts_.forces.add_stored(out.potential, b.elements);
  return out;
}

void MachineEquations::powers(const Trial& x, Buffers& b, std::span<double> watts) const {
  const Circuit& circuit = *parts_.circuit;
  for (int c = 0; c < circuit.cylinders(); ++c) {
    const double rate = b.strokes[c].rate;
    const int part = circuit.parts().cylinders[c].part;
    const double force = b.circuit.forces[c];
    const CylinderPart::Shares shares =
        circuit.cylinder(c).shares(circuit.part_x(part, b.circuit), b.circuit.modes[c], force);
    watts[audit_.actuators + c] = force * rate;
    watts[audit_.friction + c] = shares.friction * rate;
    watts[audit_.dampers + c] = -shares.damper * rate;
  }
  for (int c = circuit.cylinders(); c < circuit.strokes(); ++c) {
    watts[audit_.actuators + c] = b.circuit.forces[c] * b.strokes[c].rate;
    watts[audit_.friction + c] = watts[audit_.dampers + c] = 0.0;
  }
  for (std::size_t k = 0; k < parts_.guides.size(); ++k) {
    const int c = static_cast<int>(k);
    watts[audit_.actuators + c] = guide_force(c, b) * b.strokes[k].rate;
    watts[audit_.friction + c] = watts[audit_.dampers + c] = 0.0;
  }
  circuit.powers(b.circuit, watts.subspan(audit_.losses, audit_.sources - audit_.losses),
                 watts.subspan(audit_.sources, audit_.stored - audit_.sources),
                 watts[audit_.stored]);
  const Circuit::OilRates oil = circuit.oil_rates(b.circuit);
  watts[audit_.oil_in] = oil.in;
  watts[audit_.oil_compressed] = oil.compressed;
  watts[audit_.dissipated] = watts[audit_.efforts] = watts[audit_.drivers] = 0.0;
  if (nq_ == 0) return;
  MechanismLoad load = b.load;
  load.multipliers = b.reactions;
  const MechanismPower power = parts_.mechanism->power(x.v, load, *b.mechanism);
  watts[audit_.dissipated] = parts_.forces.add_lost(power.dissipated, b.elements);
  watts[audit_.efforts] = power.efforts;
  watts[audit_.drivers] = power.drivers;
}

void MachineEquations::balance_oil(std::span<const double> ydot, Buffers& b,
                                   std::span<double> watts) const {
  if (!parts_.circuit->amounts()) return;
  watts[audit_.oil_in] = parts_.circuit->oil_rate(ydot, b.circuit) + watts[audit_.oil_compressed];
}

}  // namespace bramah
