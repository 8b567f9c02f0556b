// Terms of the monolithic tangent that exist only where a signal reads sensors.
#include <algorithm>

#include "equations/machine_equations.h"

namespace bramah {

// d(sensor)/d(unknowns), with the integrator's c for velocities.
void MachineEquations::sensor_gradient(const Sensor& sensor, StepCoefficients c, const Buffers& b,
                                       std::span<double> row) const {
  const auto add_gauge_of = [&](int cylinder, double by_s, double by_rate) {
    const GaugeView gauge = parts_.mechanism->gauge(cylinder, *b.mechanism);
    for (std::size_t i = 0; i < gauge.support.size(); ++i)
      row[gauge.support[i]] +=
          (c.q * by_s + c.v * by_rate) * gauge.jacobian[i] + c.q * by_rate * gauge.by_q[i];
  };
  const auto add_gauge = [&](double by_s, double by_rate) {
    add_gauge_of(sensor.index, by_s, by_rate);
  };
  switch (sensor.kind) {
    case Sensor::Kind::length:
      add_gauge(1.0, 0.0);
      break;
    case Sensor::Kind::rate:
      add_gauge(0.0, 1.0);
      break;
    case Sensor::Kind::force: {
      const std::size_t first = static_cast<std::size_t>(sensor.index) * parts_.circuit->states();
      add_gauge(b.circuit.force_by_s[sensor.index], b.circuit.force_by_rate[sensor.index]);
      for (const int y : parts_.circuit->force_columns(sensor.index))
        row[nq_ + y] += b.circuit.force_by_y[first + y];
      break;
    }
    case Sensor::Kind::position:
      row[sensor.index] = c.q;
      break;
    case Sensor::Kind::velocity:
      row[sensor.index] = c.v;
      break;
    case Sensor::Kind::pressure: {
      row[nq_ + sensor.index] = b.circuit.pressure_by_y[sensor.index];
      const auto [cylinder, direction] = parts_.circuit->chamber(sensor.index);
      if (cylinder >= 0)
        add_gauge_of(cylinder, direction * b.circuit.pressure_by_l[sensor.index], 0.0);
      break;
    }
    case Sensor::Kind::state:
      row[nq_ + sensor.index] = 1.0;
      break;
    case Sensor::Kind::curve:
      break;
  }
}

// Unknowns that a sensor reads.
std::vector<int> MachineEquations::sensor_columns(const Sensor& sensor,
                                                  const Mechanism::Scratch& scratch) const {
  std::vector<int> out;
  const auto add_gauge = [&](int g) {
    const std::span<const int> support = parts_.mechanism->gauge(g, scratch).support;
    out.insert(out.end(), support.begin(), support.end());
  };
  switch (sensor.kind) {
    case Sensor::Kind::length:
    case Sensor::Kind::rate:
      add_gauge(sensor.index);
      break;
    case Sensor::Kind::force:
      add_gauge(sensor.index);
      for (const int y : parts_.circuit->force_columns(sensor.index)) out.push_back(nq_ + y);
      break;
    case Sensor::Kind::position:
    case Sensor::Kind::velocity:
      out.push_back(sensor.index);
      break;
    case Sensor::Kind::pressure:
      if (sensor.index < parts_.circuit->state_nodes()) out.push_back(nq_ + sensor.index);
      if (sensor.index < parts_.circuit->volumes())
        if (const int c = parts_.circuit->chamber(sensor.index).cylinder; c >= 0) add_gauge(c);
      break;
    case Sensor::Kind::state:
      out.push_back(nq_ + sensor.index);
      break;
    case Sensor::Kind::curve:
      break;
  }
  return out;
}

void MachineEquations::add_listener(Listener l) {
  const int oil = parts_.circuit->states();
  for (const int s : l.reach.sensors)
    l.columns.insert(l.columns.end(), sensor_columns_[s].begin(), sensor_columns_[s].end());
  for (const int k : l.reach.states) l.columns.push_back(nq_ + oil + k);
  if (l.state >= 0) l.rows = {nq_ + oil + l.state}, l.columns.push_back(nq_ + oil + l.state);
  if (l.input >= 0)
    for (const int y : parts_.circuit->input_rows(l.input)) l.rows.push_back(nq_ + y);
  for (int i = 0; l.effort >= 0 && i < nq_; ++i) l.rows.push_back(i);
  std::sort(l.columns.begin(), l.columns.end());
  l.columns.erase(std::unique(l.columns.begin(), l.columns.end()), l.columns.end());
  listeners_.push_back(std::move(l));
}

void MachineEquations::list_feedback(const Mechanism::Scratch& scratch) {
  const SignalGraph& signals = *parts_.signals;
  for (const Sensor& sensor : parts_.sensors)
    sensor_columns_.push_back(sensor_columns(sensor, scratch));
  for (std::size_t i = 0; i < parts_.inputs.size(); ++i)
    if (const int signal = parts_.inputs[i].signal; signal >= 0 && signals.node(signal).feedback)
      add_listener(
          {.signal = signal, .input = static_cast<int>(i), .reach = signals.value_reach(signal)});
  for (std::size_t e = 0; e < parts_.efforts.size(); ++e)
    if (const int signal = parts_.efforts[e]; signals.node(signal).feedback)
      add_listener(
          {.signal = signal, .effort = static_cast<int>(e), .reach = signals.value_reach(signal)});
  for (int k = 0; k < signals.states(); ++k)
    add_listener({.state = k, .reach = signals.rate_reach(k)});
}

// d(signal)/d(unknowns) from d(signal)/d(sensors, controller states), into b.gradient.
void MachineEquations::chain(const Listener& l, const double* by, Buffers& b) const {
  const int oil = parts_.circuit->states(), sensors = parts_.signals->sensors();
  for (const int i : l.columns) b.gradient[i] = 0.0;
  for (const int s : l.reach.sensors)
    if (by[s] != 0.0)
      for (const int i : sensor_columns_[s]) b.gradient[i] += by[s] * b.sensor_rows[s * size() + i];
  for (const int k : l.reach.states) b.gradient[nq_ + oil + k] += by[sensors + k];
}

void MachineEquations::feedback_terms(const Trial& x, StepCoefficients c, Buffers& b,
                                      SquareMatrix& j) const {
  const SignalGraph& signals = *parts_.signals;
  const int oil = parts_.circuit->states(), n = size();
  const std::size_t wide = static_cast<std::size_t>(signals.sensors() + signals.states());
  signals.gradients(b.sensors, {x.y.data() + oil, static_cast<std::size_t>(signals.states())},
                    b.signals);
  for (std::size_t s = 0; s < parts_.sensors.size(); ++s) {
    const std::span<double> row(&b.sensor_rows[s * n], static_cast<std::size_t>(n));
    for (const int i : sensor_columns_[s]) row[i] = 0.0;
    sensor_gradient(parts_.sensors[s], c, b, row);
  }
  for (const Listener& l : listeners_) {
    if (l.state >= 0) {
      chain(l, &b.signals.state_gradient[l.state * wide], b);
      double* const row = j.row(nq_ + oil + l.state);
      for (const int i : l.columns) row[i] -= b.gradient[i];
      row[nq_ + oil + l.state] += c.y;
      continue;
    }
    for (const int r : l.rows) b.column[r] = 0.0;
    if (l.input >= 0)
      parts_.circuit->add_input_column(l.input, -1.0, b.circuit,
                                       std::span(b.column).subspan(nq_, oil));
    else
      parts_.mechanism->add_effort(l.effort, 1.0, *b.mechanism, std::span(b.column).first(nq_));
    chain(l, &b.signals.gradient[l.signal * wide], b);
    for (const int r : l.rows) {
      if (b.column[r] == 0.0) continue;
      double* const row = j.row(r);
      for (const int i : l.columns) row[i] += b.column[r] * b.gradient[i];
    }
  }
}

Pattern MachineEquations::mass_pattern() const {
  Pattern pattern(nq_);
  if (nq_ > 0) parts_.mechanism->add_pattern(pattern);
  return pattern;
}

Pattern MachineEquations::pattern() const {
  Pattern pattern(size());
  const Mechanism& mechanism = *parts_.mechanism;
  const Circuit& circuit = *parts_.circuit;
  const auto scratch = mechanism.make_scratch();  // supports depend on no number
  if (nq_ > 0) mechanism.add_pattern(pattern);
  circuit.add_pattern(nq_, pattern);
  for (int k = circuit.states(); k < ny_; ++k) pattern.add(nq_ + k, nq_ + k);
  for (int c = 0; c < circuit.strokes(); ++c)
    for (const int q : mechanism.gauge(c, *scratch).support) {
      for (const int y : circuit.force_columns(c)) pattern.add(q, nq_ + y);
      for (const int y : circuit.stroke_rows(c)) pattern.add(nq_ + y, q);
    }
  parts_.forces.add_pattern(mechanism, *scratch, nq_ + first_force_state(), pattern);
  for (const Listener& l : listeners_) pattern.add(l.rows, l.columns);
  if (parts_.response)
    for (int r = 0; r < size(); ++r)
      for (int q = 0; q < nq_; ++q) pattern.add(r, q);
  return pattern;
}

}  // namespace bramah
