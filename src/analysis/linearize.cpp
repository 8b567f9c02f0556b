#include "bramah/analysis.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/equilibrium.h"
#include "analysis/linear_outputs.h"
#include "bramah/model.h"
#include "bramah/run.h"
#include "build/modes.h"
#include "build/operating_point.h"
#include "build/tangent_space.h"
#include "core/dense_algebra.h"
#include "core/nearest.h"
#include "core/text.h"

namespace bramah {

namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;

std::string coordinate_channel(const Plant& m, int i) {
  const bool angular = m.equations->parts().mechanism->angular(i);
  return m.names.coordinates[static_cast<std::size_t>(i)] + (angular ? ".angle" : ".position");
}

// The joint machine's state of a run, in whatever coordinates it ran.
State state_at(const Model& model, double at, std::string& problem) {
  State state = model.initial_state();
  Workspace work(model);
  const long long ticks = std::llround(at / model.step_size());
  for (long long k = 0; k < ticks; ++k)
    if (const StepReport report = step(model, state, work, {}); !report.converged) {
      problem = explain(model, report);
      break;
    }
  if (model.plant().solver.coordinates == Coordinates::joint) return state;
  const Model joint = model.in_joint_coordinates();
  State out = joint.initial_state();
  const auto from = state.values(), to = out.values();
  const Layout &a = model.plant().layout, &b = joint.plant().layout;
  const auto copy = [&](const Block& x, const Block& y) {
    std::ranges::copy(x.in(std::span<const double>(from)), y.in(to).begin());
  };
  to[State::kTick] = from[State::kTick], to[State::kStepSize] = from[State::kStepSize];
  copy(a.joint_q, b.q), copy(a.joint_v, b.v), copy(a.charts, b.charts), copy(a.y, b.y);
  copy(a.tunables, b.tunables), copy(a.samples, b.samples), copy(a.inputs, b.inputs);
  copy(a.contacts, b.contacts);
  return out;
}

// The options, and where they are silent the file's section.
LinearizeOptions resolve(const Plant& m, LinearizeOptions options) {
  if (options.at) return options;
  const OperatingPointSpec& file = m.operating_point;
  options.at = file.at;
  options.equilibrium = options.equilibrium || file.equilibrium;
  if (options.freeze.empty())
    for (const OperatingPointSpec::Name& name : file.freeze) options.freeze.push_back(name.state);
  std::vector<NamedValue> state;
  for (const OperatingPointSpec::Value& value : file.state)
    state.push_back({value.state, value.value.value});
  state.insert(state.end(), options.state.begin(), options.state.end());  // the later ones count
  options.state = std::move(state);
  return options;
}

class Linearizer {
 public:
  Linearizer(const Model& model, const LinearizeOptions& options)
      : base_(model.in_joint_coordinates()),
        m_(base_.plant()),
        options_(resolve(m_, options)),
        model_(model),
        space_(base_.stepper()) {
    out_.model = model.name(), out_.hash = model.hash(), out_.version = version();
  }

  std::vector<LinearVariable> states() {
    State state = base_.initial_state();
    space_.enter(state);
    name_states();
    return all_;
  }

  Linearization run() {
    State state = state_at(model_, *options_.at, out_.message);
    out_.time = state.time();
    if (!out_.message.empty()) return fail(out_.message);
    if (!space_.enter(state))
      return fail("the loops do not close, or the equations cannot be solved, at this state");
    name_states();
    check_names();
    if (!set_values() || (options_.equilibrium && !rest(state))) return out_;
    if (!space_.solve_rates()) return fail("the accelerations cannot be solved at this state");
    note_remarks();
    fill(state);
    return out_;
  }

 private:
  Linearization fail(const std::string& message) {
    out_.converged = false;
    out_.message = message;
    return out_;
  }

  std::string unit_of(const std::string& channel) const {
    for (const Channel& c : base_.channels())
      if (c.name == channel) return c.unit;
    return "1";
  }

  void name_states() {
    const std::span<const int> z = space_.independent();
    for (const int i : z) {
      const bool angular = m_.equations->parts().mechanism->angular(i);
      all_.push_back({coordinate_channel(m_, i), angular ? "rad" : "m"});
    }
    for (const int i : z) {
      const bool angular = m_.equations->parts().mechanism->angular(i);
      all_.push_back(
          {m_.names.coordinates[static_cast<std::size_t>(i)] + ".rate", angular ? "rad/s" : "m/s"});
    }
    for (const std::string& name : m_.names.states) all_.push_back({name, unit_of(name)});
    read_values();
  }

  void read_values() {
    const Trial& x = space_.trial();
    const std::span<const int> z = space_.independent();
    for (std::size_t k = 0; k < z.size(); ++k) {
      all_[k].value = x.q[static_cast<std::size_t>(z[k])];
      all_[z.size() + k].value = x.v[static_cast<std::size_t>(z[k])];
    }
    for (std::size_t k = 0; k < x.y.size(); ++k) all_[2 * z.size() + k].value = x.y[k];
  }

