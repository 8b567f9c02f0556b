#include "hydraulics/parts/directional_valve.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace bramah {

DirectionalValve::DirectionalValve(int ports, std::span<const ValveEdge> edges, const Spool& spool,
                                   double full, bool jams)
    : Part(
          {.ports = ports, .states = spool.states(), .inputs = jams && spool.states() > 0 ? 2 : 1}),
      count_(static_cast<int>(edges.size())),
      spool_(spool),
      full_(full),
      position_(ports) {  // the first state; without one, the command stands there
  assert(ports <= kMaxPorts && count_ <= kMaxEdges);
  std::copy(edges.begin(), edges.end(), edges_.begin());
}

// Inlined, evaluate() drops the slopes: a tenth of what a small machine's step costs is spent here.
[[gnu::always_inline]] inline OpeningValue DirectionalValve::opening(
    const ValveEdge& edge, const double* x) const noexcept {
  return edge.orifice.coefficient == 0.0 ? OpeningValue{0.0, 0.0}
                                         : edge.profile.at(x[position_], full_);
}

[[gnu::always_inline]] inline bool shut(const OpeningValue& open) noexcept {
  return open.value == 0.0 && open.by_u == 0.0;
}

[[gnu::always_inline]] inline DirectionalValve::EdgeValue DirectionalValve::flow(
    const ValveEdge& edge, const OpeningValue& open, const double* x) const noexcept {
  const double c = edge.orifice.coefficient;
  const double dp = x[edge.from] - x[edge.to];
  const OrificeFlow shape = edge.laminar
                                ? OrificeFlow{dp, 1.0}
                                : flow_shape(edge.orifice.law, edge.orifice.transition, dp);
  return {c * open.value * shape.q, c * open.value * shape.by_dp, c * open.by_u * shape.q, dp};
}

double DirectionalValve::edge_flow(int k, const double* x) const noexcept {
  const OpeningValue open = opening(edges_[k], x);
  return shut(open) ? 0.0 : flow(edges_[k], open, x).q;
}

bool DirectionalValve::depends(int output, int input) const noexcept {
  const int ports = shape().ports;
  if (output >= ports) return input >= ports;
  if (input >= ports) return input == position_;
  return std::any_of(edges_.begin(), edges_.begin() + count_, [&](const ValveEdge& edge) {
    const auto meets = [&](int port) { return port == edge.from || port == edge.to; };
    return edge.orifice.coefficient != 0.0 && meets(output) && meets(input);
  });
}

double DirectionalValve::freedom(const double* x) const noexcept {
  if (shape().inputs < 2) return 1.0;
  return 1.0 - std::clamp(x[shape().ports + shape().states + 1], 0.0, 1.0);
}

void DirectionalValve::evaluate(const double* x, int, double* f) const noexcept {
  const int ports = shape().ports, states = shape().states;
  std::fill(f, f + ports, 0.0);
  for (int k = 0; k < count_; ++k) {
    const double q = edge_flow(k, x);
    f[edges_[k].from] -= q;
    f[edges_[k].to] += q;
  }
  if (states == 0) return;
  const Spool::Rates rates = spool_.rates(x + ports, x[ports + states]);
  const double free = freedom(x);
  for (int i = 0; i < states; ++i) f[ports + i] = free * rates.value[i];
}

void DirectionalValve::linearise(const double* x, int, double* f, double* slopes) const noexcept {
  const int ports = shape().ports, states = shape().states, in = shape().in();
  std::fill(f, f + ports, 0.0);
  std::fill(slopes, slopes + shape().out() * in, 0.0);
  for (int k = 0; k < count_; ++k) {
    const OpeningValue open = opening(edges_[k], x);
    if (shut(open)) continue;
    const int from = edges_[k].from, to = edges_[k].to;
    const EdgeValue value = flow(edges_[k], open, x);
    f[from] -= value.q;
    f[to] += value.q;
    double* out = slopes + from * in;
    out[from] -= value.by_dp;
    out[to] += value.by_dp;
    out[position_] -= value.by_u;
    double* into = slopes + to * in;
    into[from] += value.by_dp;
    into[to] -= value.by_dp;
    into[position_] += value.by_u;
  }
  if (states == 0) return;
  const Spool::Rates rates = spool_.rates(x + ports, x[ports + states]);
  const double free = freedom(x);
  for (int i = 0; i < states; ++i) {
    double* row = slopes + (ports + i) * in + ports;
    f[ports + i] = free * rates.value[i];
    for (int k = 0; k < states; ++k) row[k] = free * rates.by_state[i][k];
    row[states] = free * rates.by_command[i];
    if (free > 0.0 && free < 1.0) row[states + 1] = -rates.value[i];
  }
}

// What goes in through the ports and stays: the sum of q dp over the edges.
PartPower DirectionalValve::power(const double* x, int, const double* f) const noexcept {
  PartPower power;
  for (int i = 0; i < shape().ports; ++i) power.lost -= f[i] * x[i];
  return power;
}

double DirectionalValve::scale(int state) const noexcept {
  const double stroke = std::isfinite(full_) && full_ < 1e299 ? full_ : 1.0;
  return state == 0 ? stroke : stroke * spool_.omega;
}

double DirectionalValve::kink(int k, const double* x) const noexcept {
  const double u = position(x);
  if (k >= count_) return std::isfinite(full_) && full_ < 1e100 ? full_ - std::abs(u) : 1.0;
  const OpeningProfile& p = edges_[k].profile;
  switch (p.kind) {
    case OpeningProfile::Kind::positive:
    case OpeningProfile::Kind::straight:
      return u - p.lap;
    case OpeningProfile::Kind::negative:
      return -u - p.lap;
    case OpeningProfile::Kind::complement:
      return p.top - u - p.lap;
    case OpeningProfile::Kind::wear:
      return u;  // it jumps there
    default:
      return 1.0;
  }
}

}  // namespace bramah
