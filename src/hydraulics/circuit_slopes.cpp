// Slopes of a circuit: those of its parts, put where they belong in the tangent of the whole.
#include <algorithm>

#include "hydraulics/circuit.h"

namespace bramah {

void Circuit::linearise(CircuitScratch& x) const noexcept {
  for (std::size_t k = 0; !x.sloped && k < places_.size(); ++k) {
    const Place& p = places_[k];
    parts_.parts[k].part->linearise(&x.x[p.x], part_mode(static_cast<int>(k), x), &x.f[p.f],
                                    &x.slopes[p.slopes]);
  }
  x.sloped = true;
  double* const factor = x.factor.data();
  for (int k = 0; k < state_nodes_; ++k) factor[k] = x.per_flow[k];
  for (int k = state_nodes_; k < states_; ++k) factor[k] = 1.0;
  for (std::size_t k = 0; k < limits_.size(); ++k)
    if (x.modes[cylinders() + k] != 0) factor[limits_[k].state] = 0.0;
  if (strokes() == 0) return;
  stroke_columns(x);
  force_rows(x);
}

// add(state, slopes, factor) for every output of a part that is a rate of a state.
template <class Add>
void Circuit::each_row(int part, const CircuitScratch& x, Add add) const noexcept {
  const Place& p = places_[part];
  const double* slopes = &x.slopes[p.slopes];
  for (int r = 0; r < p.ports; ++r) {
    const int n = nodes_[p.first_port + r];
    if (n < 0 || n >= state_nodes_ || (parts_.amounts && p.contact >= 0)) continue;
    add(n, slopes + r * p.in, x.per_flow[n]);
  }
  for (int r = 0; r < p.states; ++r) {
    const int state = p.state + r, stop = stop_of_[state];
    if (stop >= 0 && x.modes[cylinders() + stop] != 0) continue;
    add(state, slopes + (p.ports + r) * p.in, 1.0);
  }
}

// add(volume, cylinder, flow of its piston into it, slope of that by the rate) for every chamber.
template <class Add>
void Circuit::each_squeeze(const CircuitScratch& x, Add add) const noexcept {
  for (int c = 0; c < cylinders(); ++c) {
    const CylinderPlace& place = parts_.cylinders[c];
    const Place& p = places_[place.part];
    const double *f = &x.f[p.f], *slopes = &x.slopes[p.slopes];
    if (place.volume_A >= 0) add(place.volume_A, c, f[0], slopes[p.in - 1]);
    if (place.volume_B >= 0) add(place.volume_B, c, f[1], slopes[2 * p.in - 1]);
  }
}

void Circuit::tangent(double c_y, int first, const CircuitScratch& x,
                      SquareMatrix& j) const noexcept {
  const int *const stop_of = stop_of_.data(), *const stops = x.modes.data() + cylinders();
  for (int k = 0; k < states_; ++k) {
    const bool resting = stop_of[k] >= 0 && stops[stop_of[k]] != 0;
    j.row(first + k)[first + k] += resting ? 1.0 : c_y;
  }
  for (const int k : algebraic_) j.row(first + k)[first + k] -= c_y;
  if (!parts_.amounts)
    for (int k = 0; k < volumes(); ++k)
      if (x.compliance[k].by_p != 0.0)
        j.row(first + k)[first + k] += x.rate[k] * x.compliance[k].by_p / x.compliance[k].value;
  if (!parts_.amounts && !x.torn) {
    const double* const slopes = x.slopes.data();
    const Scatter* s = scatters_.data();
    for (int k = 0; k < states_; ++k) {
      double* const row = j.row(first + k) + first;
      const double factor = x.factor[k];
      for (const Scatter* const end = scatters_.data() + scatter_end_[k]; s != end; ++s)
        row[s->column] -= factor * slopes[s->slope];
    }
    return;
  }
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    const int* const ports = nodes_.data() + p.first_port;
    each_row(static_cast<int>(k), x, [&](int state, const double* slopes, double factor) {
      double* const row = j.row(first + state) + first;
      for (int i = 0; i < p.ports; ++i) {
        const int n = ports[i];
        if (n < 0 || n >= state_nodes_ || slopes[i] == 0.0) continue;
        row[n] -= factor * slopes[i] * (n >= volumes() ? 1.0 : x.pressure_by_y[n]);
      }
      for (int i = 0; i < p.states; ++i) row[p.state + i] -= factor * slopes[p.ports + i];
    });
  }
  if (parts_.amounts)
    each_squeeze(x, [&](int n, int, double flow, double) {
      j.row(first + n)[first + n] += flow * x.squeeze_by_p[n] * x.pressure_by_y[n];
    });
}

