// Signals: functions of time, and feedback that reads sensors through simple blocks. Every value
// comes with its derivatives: in time for drivers, by sensors and block states for a Newton
// tangent.
//
// Blocks act on the weighted sum e of their terms, plus an offset:
//   gain, sum   e                               limit   min(max(e, lower), upper)
//   filter      T dx/dt = e - x, output x       table   piecewise linear in e
//   pid         kp e + ki I + kd (e - x)/T_d, limited; dI/dt = e + back-calculation while limited
// A block with a sample time is evaluated at multiples of it and held in between (zero-order hold).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bramah/basics.h"

namespace bramah {

enum class SignalKind {
  constant,
  steps,
  ramps,
  sine,
  samples,
  random,
  input,
  sum,
  limit,
  filter,
  pid,
  table
};

struct SignalTerm {
  bool sensor = false;  // a sensor, else another signal
  int index = 0;
  double weight = 1.0;
};

struct SignalNode {
  SignalKind kind = SignalKind::constant;
  double value = 0.0;
  std::vector<double> x, y;  // steps, ramps, samples (time, value); table (argument, value)
  double period = 0.0;       // [s], 0: not periodic
  bool hold = false;         // samples: hold instead of interpolating
  bool smooth = false;       // ramps: rest at every point, C2 in between; for drivers
  double amplitude = 0.0, omega = 0.0, phase = 0.0;  // sine
  RandomLevels random;
  int input = -1;
  std::vector<SignalTerm> terms;
  double offset = 0.0;
  double lower = -1e300, upper = 1e300;
  double time_constant = 0.0;  // filter, derivative of pid [s]
  double kp = 0.0, ki = 0.0, kd = 0.0;
  double sample_time = 0.0;  // [s], 0: continuous
  // Filled by SignalGraph:
  int state = -1;         // first continuous state
  int memory = -1;        // sampled: held output, then block states
  bool feedback = false;  // depends on sensors or states
};

// Value of a function of time. `anchor` lies inside the interval of integration and chooses the
// piece at a jump, so that both ends of a step see the same piece.
[[nodiscard]] TimeValue time_value(const SignalNode& node, double t, double anchor) noexcept;

struct SignalScratch {
  std::vector<double> values;          // per node
  std::vector<double> state_rates;     // per continuous state
  std::vector<double> gradient;        // per node x (sensors + states), feedback nodes only
  std::vector<double> state_gradient;  // per state x (sensors + states)
};

// Signals that refer to each other in a circle; `signal` is the number of one of them.
struct SignalCircle : InputError {
  SignalCircle(const std::string& text, int which) : InputError(text), signal(which) {}
  int signal;
};

class SignalGraph {
 public:
  // Nodes may refer to later ones; throws SignalCircle naming `names` if they refer in a circle.
  // `clocks`: sample times of others, whose instants are breaks too [s].
  SignalGraph(std::vector<SignalNode> nodes, int sensors, const std::vector<std::string>& names,
              std::vector<double> clocks = {});

  int size() const noexcept { return static_cast<int>(nodes_.size()); }
  int states() const noexcept { return states_; }
  int memory() const noexcept { return memory_; }
  int sensors() const noexcept { return sensors_; }
  bool has_feedback() const noexcept { return has_feedback_; }
  const SignalNode& node(int i) const noexcept { return nodes_[i]; }
  SignalScratch make_scratch() const;

  // Functions of time, inputs and held values; once per stage.
  void evaluate_time(double t, double anchor, std::span<const double> inputs,
                     std::span<const double> memory, SignalScratch&) const noexcept;
  // Continuous feedback nodes and the rates of their states; in every residual.
  void evaluate_feedback(std::span<const double> sensors, std::span<const double> states,
                         SignalScratch&) const noexcept;
  // d(value)/d(sensors, states) of all feedback nodes, d(state rate)/d(sensors, states).
  void gradients(std::span<const double> sensors, std::span<const double> states,
                 SignalScratch&) const noexcept;
  // d(value)/d(signal) of all nodes and d(state rate)/d(signal) of one function of time or input,
  // by way of the feedback nodes that listen to it; after evaluate_feedback().
  void signal_gradient(int signal, std::span<const double> sensors, std::span<const double> states,
                       const SignalScratch&, std::span<double> values,
                       std::span<double> rates) const noexcept;
  // Sensors and states that a node's value, or the rates of its states, may depend on.
  struct Reach {
    std::vector<int> sensors, states;
  };
  Reach value_reach(int signal) const;
  Reach rate_reach(int state) const;
  // Filters and derivatives start where their input is, so that nothing kicks at t = 0.
  void settle(std::span<const double> sensors, std::span<double> states, std::span<double> memory,
              SignalScratch&) const noexcept;
  // Samples the blocks whose instant is t.
  void sample(double t, std::span<const double> sensors, std::span<const double> states,
              std::span<double> memory, SignalScratch&) const noexcept;

  // Smallest instant after t at which a signal jumps, bends or is sampled; infinite if none. The
  // many bends of interpolated samples do not count.
  double next_break(double t) const noexcept;
  // Whether a function of time is not constant on the piece around `anchor`.
  bool varies(double anchor) const noexcept;
  // Smallest distance of interpolated samples, whose bends are no breaks; infinite if there are
  // none.
  double sample_spacing() const noexcept;

 private:
  double weighted_sum(const SignalNode&, std::span<const double> sensors,
                      const SignalScratch&) const noexcept;
  void extend(int signal, bool rates, std::vector<char>& seen, Reach&) const;
  void sum_gradient(const SignalNode&, const SignalScratch&, double scale,
                    std::span<double> out) const noexcept;

  std::vector<SignalNode> nodes_;
  std::vector<int> order_;           // dependencies first
  std::vector<int> time_nodes_;      // constant, steps, ..., inputs and sampled blocks
  std::vector<int> feedback_nodes_;  // continuous blocks, in order
  std::vector<int> sampled_nodes_;
  std::vector<double> breaks_;  // of signals that do not repeat
  std::vector<double> clocks_;  // sample times, of sampled nodes too
  std::vector<int> periodic_, random_;
  int sensors_ = 0, states_ = 0, memory_ = 0;
  bool has_feedback_ = false;
};

}  // namespace bramah
