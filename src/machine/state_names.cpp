// Names of the numbers in a State, for those who look at it from outside.
#include <set>

#include "bramah/binding.h"
#include "machine/machine.h"
#include "machine/reads_of.h"

namespace bramah {

std::vector<StateBlock> state_blocks(const Model& model) {
  std::vector<StateBlock> all;
  for (const NamedBlock& b : model.plant().layout.blocks)
    if (b.block.count > 0) all.push_back({b.name, b.block.first, b.block.count});
  return all;
}

// Joint coordinates and their rates, pressures and other states, neutral positions, inputs.
std::vector<StateNumber> state_numbers(const Model& model) {
  const Plant& plant = model.plant();
  const Layout& layout = plant.layout;
  std::vector<StateNumber> all;
  std::set<std::string> taken;
  const auto add = [&](const std::string& name, std::size_t at) {
    if (taken.insert(name).second) all.push_back({name, at});
  };
  const auto add_block = [&](const Block& block, const std::vector<std::string>& names,
                             const std::string& ending) {
    for (std::size_t k = 0; k < block.count && k < names.size(); ++k)
      add(names[k] + ending, block.first + k);
  };
  const auto has = [&](const std::string& name) { return model.find_channel(name) >= 0; };
  for (std::size_t k = 0; k < plant.names.coordinates.size() && k < layout.joint_q.count; ++k) {
    const std::string& name = plant.names.coordinates[k];
    const std::string kind = has(name + ".position") ? ".position" : ".angle";
    if (has(name + kind)) add(name + kind, layout.joint_q.first + k);
    if (has(name + ".rate")) add(name + ".rate", layout.joint_v.first + k);
  }
  add_block(layout.y, plant.names.states, "");
  add_block(layout.tunables, plant.names.tunables, "");
  add_block(layout.inputs, plant.names.inputs, "");
  return all;
}

Reads reads_of(const Model& model, int channel) { return model.machine().channels.reads(channel); }

void observe_some(const Model& model, const State& state, Workspace& work,
                  std::span<const int> channels, std::span<double> values) {
  Reads most = Reads::stored;
  for (const int k : channels) most = std::max(most, reads_of(model, k));
  const Snapshot shot = take_snapshot(model.plant(), state, work.scratch(), most);
  for (std::size_t k = 0; k < channels.size(); ++k) values[k] = model.read(channels[k], shot);
}

bool observe_with(const Model& model, const State& state, Workspace& work, const Inputs& inputs,
                  std::span<const int> channels, std::span<double> values) {
  State now = state;
  const Stepper& stepper = model.stepper();
  stepper.take_inputs(inputs, now.values());
  const double t = now.time();
  enter_state(model.plant(), now.values(), work.scratch());
  if (!stepper.refresh(now.values(), t, t + 0.5 * now.step_size(), work.scratch())) return false;
  observe_some(model, now, work, channels, values);
  return true;
}

namespace {

// The state a moment later, by its own rates: (q, v, y) + d (v, a, ydot).
bool move_along(const Model& model, State& state, double d, Workspace& work) {
  const Layout& layout = model.plant().layout;
  const std::span<double> x = state.values();
  const auto move = [&](const Block& what, const Block& rate) {
    for (std::size_t k = 0; k < what.count && k < rate.count; ++k)
      x[what.first + k] += d * x[rate.first + k];
  };
  move(layout.q, layout.v), move(layout.v, layout.a), move(layout.y, layout.ydot);
  x[State::kTick] += d / state.step_size();
  read_joint_values(model.plant(), x);
  const double t = state.time();
  enter_state(model.plant(), x, work.scratch());
  return model.stepper().refresh(x, t, t + 0.5 * d, work.scratch());
}

}  // namespace

bool observe_rates(const Model& model, const State& state, Workspace& work,
                   std::span<const int> channels, std::span<double> rates) {
  constexpr double kMoment = 1e-4;  // of a tick: its square against the round-off of a difference
  const double d = kMoment * state.step_size();
  std::vector<double> at(channels.size()), ahead(channels.size());
  State start = state, once = state, twice = state;
  const double t = state.time();
  enter_state(model.plant(), start.values(), work.scratch());
  if (!model.stepper().refresh(start.values(), t, t + 0.5 * d, work.scratch())) return false;
  observe_some(model, start, work, channels, at);
  once = twice = start;
  if (!move_along(model, once, d, work)) return false;
  observe_some(model, once, work, channels, ahead);
  if (!move_along(model, twice, 2.0 * d, work)) return false;
  observe_some(model, twice, work, channels, rates);
  // Along a straight line in the state: exact slope at its start, [-3 f(0) + 4 f(d) - f(2d)] / 2d.
  for (std::size_t k = 0; k < rates.size(); ++k)
    rates[k] = (-3.0 * at[k] + 4.0 * ahead[k] - rates[k]) / (2.0 * d);
  return true;
}

std::string culprit(const Model& model, const StepReport& report) {
  const Names& names = model.stepper().blamed(report).names;
  const auto pick = [](const std::vector<std::string>& all, int k) {
    return k >= 0 && k < static_cast<int>(all.size()) ? all[static_cast<std::size_t>(k)] : "";
  };
  if (report.converged) return {};
  if (report.past_end >= 0) return "cylinder " + pick(names.cylinders, report.past_end);
  if (report.singular >= 0) return pick(names.constraints, report.singular);
  return pick(names.unknowns, report.worst);
}

}  // namespace bramah
