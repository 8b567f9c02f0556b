#include "core/signal_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bramah {

namespace {

bool is_block(SignalKind kind) { return kind >= SignalKind::sum; }

int block_states(const SignalNode& node) {
  if (node.kind == SignalKind::filter) return 1;
  if (node.kind != SignalKind::pid) return 0;
  return 2;  // integral, filtered error
}

// Output of a block and what it needs from e: d(out)/de and d(out)/d(state).
struct BlockValue {
  double out = 0.0, by_e = 0.0, by_state[2] = {0.0, 0.0};
  double rate[2] = {0.0, 0.0}, rate_by_e[2] = {0.0, 0.0};
  double rate_by_state[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
};

BlockValue pid_value(const SignalNode& n, double e, const double* state) {
  BlockValue b;
  const double td = n.time_constant;
  const double raw = n.kp * e + n.ki * state[0] + (n.kd > 0.0 ? n.kd * (e - state[1]) / td : 0.0);
  const double raw_by_e = n.kp + (n.kd > 0.0 ? n.kd / td : 0.0);
  const double raw_by_state[2] = {n.ki, n.kd > 0.0 ? -n.kd / td : 0.0};
  b.out = std::clamp(raw, n.lower, n.upper);
  const bool limited = b.out != raw;
  if (!limited) b.by_e = raw_by_e, b.by_state[0] = raw_by_state[0], b.by_state[1] = raw_by_state[1];
  // Integral with back-calculation: dI/dt = e + (limited - raw)/kp, so that I does not wind up.
  const double back = n.kp != 0.0 ? 1.0 / n.kp : 0.0;
  b.rate[0] = e + back * (b.out - raw);
  b.rate_by_e[0] = 1.0 + (limited ? -back * raw_by_e : 0.0);
  for (int k = 0; k < 2; ++k) b.rate_by_state[0][k] = limited ? -back * raw_by_state[k] : 0.0;
  if (n.kd > 0.0) b.rate[1] = (e - state[1]) / td, b.rate_by_e[1] = 1.0 / td;
  if (n.kd > 0.0) b.rate_by_state[1][1] = -1.0 / td;
  return b;
}

BlockValue table_value(const SignalNode& n, double e) {
  BlockValue b;
  if (e <= n.x.front()) return b.out = n.y.front(), b;
  if (e >= n.x.back()) return b.out = n.y.back(), b;
  const auto i = std::upper_bound(n.x.begin(), n.x.end(), e) - n.x.begin();
  b.by_e = (n.y[i] - n.y[i - 1]) / (n.x[i] - n.x[i - 1]);
  b.out = n.y[i - 1] + b.by_e * (e - n.x[i - 1]);
  return b;
}

BlockValue block_value(const SignalNode& n, double e, const double* state) {
  BlockValue b;
  switch (n.kind) {
    case SignalKind::limit:
      b.out = std::clamp(e, n.lower, n.upper);
      b.by_e = b.out == e ? 1.0 : 0.0;
      return b;
    case SignalKind::filter:
      b.out = state[0];
      b.by_state[0] = 1.0;
      b.rate[0] = (e - state[0]) / n.time_constant;
      b.rate_by_e[0] = 1.0 / n.time_constant;
      b.rate_by_state[0][0] = -1.0 / n.time_constant;
      return b;
    case SignalKind::pid:
      return pid_value(n, e, state);
    case SignalKind::table:
      return table_value(n, e);
    default:
      b.out = e, b.by_e = 1.0;
      return b;
  }
}

// Depth-first order; returns false on a circle and leaves the culprit in `at`.
bool visit(const std::vector<SignalNode>& nodes, int i, std::vector<int>& mark,
           std::vector<int>& order, int& at) {
  if (mark[i] == 2) return true;
  at = i;
  if (mark[i] == 1) return false;
  mark[i] = 1;
  const bool delays = nodes[i].sample_time > 0.0 || nodes[i].kind == SignalKind::filter;
  for (const SignalTerm& term : nodes[i].terms)
    if (!delays && !term.sensor && !visit(nodes, term.index, mark, order, at)) return false;
  mark[i] = 2;
  order.push_back(i);
  return true;
}

}  // namespace

SignalGraph::SignalGraph(std::vector<SignalNode> nodes, int sensors,
                         const std::vector<std::string>& names, std::vector<double> clocks)
    : nodes_(std::move(nodes)), clocks_(std::move(clocks)), sensors_(sensors) {
  std::vector<int> mark(nodes_.size(), 0);
  for (int i = 0, at = i; i < size(); ++i)
    if (!visit(nodes_, i, mark, order_, at))
      throw SignalCircle(
          "signal \"" + names[at] +
              "\" depends on itself; break the circle with a filter or a sample time",
          at);
  for (const int i : order_) {
    SignalNode& n = nodes_[i];
    const bool sampled = n.sample_time > 0.0;
    n.feedback = is_block(n.kind) && !sampled;
    if (sampled) n.memory = memory_, memory_ += 1 + block_states(n), sampled_nodes_.push_back(i);
    if (n.feedback && block_states(n) > 0) n.state = states_, states_ += block_states(n);
    (n.feedback ? feedback_nodes_ : time_nodes_).push_back(i);
    if (is_block(n.kind) || n.kind == SignalKind::input) continue;
    if (n.kind == SignalKind::random) random_.push_back(i);
    const bool bends = n.kind == SignalKind::steps || n.kind == SignalKind::ramps ||
                       (n.kind == SignalKind::samples && n.hold);
    if (!bends) continue;
    if (n.period > 0.0)
      periodic_.push_back(i);
    else
      breaks_.insert(breaks_.end(), n.x.begin(), n.x.end());
  }
  for (const int i : sampled_nodes_) clocks_.push_back(nodes_[i].sample_time);
  std::sort(breaks_.begin(), breaks_.end());
  breaks_.erase(std::unique(breaks_.begin(), breaks_.end()), breaks_.end());
  has_feedback_ = !feedback_nodes_.empty();
}

SignalScratch SignalGraph::make_scratch() const {
  SignalScratch x;
  const std::size_t wide = static_cast<std::size_t>(sensors_ + states_);
  x.values.resize(nodes_.size());
  x.state_rates.resize(states_);
  x.gradient.resize(nodes_.size() * wide);
  x.state_gradient.resize(states_ * wide);
  return x;
}

// A filter's value is its state; only the rate of that depends on what it listens to.
void SignalGraph::extend(int signal, bool rates, std::vector<char>& seen, Reach& reach) const {
  const SignalNode& n = nodes_[signal];
  if (!n.feedback || (!rates && seen[signal])) return;
  if (!rates) seen[signal] = 1;
  for (int k = 0; k < block_states(n); ++k) reach.states.push_back(n.state + k);
  if (n.kind == SignalKind::filter && !rates) return;
  for (const SignalTerm& term : n.terms)
    if (term.sensor)
      reach.sensors.push_back(term.index);
    else
      extend(term.index, false, seen, reach);
}

namespace {

SignalGraph::Reach each_once(SignalGraph::Reach reach) {
  for (std::vector<int>* list : {&reach.sensors, &reach.states}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return reach;
}

}  // namespace

SignalGraph::Reach SignalGraph::value_reach(int signal) const {
  Reach reach;
  std::vector<char> seen(nodes_.size(), 0);
  extend(signal, false, seen, reach);
  return each_once(std::move(reach));
}

SignalGraph::Reach SignalGraph::rate_reach(int state) const {
  Reach reach;
  std::vector<char> seen(nodes_.size(), 0);
  for (const int i : feedback_nodes_)
    if (nodes_[i].state >= 0 && state >= nodes_[i].state &&
        state < nodes_[i].state + block_states(nodes_[i]))
      extend(i, true, seen, reach);
  return each_once(std::move(reach));
}

void SignalGraph::evaluate_time(double t, double anchor, std::span<const double> inputs,
                                std::span<const double> memory, SignalScratch& x) const noexcept {
  for (const int i : time_nodes_) {
    const SignalNode& n = nodes_[i];
    if (n.memory >= 0)
      x.values[i] = memory[n.memory];
    else if (n.kind == SignalKind::input)
      x.values[i] = inputs[n.input];
    else
      x.values[i] = time_value(n, t, anchor).value;
  }
}

double SignalGraph::weighted_sum(const SignalNode& n, std::span<const double> sensors,
                                 const SignalScratch& x) const noexcept {
  double e = n.offset;
  for (const SignalTerm& term : n.terms)
    e += term.weight * (term.sensor ? sensors[term.index] : x.values[term.index]);
  return e;
}

void SignalGraph::evaluate_feedback(std::span<const double> sensors, std::span<const double> states,
                                    SignalScratch& x) const noexcept {
  for (const int i : feedback_nodes_) {
    const SignalNode& n = nodes_[i];
    const double* state = n.state >= 0 ? &states[n.state] : nullptr;
    const BlockValue b = block_value(n, weighted_sum(n, sensors, x), state);
    x.values[i] = b.out;
  }
  for (const int i : feedback_nodes_) {  // states see all outputs, also those of later nodes
    const SignalNode& n = nodes_[i];
    if (n.state < 0) continue;
    const BlockValue b = block_value(n, weighted_sum(n, sensors, x), &states[n.state]);
    for (int k = 0; k < block_states(n); ++k) x.state_rates[n.state + k] = b.rate[k];
  }
}

void SignalGraph::sum_gradient(const SignalNode& n, const SignalScratch& x, double scale,
                               std::span<double> out) const noexcept {
  const std::size_t wide = out.size();
  for (const SignalTerm& term : n.terms) {
    if (term.sensor) {
      out[term.index] += scale * term.weight;
    } else if (nodes_[term.index].feedback) {
      const double* from = &x.gradient[term.index * wide];
      for (std::size_t k = 0; k < wide; ++k) out[k] += scale * term.weight * from[k];
    }
  }
}

void SignalGraph::gradients(std::span<const double> sensors, std::span<const double> states,
                            SignalScratch& x) const noexcept {
  const std::size_t wide = static_cast<std::size_t>(sensors_ + states_);
  std::fill(x.gradient.begin(), x.gradient.end(), 0.0);
  std::fill(x.state_gradient.begin(), x.state_gradient.end(), 0.0);
  for (const int i : feedback_nodes_) {
    const SignalNode& n = nodes_[i];
    const double* state = n.state >= 0 ? &states[n.state] : nullptr;
    const BlockValue b = block_value(n, weighted_sum(n, sensors, x), state);
    const std::span<double> row(&x.gradient[i * wide], wide);
    if (b.by_e != 0.0) sum_gradient(n, x, b.by_e, row);
    for (int k = 0; k < block_states(n); ++k) row[sensors_ + n.state + k] += b.by_state[k];
  }
  for (const int i : feedback_nodes_) {
    const SignalNode& n = nodes_[i];
    if (n.state < 0) continue;
    const BlockValue b = block_value(n, weighted_sum(n, sensors, x), &states[n.state]);
    for (int k = 0; k < block_states(n); ++k) {
      const std::span<double> rate(&x.state_gradient[(n.state + k) * wide], wide);
      sum_gradient(n, x, b.rate_by_e[k], rate);
      for (int l = 0; l < block_states(n); ++l)
        rate[sensors_ + n.state + l] += b.rate_by_state[k][l];
    }
  }
}

void SignalGraph::signal_gradient(int signal, std::span<const double> sensors,
                                  std::span<const double> states, const SignalScratch& x,
                                  std::span<double> values,
                                  std::span<double> rates) const noexcept {
  std::fill(values.begin(), values.end(), 0.0);
  values[signal] = 1.0;
  const auto by_signal = [&](const SignalNode& n) {
    double sum = 0.0;
    for (const SignalTerm& term : n.terms)
      if (!term.sensor) sum += term.weight * values[term.index];
    return sum;
  };
  const auto block = [&](const SignalNode& n) {
    return block_value(n, weighted_sum(n, sensors, x), n.state >= 0 ? &states[n.state] : nullptr);
  };
  for (const int i : feedback_nodes_) values[i] = block(nodes_[i]).by_e * by_signal(nodes_[i]);
  for (const int i : feedback_nodes_) {
    const SignalNode& n = nodes_[i];
    const BlockValue b = block(n);
    for (int k = 0; k < block_states(n); ++k) rates[n.state + k] = b.rate_by_e[k] * by_signal(n);
  }
}

void SignalGraph::settle(std::span<const double> sensors, std::span<double> states,
                         std::span<double> memory, SignalScratch& x) const noexcept {
  for (const int i : order_) {
    const SignalNode& n = nodes_[i];
    const int slot = n.kind == SignalKind::pid ? 1 : 0;  // the integral of a pid starts at zero
    if (block_states(n) == 0) continue;
    evaluate_feedback(sensors, states, x);
    const double e = weighted_sum(n, sensors, x);
    if (n.state >= 0) states[n.state + slot] = e;
    if (n.memory >= 0) memory[n.memory + 1 + slot] = e;
  }
}

void SignalGraph::sample(double t, std::span<const double> sensors, std::span<const double> states,
                         std::span<double> memory, SignalScratch& x) const noexcept {
  evaluate_feedback(sensors, states, x);
  for (const int i : sampled_nodes_) {
    const SignalNode& n = nodes_[i];
    const double cycles = t / n.sample_time;
    if (std::abs(cycles - std::round(cycles)) > 1e-6) continue;
    double* state = &memory[n.memory + 1];
    const BlockValue b = block_value(n, weighted_sum(n, sensors, x), state);
    // Exact zero-order-hold update of the filters, Euler for the integral.
    for (int k = 0; k < block_states(n); ++k) {
      const double pole = b.rate_by_state[k][k];
      const double gain = pole < 0.0 && b.rate_by_e[k] == -pole
                              ? (1.0 - std::exp(pole * n.sample_time)) / -pole
                              : n.sample_time;
      state[k] += gain * b.rate[k];
    }
    memory[n.memory] = n.kind == SignalKind::filter ? state[0] : b.out;
    x.values[i] = memory[n.memory];
    evaluate_feedback(sensors, states, x);
  }
}

double SignalGraph::next_break(double t) const noexcept {
  double next = std::numeric_limits<double>::infinity();
  const auto found = std::upper_bound(breaks_.begin(), breaks_.end(), t);
  if (found != breaks_.end()) next = *found;
  for (const int i : periodic_) {
    const SignalNode& n = nodes_[i];
    const double cycle = std::floor(t / n.period) * n.period;
    double candidate = cycle + n.period + n.x.front();
    for (const double x : n.x)
      if (cycle + x > t) {
        candidate = std::min(candidate, cycle + x);
        break;
      }
    if (cycle + n.period > t) candidate = std::min(candidate, cycle + n.period);
    next = std::min(next, candidate);
  }
  for (const int i : random_) next = std::min(next, nodes_[i].random.next_break(t));
  for (const double ts : clocks_) next = std::min(next, (std::floor(t / ts) + 1.0) * ts);
  return next;
}

bool SignalGraph::varies(double anchor) const noexcept {
  for (const int i : time_nodes_) {
    const SignalNode& n = nodes_[i];
    if (n.kind == SignalKind::sine && n.amplitude != 0.0) return true;
    if (n.kind == SignalKind::samples && !n.hold) return true;
    if (n.kind == SignalKind::ramps && n.smooth) return true;
    if (n.kind == SignalKind::random && n.random.ramp > 0.0 &&
        time_value(n, anchor, anchor).rate != 0.0)
      return true;
    if (n.kind == SignalKind::ramps && time_value(n, anchor, anchor).rate != 0.0) return true;
  }
  return false;
}

double SignalGraph::sample_spacing() const noexcept {
  double spacing = std::numeric_limits<double>::infinity();
  for (const SignalNode& n : nodes_) {
    if (n.kind != SignalKind::samples || n.hold) continue;
    for (std::size_t k = 1; k < n.x.size(); ++k) spacing = std::min(spacing, n.x[k] - n.x[k - 1]);
  }
  return spacing;
}

}  // namespace bramah
