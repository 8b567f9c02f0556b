// Flows and forces near by: carried along the slopes that the parts have, as Newton's last increment carries the
// states.
#include <algorithm>
#include <cmath>

#include "core/copy_few.h"
#include "hydraulics/circuit.h"

namespace bramah {

namespace {

// Of a state's scale; what moves by less is off in the books by as much.
constexpr double kNoticeable = 1e-8;

}  // namespace

void Circuit::list_uses() {
  const int known = nodes() + 1 + states_ - state_nodes_ + parts_.inputs;
  std::vector<std::vector<Use>> uses(known);
  for (const Place& p : places_)
    for (int i = 0; i < p.in - (p.stroke ? 2 : 0) && !p.force; ++i)
      uses[gathers_[p.x + i]].push_back({p.x + i, p.f, p.out, p.slopes + i, p.in});
  uses[nodes()].clear();
  for (const auto& of : uses) {
    uses_.insert(uses_.end(), of.begin(), of.end());
    uses_end_.push_back(static_cast<int>(uses_.size()));
  }
  noticeable_.assign(known, 0.0);
  for (int k = 0; k < state_nodes_; ++k) noticeable_[k] = kNoticeable * scale(k);
  for (int k = state_nodes_; k < states_; ++k)
    noticeable_[nodes() + 1 + k - state_nodes_] = kNoticeable * scale(k);
}

bool Circuit::follow_forces(std::span<const double> y, CircuitScratch& x) const noexcept {
  if (parts_.amounts || x.torn) return false;
  for (int k = 0; k < volumes(); ++k)
    if (y[k] < torn_below_[k]) return false;
  copy_few(y.first(state_nodes_), x.pressure);
  const auto follow = [&](int k) {
    const Place& p = places_[k];
    double *const at = &x.x[p.x], *const f = &x.f[p.f];
    for (int i = 0; i < p.ports + p.states; ++i) {
      const int n = i < p.ports ? nodes_[p.first_port + i] : 0;
      const double to = i >= p.ports ? y[p.state + i - p.ports] : n >= 0 ? x.pressure[n] : 0.0;
      const double change = to - at[i];
      at[i] = to;
      for (int r = 0; r < p.out; ++r) f[r] += x.slopes[p.slopes + r * p.in + i] * change;
    }
    return f[p.out - 1];
  };
  for (int c = 0; c < strokes(); ++c) x.forces[c] = follow(pusher(c));
  return true;
}

void Circuit::follow_flows(std::span<const double> y, std::span<const double> u,
                           CircuitScratch& x) const noexcept {
  const int of_states = state_nodes_, of_nodes = nodes(), first_state = of_nodes + 1;
  const int first_input = first_state + states_ - of_states;
  for (std::size_t k = 0; k < parts_.fixed.size(); ++k)
    x.pressure[of_states + k] = u[parts_.fixed[k].input];
  bool changed = false;
  const auto follow = [&](const double* from, int first, int count) {
    for (int i = 0; i < count; ++i) {
      double& known = x.known[first + i];
      const double change = from[i] - known;
      if (!(std::abs(change) > noticeable_[first + i])) continue;
      known = from[i], changed = true;
      const int begin = first + i == 0 ? 0 : uses_end_[first + i - 1];
      for (int k = begin; k < uses_end_[first + i]; ++k) {
        const Use& use = uses_[k];
        x.x[use.x] = from[i];
        const double* slope = &x.slopes[use.slope];
        for (int r = 0; r < use.outputs; ++r, slope += use.stride)
          x.f[use.f + r] += *slope * change;
      }
    }
  };
  follow(x.pressure.data(), 0, of_nodes);
  follow(y.data() + of_states, first_state, states_ - of_states);
  follow(u.data(), first_input, parts_.inputs);
  if (changed) add_flows(x);
  for (int k = 0; changed && k < of_states; ++k) x.rate[k] = x.flow[k] * x.per_flow[k];
  for (std::size_t k = 0; changed && k < limits_.size(); ++k)
    if (x.modes[cylinders() + k] != 0) x.rate[limits_[k].state] = 0.0;
}

}  // namespace bramah
