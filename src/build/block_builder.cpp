#include "build/block_builder.h"

#include <algorithm>
#include <cmath>

#include "build/item_check.h"
#include "core/nearest.h"
#include "core/text.h"
#include "core/where.h"

namespace bramah {

namespace {

constexpr double kWhole = 1e-6;  // of a tick: how far from a whole number of ticks a step may be

double ticks_of(const BlockSpec& block, double tick) {
  return block.step > 0.0 ? block.step / tick : 1.0;
}

void check_step(const ItemCheck& check, const BlockSpec& block, double tick) {
  check.not_negative("step", block.step, "s");
  const double ticks = ticks_of(block, tick), whole = std::round(ticks);
  if (whole >= 1.0 && std::abs(ticks - whole) <= kWhole * whole) return;
  check.refuse("step", short_number(block.step * 1e3) +
                           " ms is not a whole number of the machine's steps of " +
                           short_number(tick * 1e3) + " ms");
}

bool is_held(const MachineDescription& d, const std::string& name) {
  const auto found = std::ranges::find(d.signals, name, &SignalSpec::name);
  return found != d.signals.end() && found->kind == SignalSpec::Kind::block;
}

}  // namespace

void check_blocks(const MachineDescription& d, Problems& problems) {
  std::vector<std::string> held;
  for (const BlockSpec& block : d.blocks) {
    const ItemCheck check(problems, block.word + " \"" + block.name + "\"", block.where);
    if (!block.make) check.refuse("there is nothing that makes it");
    check_step(check, block, d.solver.step);
    if (block.outputs.empty()) check.refuse("outputs", "without outputs it does nothing here");
    for (const BlockSpec::Output& output : block.outputs) {
      held.push_back(output.signal);
      if (!is_held(d, output.signal))
        check.refuse("outputs", "there is no signal \"" + output.signal + "\" of kind block");
      check.finite(output.name, std::array{output.scale, output.offset});
    }
    for (const BlockSpec::Input& input : block.inputs) {
      check.finite(input.name, input.offset);
      for (const SignalSpec::Term& term : input.terms)
        check.finite(input.name + ": factor of " + term.of, term.weight);
    }
    for (const int order : {block.order.value_or(0), block.output_order})
      if (order < 0 || order > 3)
        check.refuse("order", std::to_string(order) + "; expected 0 to 3");
    if (!block.order && !block.bonds.empty())
      check.refuse("bonds", "are of a side of a co-simulation; say its order too");
    if (is_reference(d.solver.integrator))
      check.refuse("the integrator sundials knows no samples of FMUs and sensors; take another");
    if (d.surrogate && !d.surrogate->physical)
      check.refuse("does not go with a surrogate; write actuator: physical");
  }
  for (const SignalSpec& s : d.signals)
    if (s.kind == SignalSpec::Kind::block && std::ranges::count(held, s.name) != 1)
      problems.add(s.where,
                   "signal \"" + s.name + "\": expected to be an output of one fmu or sensor");
}

BuiltBlocks build_blocks(const MachineDescription& d, std::size_t first) {
  BuiltBlocks out;
  for (const BlockSpec& block : d.blocks) {
    Blocks::One one;
    one.name = block.name;
    one.make = block.make;
    for (const BlockSpec::Input& input : block.inputs) one.inputs.push_back({{}, input.offset});
    for (const BlockSpec::Output& output : block.outputs)
      one.outputs.push_back({output.scale, output.offset});
    one.every = std::llround(ticks_of(block, d.solver.step));
    one.held = first + out.starts.size();
    one.first = out.memory;
    std::unique_ptr<Subsystem> system;
    try {
      system = block.make();
    } catch (const InputError& error) {
      throw InputError(
          concat(prefix(block.where), block.word, " \"", block.name, "\": ", error.what()));
    }
    if (system->inputs().size() != one.inputs.size() ||
        system->outputs().size() != one.outputs.size())
      throw InputError(concat(prefix(block.where), block.word, " \"", block.name, "\": has ",
                              system->inputs().size(), " inputs and ", system->outputs().size(),
                              " outputs; ", one.inputs.size(), " and ", one.outputs.size(),
                              " are connected"));
    one.saves = system->can_save();
    one.saved = one.saves ? system->state_size() : 1;
    std::vector<double> outputs(one.outputs.size());
    system->read(outputs, {});
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const double value = one.outputs[k].scale * outputs[k] + one.outputs[k].offset;
      out.starts.push_back(std::isfinite(value) ? value : 0.0);  // it is asked again, and refused
    }
    out.memory += one.inputs.size() + one.saved;
    one.order = block.order, one.output_order = block.output_order;
    one.side = out.memory;
    for (const BlockSpec::Bond& bond : block.bonds)
      one.bonds.push_back({bond.input, bond.output, bond.weight});
    for (std::size_t k = 0; k < block.bonds.size(); ++k)
      out.bonds.push_back({block.name + "." + block.bonds[k].name, one.bond_at(k)});
    out.memory += one.side_size();
    out.all.push_back(std::move(one));
  }
  return out;
}

namespace {

// Of another side, as it is now; channels have what the machine holds of it.
bool read_side(const std::vector<Blocks::One>& all, const MachineDescription& d,
               const SignalSpec::Term& term, Blocks::Input& input) {
  for (std::size_t b = 0; b < all.size(); ++b)
    for (std::size_t k = 0; all[b].order && k < all[b].outputs.size(); ++k)
      if (d.blocks[b].outputs[k].signal == term.of) {
        input.sum.push_back({-1, term.weight, static_cast<int>(b), static_cast<int>(k)});
        return true;
      }
  return false;
}

}  // namespace

void read_channels(std::vector<Blocks::One>& all, const MachineDescription& d,
                   const Machine& machine, std::vector<std::string>& problems) {
  const ChannelRegistry& channels = machine.channels;
  std::vector<std::string> names;
  for (const Channel& channel : channels.list) names.push_back(channel.name);
  for (std::size_t b = 0; b < all.size(); ++b)
    for (std::size_t k = 0; k < all[b].inputs.size(); ++k)
      for (const SignalSpec::Term& term : d.blocks[b].inputs[k].terms) {
        if (read_side(all, d, term, all[b].inputs[k])) {
          for (Blocks::Bond& bond : all[b].bonds)
            if (bond.input == static_cast<int>(k)) bond.with_machine = false;
          continue;
        }
        const auto found = std::ranges::find(names, term.of);
        if (found == names.end()) {
          problems.push_back(concat(
              prefix(term.where), d.blocks[b].word, " \"", all[b].name,
              d.blocks[b].word == "fmu" ? "\": inputs: " : "\": ", d.blocks[b].inputs[k].name,
              ": there is no channel \"", term.of, "\"", did_you_mean(term.of, names)));
          continue;
        }
        const auto channel = static_cast<int>(found - names.begin());
        all[b].inputs[k].sum.push_back({channel, term.weight});
        all[b].reads = std::max(all[b].reads, channels.reads(channel));
      }
}

}  // namespace bramah