  void check_names() {
    std::vector<std::string> names, problems;
    for (const LinearVariable& s : all_) names.push_back(s.name);
    held_.assign(all_.size(), false);
    const auto unknown = [&](const std::string& option, const std::string& name) {
      problems.push_back(concat(option, ": no state is called \"", name, "\"",
                                did_you_mean(name, names), "; the states are ", join(names)));
    };
    for (const std::string& wanted : options_.freeze) {
      bool found = false;
      for (std::size_t i = 0; i < all_.size(); ++i)
        if (names_state(wanted, all_[i].name)) held_[i] = found = true;
      if (!found) unknown("--freeze", wanted);
    }
    for (const NamedValue& value : options_.state)
      if (std::ranges::find(names, value.name) == names.end()) unknown("--state", value.name);
    for (const std::string& name : options_.outputs)
      if (std::ranges::find(names, name) == names.end() && !LinearOutputs::can_show(base_, name))
        problems.push_back(concat("--to: no channel is called \"", name, "\"",
                                  did_you_mean(name, shown_channels())));
    if (!problems.empty()) throw InputError(problems);
  }

  std::vector<std::string> shown_channels() const {
    std::vector<std::string> names;
    for (const Channel& c : base_.channels())
      if (LinearOutputs::can_show(base_, c.name)) names.push_back(c.name);
    return names;
  }

  bool set_values() {
    Trial& x = space_.trial();
    const std::span<const int> z = space_.independent();
    for (const NamedValue& value : options_.state)
      for (std::size_t i = 0; i < all_.size(); ++i) {
        if (all_[i].name != value.name) continue;
        if (i < z.size())
          x.q[static_cast<std::size_t>(z[i])] = value.value;
        else if (i < 2 * z.size())
          x.v[static_cast<std::size_t>(z[i - z.size()])] = value.value;
        else
          x.y[i - 2 * z.size()] = value.value;
      }
    if (space_.close()) return true;
    fail("the loops do not close with the values of --state");
    return false;
  }

  double scale(std::size_t i) const {
    const std::size_t nz = space_.independent().size();
    return i < 2 * nz ? 1.0 : m_.equations->parts().state_scales[i - 2 * nz];
  }

  std::vector<double> scales() const {
    std::vector<double> out;
    for (std::size_t i = 0; i < all_.size(); ++i) out.push_back(scale(i));
    return out;
  }

  bool rest(State& state) {
    const EquilibriumReport report = find_equilibrium(space_, held_, scales());
    if (report.converged) return space_.leave(state) && space_.close();
    const std::size_t worst = static_cast<std::size_t>(std::max(report.worst, 0));
    fail(concat("no equilibrium was found: after ", report.iterations,
                " Newton iterations a scaled imbalance of ", report.imbalance, " is left at ",
                all_[worst].name,
                ". Give values near one with --state, or hold what does not rest with --freeze."));
    return false;
  }

  void note_remarks() {
    read_values();
    const Eigen::VectorXd rates = space_.rates();
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (!held_[i])
        out_.unrest =
            std::max(out_.unrest, std::abs(rates[static_cast<Eigen::Index>(i)]) / scale(i));
    if (m_.equations->parts().signals->memory() > 0)
      out_.notes.push_back("signals with a sample time keep the value they hold here");
    if (!m_.names.blocks.empty())
      out_.notes.push_back(
          "FMUs keep the values they hold here: feedback through them is left out");
    if (!m_.equations->parts().drivers.empty())
      out_.notes.push_back("driven joints follow their drivers: they are no inputs here");
  }

  void fill(const State& state) {
    const MatrixXd full = space_.A();
    std::vector<int> kept;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (held_[i]) out_.frozen.push_back(all_[i].name);
      if (held_[i]) continue;
      kept.push_back(static_cast<int>(i));
      out_.states.push_back(all_[i]);
    }
    const MatrixXd A = full(kept, kept);
    store(A, out_.A);
    add_inputs(kept);
    add_outputs(kept, state);
    note_shut_valves(full);
    out_.modes = find_modes(A, out_.states);
    int zeros = 0;
    out_.stiffness_ratio = stiffness_ratio(out_.modes, zeros);
    if (zeros > 0)
      out_.notes.push_back(concat(zeros, zeros == 1 ? " pole lies" : " poles lie",
                                  " at zero: nothing holds the machine there"));
    out_.condition = condition_number(A);
  }

  static void store(const MatrixXd& from, std::vector<double>& to) {
    for (Eigen::Index i = 0; i < from.rows(); ++i)
      for (Eigen::Index k = 0; k < from.cols(); ++k) to.push_back(from(i, k));
  }

