// How channels answer to inputs at one instant: q, v and y stand still, all that follows from them and
// from an input is taken to first order.
//
//   ds = signals by the input, through those that listen to it     SignalGraph::signal_gradient
//   df = flows and torques of parts by what they are told          Part::linearise
//   da = B (B^T M B)^-1 B^T dQ, of forces that are told            build/tangent_space.h
//
// A channel is read on both sides of the state along (da, ds, df). All are affine in these but for the flow
// through one edge of a valve with several, which has no slope of its own: its two sides are near, and where they
// differ the lesser slope is taken. So at a kink (the edge of an overlap, the end of a limit) a channel has the slope
// of the closed side, as the parts have in Newton's tangent. Found by bramah/binding.h: observe_slopes().
#include <algorithm>
#include <cmath>

#include "bramah/binding.h"
#include "build/tangent_space.h"
#include "core/text.h"
#include "machine/reads_of.h"

namespace bramah {

namespace {

using Eigen::VectorXd;

constexpr double kNear = 1e-6;  // of an input, where an edge of a valve is read
constexpr double kBent = 1e-3;  // of a slope: curvature is far less that near

std::string why_not(const Model& model) {
  const Plant& plant = model.plant();
  const EquationParts& parts = plant.equations->parts();
  if (plant.solver.coupling != CouplingKind::monolithic)
    return concat("coupling ", plant.solver.coupling, " is solved in parts");
  if (plant.solver.coordinates != Coordinates::joint) return "natural coordinates";
  if (parts.pseudo || parts.circuit->has_algebraic()) return "pressures that follow at once";
  if (parts.signals->memory() > 0) return "signals with a sample time";
  if (!plant.names.blocks.empty()) return "FMUs are sampled between steps";
  if (plant.equations->has_reactions() || !plant.pins.empty()) return "forces in joints";
  return {};
}

class InstantSlopes {
 public:
  InstantSlopes(const Model& model, const State& state, const Inputs& inputs)
      : model_(model),
        plant_(model.plant()),
        parts_(plant_.equations->parts()),
        state_(state),
        space_(model.stepper()),
        b_(space_.buffers()) {
    model.stepper().take_inputs(inputs, state_.values());
  }

  bool enter() {
    const double t = state_.time();
    if (!space_.enter(state_, t, t + 0.5 * state_.step_size()) || !space_.solve_rates())
      return false;
    space_.A();  // with the mass matrix and the slopes of all parts
    return true;
  }

  // One column. False: a force hears of the input.
  bool find(int input, double size, std::span<const int> channels, std::span<double> column) {
    Direction d = direction(input);
    if (d.pushes) return false;
    for (std::size_t k = 0; k < channels.size(); ++k) {
      const bool flow = reads_of(model_, channels[k]) == Reads::flows;
      const double far = flow ? kNear * size : size;
      const double here = flow ? read(channels[k], d, 0.0) : 0.0;
      const double above = read(channels[k], d, far), below = read(channels[k], d, -far);
      const double up = (above - here) / far, down = (here - below) / far;
      const bool bent =
          flow && std::abs(up - down) > kBent * std::max(std::abs(up), std::abs(down));
      column[k] = !bent ? (above - below) / (2.0 * far) : std::abs(up) < std::abs(down) ? up : down;
    }
    return true;
  }

 private:
  struct Direction {
    std::size_t input = 0;  // in State
    VectorXd a;
    std::vector<double> signals, u, x, f, pressure;
    bool pushes = false;  // a cylinder's force, or a gear's, hears of it at once
  };

  Direction direction(int input) {
    const Circuit& circuit = *parts_.circuit;
    const std::size_t oil = static_cast<std::size_t>(circuit.states());
    const std::span<const double> controllers(space_.trial().y.data() + oil,
                                              static_cast<std::size_t>(parts_.signals->states()));
    Direction d{.input = plant_.layout.inputs.first + static_cast<std::size_t>(input),
                .a = VectorXd::Zero(plant_.equations->coordinates()),
                .signals = std::vector<double>(b_.signals.values.size()),
                .u = std::vector<double>(b_.u.size()),
                .x = std::vector<double>(b_.circuit.x.size()),
                .f = std::vector<double>(b_.circuit.f.size()),
                .pressure = std::vector<double>(b_.circuit.pressure.size())};
    std::vector<double> by(d.signals.size()), rates(controllers.size());
    for (int s = 0; s < parts_.signals->size(); ++s) {
      const SignalNode& node = parts_.signals->node(s);
      if (node.kind != SignalKind::input || node.input != input) continue;
      if (space_.free() > 0) d.a += space_.lift_acceleration(space_.input_column(s));
      parts_.signals->signal_gradient(s, b_.sensors, controllers, b_.signals, by, rates);
      for (std::size_t k = 0; k < by.size(); ++k) d.signals[k] += by[k];
    }
    for (std::size_t i = 0; i < parts_.inputs.size(); ++i)
      if (parts_.inputs[i].signal >= 0)
        d.u[i] = d.signals[static_cast<std::size_t>(parts_.inputs[i].signal)];
    for (std::size_t k = 0; k < circuit.parts().parts.size(); ++k) add_part(static_cast<int>(k), d);
    return d;
  }

