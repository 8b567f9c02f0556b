#include "analysis/linear_outputs.h"

#include <algorithm>
#include <cmath>

#include "machine/snapshot.h"

namespace bramah {

namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

constexpr double kDifference = 1e-6;  // of a scale: curvature and round-off are both near 1e-10

}  // namespace

LinearOutputs::LinearOutputs(const Model& model, TangentSpace& space, const State& state,
                             std::vector<std::string> states, std::vector<double> scales)
    : model_(model),
      m_(model.plant()),
      space_(space),
      state_(state),
      work_(m_),
      states_(std::move(states)),
      scales_(std::move(scales)) {
  enter_state(m_, state_.values(), work_);
}

// The audit's energies are integrals over the past, and parameters do not move.
bool LinearOutputs::can_show(const Model& model, const std::string& channel) {
  const int c = model.find_channel(channel);
  return c >= 0 && !channel.starts_with("energy.") &&
         model.channels()[static_cast<std::size_t>(c)].causality != Causality::parameter;
}

RowVectorXd LinearOutputs::force_row(int cylinder) const {
  const Circuit& circuit = *m_.equations->parts().circuit;
  const CircuitScratch& oil = space_.circuit();
  const auto c = static_cast<std::size_t>(cylinder);
  const auto n = static_cast<std::size_t>(circuit.states());
  RowVectorXd out = oil.force_by_s[c] * space_.length_row(cylinder) +
                    oil.force_by_rate[c] * space_.length_rate_row(cylinder);
  for (const int k : circuit.force_columns(cylinder))
    out[2 * space_.free() + k] += oil.force_by_y[c * n + static_cast<std::size_t>(k)];
  return out;
}

std::optional<RowVectorXd> LinearOutputs::exact_row(const std::string& name) const {
  if (const auto found = std::ranges::find(states_, name); found != states_.end())
    return RowVectorXd::Unit(space_.size(), found - states_.begin());
  for (std::size_t k = 0; k < m_.names.cylinders.size(); ++k) {
    const int c = static_cast<int>(k);
    if (name == m_.names.cylinders[k] + ".length") return space_.length_row(c);
    if (name == m_.names.cylinders[k] + ".rate") return space_.length_rate_row(c);
    if (name == m_.names.cylinders[k] + ".force") return force_row(c);
  }
  for (int i = 0; i < m_.equations->coordinates(); ++i) {
    const std::string& joint = m_.names.coordinates[static_cast<std::size_t>(i)];
    if (name == joint + ".angle" || name == joint + ".position") return space_.coordinate_row(i);
    if (name == joint + ".rate") return space_.coordinate_rate_row(i);
  }
  return std::nullopt;
}

VectorXd LinearOutputs::read(const std::vector<int>& channels, int signal, double shift) {
  const MachineEquations& equations = *m_.equations;
  MachineEquations::Buffers& b = work_.buffers();
  const auto x = state_.values();
  work_.trial = space_.trial();
  std::ranges::copy(work_.trial.q, m_.layout.q.in(x).begin());
  std::ranges::copy(work_.trial.v, m_.layout.v.in(x).begin());
  std::ranges::copy(work_.trial.y, m_.layout.y.in(x).begin());
  equations.set_time(state_.time(), state_.time() + 1e-9 * state_.step_size(), b);
  if (signal >= 0) b.signals.values[static_cast<std::size_t>(signal)] += shift;
  equations.evaluate(work_.trial, false, b);
  if (equations.has_reactions()) equations.rates(work_.trial, false, b);
  const Snapshot shot{x, &b, {}, 0.0, 0.0, 0.0, {}};
  VectorXd out(static_cast<Eigen::Index>(channels.size()));
  for (std::size_t k = 0; k < channels.size(); ++k)
    out[static_cast<Eigen::Index>(k)] = model_.read(channels[k], shot);
  return out;
}

void LinearOutputs::shift_state(int i, double by) {
  Trial& x = space_.trial();
  const std::span<const int> z = space_.independent();
  const auto k = static_cast<std::size_t>(i);
  if (k < z.size())
    x.q[static_cast<std::size_t>(z[k])] += by;
  else if (k < 2 * z.size())
    x.v[static_cast<std::size_t>(z[k - z.size()])] += by;
  else
    x.y[k - 2 * z.size()] += by;
  space_.close();
}

// As large as the values that it takes.
double LinearOutputs::signal_scale(int signal) const {
  const SignalNode& node = m_.equations->parts().signals->node(signal);
  double size = std::max(
      {std::abs(node.value), std::abs(node.amplitude), std::abs(space_.signal_value(signal))});
  for (const double y : node.y) size = std::max(size, std::abs(y));
  return size > 0.0 ? size : 1.0;
}

OutputSlopes LinearOutputs::slopes(const std::vector<std::string>& names,
                                   const std::vector<int>& signals) {
  const auto n = static_cast<Eigen::Index>(names.size());
  OutputSlopes out;
  out.C = MatrixXd::Zero(n, space_.size());
  out.D = MatrixXd::Zero(n, static_cast<Eigen::Index>(signals.size()));
  std::vector<int> channels, all, rows;
  for (Eigen::Index k = 0; k < n; ++k) {
    const std::string& name = names[static_cast<std::size_t>(k)];
    all.push_back(model_.find_channel(name));
    if (const auto row = exact_row(name))
      out.C.row(k) = *row;
    else
      channels.push_back(all.back()), rows.push_back(static_cast<int>(k));
  }
  const Trial here = space_.trial();
  for (std::size_t k = 0; k < names.size(); ++k) {
    out.values.push_back(all[k] >= 0 ? read({all[k]})[0] : 0.0);  // a state without a channel
  }
  if (channels.empty()) return out;
  for (int i = 0; i < space_.size(); ++i) {
    const double h = kDifference * scales_[static_cast<std::size_t>(i)];
    const auto at = [&](double by) {
      space_.trial() = here;
      shift_state(i, by);
      return read(channels);
    };
    out.C(rows, i) = (at(h) - at(-h)) / (2.0 * h);
  }
  space_.trial() = here;
  space_.close();
  for (std::size_t s = 0; s < signals.size(); ++s) {
    const double h = kDifference * signal_scale(signals[s]);
    out.D(rows, static_cast<Eigen::Index>(s)) =
        (read(channels, signals[s], h) - read(channels, signals[s], -h)) / (2.0 * h);
  }
  return out;
}

}  // namespace bramah