  // Functions of time and external inputs that move something.
  void add_inputs(const std::vector<int>& kept) {
    const SignalGraph& signals = *m_.equations->parts().signals;
    std::vector<Eigen::VectorXd> columns;
    for (int s = 0; s < signals.size(); ++s) {
      if (signals.node(s).feedback) continue;
      const Eigen::VectorXd column = space_.input_column(s)(kept);
      if (column.isZero(0.0)) continue;
      const std::string& name = m_.names.signals[static_cast<std::size_t>(s)];
      out_.inputs.push_back({name, unit_of(name), space_.signal_value(s)});
      columns.push_back(column);
      signals_.push_back(s);
    }
    MatrixXd B(static_cast<Eigen::Index>(kept.size()), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t k = 0; k < columns.size(); ++k)
      B.col(static_cast<Eigen::Index>(k)) = columns[k];
    store(B, out_.B);
  }

  void add_outputs(const std::vector<int>& kept, const State& state) {
    std::vector<std::string> names = options_.outputs, states;
    if (names.empty()) {
      for (const auto& c : m_.names.cylinders)
        names.push_back(c + ".length"), names.push_back(c + ".rate");
      for (const LinearVariable& s : out_.states) names.push_back(s.name);
    }
    for (const LinearVariable& s : all_) states.push_back(s.name);
    LinearOutputs outputs(base_, space_, state, states, scales());
    const OutputSlopes slopes = outputs.slopes(names, signals_);
    store(slopes.C(Eigen::all, kept), out_.C);
    store(slopes.D, out_.D);
    for (std::size_t k = 0; k < names.size(); ++k) {
      const auto state_of = std::ranges::find(all_, names[k], &LinearVariable::name);
      const bool is_state = state_of != all_.end();
      out_.outputs.push_back({names[k], is_state ? state_of->unit : unit_of(names[k]),
                              is_state ? state_of->value : slopes.values[k]});
    }
  }

  // A spool that moves nothing but itself.
  void note_shut_valves(const MatrixXd& A) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const std::string& name = all_[i].name;
      if (!name.ends_with(".U") || held_[i]) continue;
      double most = 0.0;
      for (std::size_t row = 0; row < all_.size(); ++row)
        if (row != i && all_[row].name != name + "_rate")
          most = std::max(
              most, std::abs(A(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(i))));
      if (most > 0.0) continue;
      const std::string valve = name.substr(0, name.size() - 2);
      out_.notes.push_back(concat("valve ", valve,
                                  " is shut: no gain. Open it a little to see one, ",
                                  "with --state ", name, "=..."));
    }
  }

  const Model base_;  // in joint coordinates: natural ones are a means to solve, not to look at
  const Plant& m_;
  const LinearizeOptions options_;
  const Model& model_;
  TangentSpace space_;
  std::vector<LinearVariable> all_;
  std::vector<bool> held_;
  std::vector<int> signals_;  // of the inputs
  Linearization out_;
};

}  // namespace

std::vector<LinearVariable> linear_states(const Model& model) {
  return Linearizer(model, {}).states();
}

Linearization linearize(const Model& model, const LinearizeOptions& options) {
  return Linearizer(model, options).run();
}

std::vector<std::complex<double>> frequency_response(const Linearization& linear, int input,
                                                     int output,
                                                     const std::vector<double>& frequencies) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto n = static_cast<Eigen::Index>(linear.states.size());
  const auto through =
      static_cast<std::size_t>(output) * linear.inputs.size() + static_cast<std::size_t>(input);
  if (n == 0) return std::vector<std::complex<double>>(frequencies.size(), linear.D.at(through));
  const auto inputs = static_cast<Eigen::Index>(linear.inputs.size());
  const auto outputs = static_cast<Eigen::Index>(linear.outputs.size());
  const MatrixXd A = Eigen::Map<const RowMajor>(linear.A.data(), n, n);
  const MatrixXd B = Eigen::Map<const RowMajor>(linear.B.data(), n, inputs);
  const MatrixXd C = Eigen::Map<const RowMajor>(linear.C.data(), outputs, n);
  const MatrixXd D = Eigen::Map<const RowMajor>(linear.D.data(), outputs, inputs);
  const Eigen::VectorXd d = balance(A);
  const MatrixXd balanced = d.cwiseInverse().asDiagonal() * A * d.asDiagonal();
  const Eigen::VectorXcd b =
      (d.cwiseInverse().asDiagonal() * B.col(input)).cast<std::complex<double>>();
  const Eigen::RowVectorXcd c = (C.row(output) * d.asDiagonal()).cast<std::complex<double>>();
  std::vector<std::complex<double>> out;
  for (const double f : frequencies) {
    Eigen::MatrixXcd m = -balanced.cast<std::complex<double>>();
    m.diagonal().array() += std::complex<double>(0.0, 2.0 * std::numbers::pi * f);
    out.push_back((c * solve_complex(m, b)).value() + D(output, input));
  }
  return out;
}

}  // namespace bramah
