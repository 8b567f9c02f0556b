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
  std::fill(row.begin(), row.end(), 0.0);
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

void MachineEquations::feedback_terms(const Trial& x, StepCoefficients c, Buffers& b,
                                      SquareMatrix& j) const {
  const SignalGraph& signals = *parts_.signals;
  const int oil = parts_.circuit->states(), n = size();
  const std::size_t wide = static_cast<std::size_t>(signals.sensors() + signals.states());
  signals.gradients(b.sensors, {x.y.data() + oil, static_cast<std::size_t>(signals.states())},
                    b.signals);
  for (std::size_t s = 0; s < parts_.sensors.size(); ++s)
    sensor_gradient(parts_.sensors[s], c, b, {&b.sensor_rows[s * n], static_cast<std::size_t>(n)});

  // d(signal)/d(unknowns) from d(signal)/d(sensors, controller states).
  const auto chain = [&](const double* by) {
    std::fill(b.gradient.begin(), b.gradient.end(), 0.0);
    for (int s = 0; s < signals.sensors(); ++s)
      if (by[s] != 0.0)
        for (int i = 0; i < n; ++i) b.gradient[i] += by[s] * b.sensor_rows[s * n + i];
    for (int k = 0; k < signals.states(); ++k)
      b.gradient[nq_ + oil + k] += by[signals.sensors() + k];
  };
  const auto add_outer = [&](int signal) {  // J += dR/du du/dx
    chain(&b.signals.gradient[signal * wide]);
    for (int r = 0; r < n; ++r)
      if (b.column[r] != 0.0)
        for (int i = 0; i < n; ++i) j.row(r)[i] += b.column[r] * b.gradient[i];
  };

  for (std::size_t i = 0; i < parts_.inputs.size(); ++i) {
    const int signal = parts_.inputs[i].signal;
    if (signal < 0 || !signals.node(signal).feedback) continue;
    std::fill(b.column.begin(), b.column.end(), 0.0);
    parts_.circuit->add_input_column(static_cast<int>(i), -1.0, b.circuit,
                                     std::span(b.column).subspan(nq_, oil));
    add_outer(signal);
  }
  for (std::size_t e = 0; e < parts_.efforts.size(); ++e) {
    if (!signals.node(parts_.efforts[e]).feedback) continue;
    std::fill(b.column.begin(), b.column.end(), 0.0);
    parts_.mechanism->add_effort(static_cast<int>(e), 1.0, *b.mechanism,
                                 std::span(b.column).first(nq_));
    add_outer(parts_.efforts[e]);
  }
  for (int k = 0; k < signals.states(); ++k) {
    chain(&b.signals.state_gradient[k * wide]);
    double* row = j.row(nq_ + oil + k);
    for (int i = 0; i < n; ++i) row[i] -= b.gradient[i];
    row[nq_ + oil + k] += c.y;
  }
}

}  // namespace bramah