void Circuit::add_pattern(int first, Pattern& pattern) const {
  for (int k = 0; k < states_; ++k) pattern.add(first + k, first + k);
  for (const Scatter& s : scatters_) pattern.add(first + s.row, first + s.column);
}

std::vector<int> Circuit::input_rows(int input) const {
  std::vector<int> rows;
  for (const Argument& user : users_[input]) add_own_states(places_[user.part], rows);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// dh/ds and dh/dsdot.
void Circuit::stroke_columns(CircuitScratch& x) const noexcept {
  const std::size_t wide = static_cast<std::size_t>(states_);
  for (int c = 0; c < strokes(); ++c)
    for (const int y : stroke_rows_[c]) x.by_s[c * wide + y] = x.by_rate[c * wide + y] = 0.0;
  for (const ChamberLength& c : chambers_) {
    if (parts_.amounts) break;
    const Compliance& yields = x.compliance[c.volume];
    x.by_s[c.cylinder * wide + c.volume] -=
        c.direction * x.rate[c.volume] * yields.by_l / yields.value;
  }
  for (const int k : stroked_) {
    const std::size_t in = places_[k].in;
    const std::size_t c = static_cast<std::size_t>(parts_.parts[k].cylinder) * wide;
    each_row(k, x, [&](int state, const double* slopes, double factor) {
      x.by_s[c + state] += factor * slopes[in - 2];
      x.by_rate[c + state] += factor * slopes[in - 1];
    });
  }
  if (!parts_.amounts) return;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    for (int i = 0; i < p.ports; ++i) {
      const int n = nodes_[p.first_port + i];
      if (n < 0 || n >= volumes() || owner_[n] < 0) continue;
      const double by_s = x.pressure_by_l[n] * direction_[n];
      each_row(static_cast<int>(k), x, [&](int state, const double* slopes, double factor) {
        x.by_s[owner_[n] * wide + state] += factor * slopes[i] * by_s;
      });
    }
  }
  each_squeeze(x, [&](int n, int c, double flow, double by_rate) {
    x.by_s[c * wide + n] -= flow * x.squeeze_by_p[n] * x.pressure_by_l[n] * direction_[n];
    x.by_rate[c * wide + n] -= by_rate * x.squeeze[n];
  });
}

// dF/dy, dF/ds, dF/dsdot.
void Circuit::force_rows(CircuitScratch& x) const noexcept {
  for (int c = 0; c < strokes(); ++c) {
    for (const int y : force_columns_[c])
      x.force_by_y[static_cast<std::size_t>(c) * static_cast<std::size_t>(states_) + y] = 0.0;
    const Place& p = places_[pusher(c)];
    const double* slopes = &x.slopes[p.slopes + (p.out - 1) * p.in];
    double* by_y = &x.force_by_y[static_cast<std::size_t>(c) * states_];
    x.force_by_s[c] = slopes[p.in - 2];
    x.force_by_rate[c] = slopes[p.in - 1];
    for (int i = 0; i < p.ports; ++i) {
      const int n = nodes_[p.first_port + i];
      if (n >= volumes() && has_state(n)) by_y[n] += slopes[i];  // a shaft
      if (n < 0 || n >= volumes()) continue;
      by_y[n] += slopes[i] * x.pressure_by_y[n];
      x.force_by_s[c] += slopes[i] * x.pressure_by_l[n] * direction_[n];
    }
    for (int i = 0; i < p.states; ++i) by_y[p.state + i] += slopes[p.ports + i];
  }
}

void Circuit::add_input_column(int input, double scale, const CircuitScratch& x,
                               std::span<double> column) const noexcept {
  for (const auto& [part, local] : users_[input])
    each_row(part, x, [&, local = local](int state, const double* slopes, double factor) {
      column[state] += scale * factor * slopes[local];
    });
}

double Circuit::force_by_input(int cylinder, int input, const CircuitScratch& x) const noexcept {
  const Place& p = places_[parts_.cylinders[cylinder].part];
  const double* slopes = &x.slopes[p.slopes + (p.out - 1) * p.in];
  double sum = 0.0;
  for (int i = 0; i < p.ports; ++i) {
    const int fixed = nodes_[p.first_port + i] - state_nodes_;
    if (fixed >= 0 && parts_.fixed[fixed].input == input) sum += slopes[i];
  }
  return sum;
}

double Circuit::time_constant(int volume, const CircuitScratch& x) const noexcept {
  double slope = 0.0;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    for (int i = 0; i < p.ports; ++i)
      if (nodes_[p.first_port + i] == volume) slope -= x.slopes[p.slopes + i * p.in + i];
  }
  return x.compliance[volume].value /
         (slope * x.pressure_by_y[volume]);  // infinite when all is shut
}

}  // namespace bramah
