// Single volumes of a circuit while all else stands still: pressures that balance their flows, and
// the flow into one at any pressure.
#include <algorithm>
#include <cmath>

#include "hydraulics/circuit.h"

namespace bramah {

// Damped Newton on the balance of flows.
bool Circuit::settle(std::span<double> y, std::span<const Stroke> strokes,
                     std::span<const double> u, CircuitScratch& x, int& worst) const noexcept {
  constexpr int kMaxIterations = 60, kMaxHalvings = 12;
  constexpr double kTolerance = 1e-12;  // of the pressure's scale
  const int n = static_cast<int>(algebraic_.size());
  const auto imbalance = [&] {
    double sum = 0.0;
    for (const int k : algebraic_) sum += x.flow[k] * x.flow[k];
    return sum;
  };
  rates(y, strokes, u, false, x);
  double size = imbalance();
  for (int pass = 0; pass < kMaxIterations; ++pass) {
    linearise(x);
    x.settle.set_zero();
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const Place& p = places_[k];
      for (int r = 0; r < p.ports; ++r)
        for (int c = 0; c < p.ports; ++c) {
          const int row = nodes_[p.first_port + r], column = nodes_[p.first_port + c];
          if (row < 0 || column < 0 || row >= volumes() || column >= volumes()) continue;
          if (kinds_[row] != VolumeKind::algebraic || kinds_[column] != VolumeKind::algebraic)
            continue;
          const auto at = [&](int node) {
            return std::lower_bound(algebraic_.begin(), algebraic_.end(), node) -
                   algebraic_.begin();
          };
          x.settle.row(static_cast<int>(at(row)))[at(column)] += x.slopes[p.slopes + r * p.in + c];
        }
    }
    for (int i = 0; i < n; ++i) {
      x.settle_rhs[i] = -x.flow[algebraic_[i]];
      x.settle_old[i] = y[algebraic_[i]];
    }
    if (!x.settle.factorise()) {
      worst = algebraic_[std::max(0, x.settle.failed_row())];
      return false;
    }
    x.settle.solve(x.settle_rhs);
    double step = 0.0;
    for (int i = 0; i < n; ++i)
      if (const double s = std::abs(x.settle_rhs[i]) / kPressureScale; !(s <= step))
        step = s, worst = algebraic_[i];
    if (!std::isfinite(step)) return false;
    double factor = 1.0;
    for (int half = 0;; ++half, factor *= 0.5) {
      for (int i = 0; i < n; ++i) y[algebraic_[i]] = x.settle_old[i] + factor * x.settle_rhs[i];
      forces(y, strokes, x);
      rates(y, strokes, u, false, x);
      const double now = imbalance();
      if (step <= kTolerance || now < size || half == kMaxHalvings) {
        size = now;
        break;
      }
    }
    if (step <= kTolerance || size == 0.0) return true;
  }
  return false;
}

void Circuit::prepare_neighbours(int volume, std::span<const double> y,
                                 std::span<const Stroke> strokes, std::span<const double> u,
                                 CircuitScratch& x) const noexcept {
  for (std::size_t k = 0; k < parts_.fixed.size(); ++k)
    x.pressure[state_nodes_ + k] = u[parts_.fixed[k].input];
  x.lengths[volume] = volume_length(volume, strokes);
  for (const auto& [k, port] : neighbours_[volume]) {
    const Place& p = places_[k];
    gather(k, y, strokes, x);
    for (int i = 0; i < p.inputs; ++i)
      x.x[p.x + p.ports + p.states + i] = u[inputs_[p.first_input + i]];
    parts_.parts[k].part->evaluate(&x.x[p.x], part_mode(k, x), &x.f[p.f]);
    x.feeds[p.first_port + port] = x.f[p.f + port] > 0.0;
  }
}

double Circuit::flow_at(int volume, double p, CircuitScratch& x, double* slope) const noexcept {
  double flow = 0.0;
  if (slope) *slope = 0.0;
  for (const auto& [k, port] : neighbours_[volume]) {
    const Place& place = places_[k];
    const Part& part = *parts_.parts[k].part;
    x.x[place.x + port] = p;
    if (slope) {
      part.linearise(&x.x[place.x], part_mode(k, x), &x.f[place.f], &x.slopes[place.slopes]);
      *slope += x.slopes[place.slopes + port * place.in + port];
    } else {
      part.evaluate(&x.x[place.x], part_mode(k, x), &x.f[place.f]);
    }
    flow += x.f[place.f + port];
  }
  return flow;
}

double Circuit::inflow(int volume, double p, CircuitScratch& x) const noexcept {
  double flow = 0.0;
  for (const auto& [k, port] : neighbours_[volume]) {
    const Place& place = places_[k];
    if (!x.feeds[place.first_port + port]) continue;
    x.x[place.x + port] = p;
    parts_.parts[k].part->evaluate(&x.x[place.x], part_mode(k, x), &x.f[place.f]);
    flow += x.f[place.f + port];
  }
  return flow;
}

double Circuit::outflow(int volume, const CircuitScratch& x) const noexcept {
  double flow = 0.0;
  for (const auto& [k, port] : neighbours_[volume])
    if (!x.feeds[places_[k].first_port + port]) flow -= x.f[places_[k].f + port];
  return flow;
}

double Circuit::specific_compliance(int volume, double p, const CircuitScratch& x) const noexcept {
  const Volume& v = parts_.volumes[volume];
  return v.compliance(x.lengths[volume], p).value / v.volume(x.lengths[volume]);
}

}  // namespace bramah