  // What a part is told, and the pressures and speeds that are given at its ports.
  void add_part(int k, Direction& d) {
    const Circuit& circuit = *parts_.circuit;
    const PlacedPart& placed = circuit.parts().parts[static_cast<std::size_t>(k)];
    const PartShape shape = placed.part->shape();
    double* const dx = d.x.data() + (circuit.part_x(k, b_.circuit) - b_.circuit.x.data());
    bool told = false;
    for (int p = 0; p < shape.ports; ++p) {
      const int node = placed.nodes[static_cast<std::size_t>(p)],
                fixed = node - circuit.state_nodes();
      if (node < 0 || fixed < 0) continue;
      const auto input =
          static_cast<std::size_t>(circuit.parts().fixed[static_cast<std::size_t>(fixed)].input);
      dx[p] = d.pressure[static_cast<std::size_t>(node)] = d.u[input];
      told |= dx[p] != 0.0;
    }
    for (int i = 0; i < shape.inputs; ++i) {
      dx[shape.ports + shape.states + i] =
          d.u[static_cast<std::size_t>(placed.inputs[static_cast<std::size_t>(i)])];
      told |= dx[shape.ports + shape.states + i] != 0.0;
    }
    if (!told) return;
    const int in = shape.in(), out = shape.out();
    std::vector<double> f(static_cast<std::size_t>(out)),
        slopes(static_cast<std::size_t>(in * out));
    placed.part->linearise(circuit.part_x(k, b_.circuit), circuit.part_mode(k, b_.circuit),
                           f.data(), slopes.data());
    double* const df = d.f.data() + (circuit.part_f(k, b_.circuit) - b_.circuit.f.data());
    for (int r = 0; r < out; ++r)
      for (int i = 0; i < in; ++i) df[r] += slopes[static_cast<std::size_t>(r * in + i)] * dx[i];
    if (shape.force && df[out - 1] != 0.0) d.pushes = true;
  }

  double read(int channel, const Direction& d, double by) {
    State there = state_;
    const auto x = there.values();
    x[d.input] += by;
    const auto a = plant_.layout.a.in(x);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += by * d.a[static_cast<Eigen::Index>(i)];
    const Shifted signals(b_.signals.values, d.signals, by), u(b_.u, d.u, by);
    const Shifted told(b_.circuit.x, d.x, by), flows(b_.circuit.f, d.f, by);
    const Shifted pressures(b_.circuit.pressure, d.pressure, by);
    return model_.read(channel, {there.values(), &b_, {}, 0.0, 0.0, 0.0, {}, {}});
  }

  // Numbers a little off, for as long as this lives.
  class Shifted {
   public:
    Shifted(std::vector<double>& numbers, const std::vector<double>& along, double by)
        : numbers_(numbers), kept_(numbers) {
      for (std::size_t k = 0; k < along.size(); ++k) numbers_[k] += by * along[k];
    }
    ~Shifted() { numbers_.swap(kept_); }
    Shifted(const Shifted&) = delete;
    Shifted& operator=(const Shifted&) = delete;

   private:
    std::vector<double>& numbers_;
    std::vector<double> kept_;
  };

  const Model& model_;
  const Plant& plant_;
  const EquationParts& parts_;
  State state_;
  TangentSpace space_;
  MachineEquations::Buffers& b_;
};

// As large as what a lever or a signal takes.
double size_of(const Model& model, int input, double value) {
  double size = std::abs(value);
  for (const Control& control : model.controls())
    if (control.input == input) size = std::max(size, control.range);
  return size > 0.0 ? size : 1.0;
}

}  // namespace

std::string observe_slopes(const Model& model, const State& state, const Inputs& inputs,
                           std::span<const int> channels, std::span<const int> by,
                           std::span<double> slopes) {
  if (std::string reason = why_not(model); !reason.empty()) return reason;
  InstantSlopes exact(model, state, inputs);
  if (!exact.enter()) return "the loops do not close, or the rates cannot be solved";
  std::vector<double> column(channels.size());
  const std::vector<double> defaults = model.input_defaults();
  for (std::size_t i = 0; i < by.size(); ++i) {
    const auto which = static_cast<std::size_t>(by[i]);
    const double value = which < inputs.values.size() ? inputs.values[which] : defaults[which];
    if (!exact.find(by[i], size_of(model, by[i], value), channels, column))
      return concat("a force hears of ", model.inputs()[which], " at once");
    for (std::size_t k = 0; k < column.size(); ++k) slopes[k * by.size() + i] = column[k];
  }
  return {};
}

}  // namespace bramah
