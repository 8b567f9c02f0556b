// Names of the numbers in a State, for those who look at it from outside.
#include <set>

#include "bramah/binding.h"
#include "machine/machine.h"

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

void observe_some(const Model& model, const State& state, Workspace& work,
                  std::span<const int> channels, std::span<double> values) {
  const std::vector<ChannelReader>& readers = model.machine().channels.readers;
  Reads most = Reads::stored;
  for (const int k : channels) most = std::max(most, readers[static_cast<std::size_t>(k)].reads);
  const Snapshot shot = take_snapshot(model.plant(), state, work.scratch(), most);
  for (std::size_t k = 0; k < channels.size(); ++k) values[k] = model.read(channels[k], shot);
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
