#include "machine/blocks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/text.h"
#include "machine/machine.h"

namespace bramah {

namespace {

bool due_at(const Blocks::One& one, double ticks) noexcept {
  const double times = ticks / static_cast<double>(one.every);
  return times == std::floor(times);
}

// FNV-1a over the bits of all inputs so far; 48 bits are a double's whole number.
double fingerprint(double before, std::span<const double> inputs) noexcept {
  auto hash = static_cast<std::uint64_t>(before) ^ 0xcbf29ce484222325u;
  for (const double input : inputs) {
    const auto bits = std::bit_cast<std::uint64_t>(input);
    for (int k = 0; k < 64; k += 8) hash = (hash ^ (bits >> k & 0xffu)) * 0x100000001b3u;
  }
  return static_cast<double>((hash ^ hash >> 48) & 0xffffffffffffu);
}

[[noreturn]] void fail(const std::string& text) { throw InputError(text); }

// The code into the state that the memory means.
void recall(const Blocks::One& one, std::span<const double> memory, bool start, BlockRun& run) {
  if (run.at == BlockRun::At::memory && std::ranges::equal(memory, run.memory)) return;
  if (start && run.at != BlockRun::At::start) run.system = one.make();
  if (start) return;
  if (!one.saves)
    fail(
        "does not offer to get, set and serialise its state, so it can only go on from where it "
        "is: "
        "it can be run from the start, but there are no snapshots, no replays from the middle, no "
        "look-ahead and no steps back");
  run.system->restore(memory.subspan(one.inputs.size()));
}

}  // namespace

bool Blocks::due(double ticks) const noexcept {
  return std::ranges::any_of(all_, [&](const One& one) { return due_at(one, ticks); });
}

BlockRun Blocks::make_run(const One& one) {
  BlockRun run;
  run.system = one.make();
  run.curves.resize(one.inputs.size());
  run.outputs.resize(one.outputs.size());
  run.memory.resize(one.inputs.size() + one.saved);
  return run;
}

void Blocks::sample_one(const One& one, const Machine& machine, State& state, PlantWork& work,
                        BlockRun& run, bool& jump) const {
  const std::span<double> x = state.values();
  const Layout& layout = machine.plant.layout;
  const auto memory = layout.blocks_memory.in(x).subspan(one.first, run.memory.size());
  const auto inputs = memory.first(one.inputs.size()), saved = memory.last(one.saved);
  const bool start = state.tick() == 0;
  const double h = state.step_size(), t = state.time();
  const double before = static_cast<double>(state.tick() - one.every) * h;
  recall(one, memory, start, run);
  run.at = BlockRun::At::nowhere;  // if it fails now

  for (std::size_t k = 0; k < inputs.size(); ++k) run.curves[k] = Curve::constant(inputs[k]);
  if (!start && !run.system->advance(before, static_cast<double>(one.every) * h, run.curves))
    fail(run.system->problem().empty() ? "refuses a step" : run.system->problem());

  const Snapshot shot = take_sample(machine.plant, state, work, one.reads);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    inputs[k] = one.inputs[k].offset;
    for (const Reading& r : one.inputs[k].sum)
      inputs[k] += r.weight * machine.channels.readers[static_cast<std::size_t>(r.channel)](shot);
    run.curves[k] = Curve::constant(inputs[k]);
  }
  run.system->place(t, run.curves);
  run.system->read(run.outputs, {});
  const auto held = layout.inputs.in(x).subspan(one.held, run.outputs.size());
  for (std::size_t k = 0; k < held.size(); ++k) {
    const double value = one.outputs[k].scale * run.outputs[k] + one.outputs[k].offset;
    if (!std::isfinite(value))
      fail(concat("its output ", run.system->outputs()[k], " is ", run.outputs[k], " at t = ", t,
                  " s"));
    jump = jump || held[k] != value;
    held[k] = value;
  }
  if (one.saves)
    run.system->save(saved);
  else
    saved[0] = fingerprint(start ? 0.0 : saved[0], inputs);
  std::ranges::copy(memory, run.memory.begin());
  run.at = BlockRun::At::memory;
}

bool Blocks::sample(const Machine& machine, State& state, PlantWork& work, BlockRuns& runs,
                    bool& jump, StepReport& report) const noexcept {
  const double ticks = state.values()[State::kTick];
  std::size_t k = 0;
  try {
    for (; k < all_.size(); ++k) {
      if (runs.all.size() <= k) runs.all.push_back(make_run(all_[k]));
      if (due_at(all_[k], ticks)) sample_one(all_[k], machine, state, work, runs.all[k], jump);
    }
    return true;
  } catch (const std::exception& error) {  // cold: the run ends here
    report.converged = false;
    const std::string &name = all_[k].name, said = error.what();
    report.block = static_cast<int>(k);
    report.said = std::make_shared<const std::string>(
        said.starts_with(name + ": ") ? said : name + ": " + said);
    return false;
  }
}

}  // namespace bramah
