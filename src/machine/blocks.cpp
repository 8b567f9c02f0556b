#include "machine/blocks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/text.h"
#include "coupling/cosimulation/extrapolation.h"
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
  run.curves.resize(one.inputs.size()), run.now.resize(one.inputs.size());
  run.outputs.resize(one.outputs.size());
  run.memory.resize(one.inputs.size() + one.saved);
  return run;
}

// The code to where the State is, and its inputs as they were: held, or on their polynomials.
void Blocks::bring(const One& one, const State& state, std::span<const double> memory,
                   BlockRun& run) {
  const bool start = state.tick() == 0;
  recall(one, memory, start, run);
  run.at = BlockRun::At::nowhere;  // if it fails now
  for (std::size_t k = 0; k < run.curves.size(); ++k) run.curves[k] = Curve::constant(memory[k]);
}

namespace {

double interval(const Blocks::One& one, const State& state) {
  return static_cast<double>(one.every) * state.step_size();
}

// What came `back` communications ago, and before: `at` says where it lies.
template <class At>
History history(const Blocks::One& one, std::span<const double> all, double newest, double H,
                const At& at) {
  History h;
  h.count = std::min(static_cast<int>(all[one.side]), one.kept());
  h.first_rate = std::numeric_limits<double>::quiet_NaN();
  for (int back = 0; back < h.count; ++back)
    h.t[static_cast<std::size_t>(back)] = newest - back * H,
    h.value[static_cast<std::size_t>(back)] = all[at(back)];
  return h;
}

void advance(const Blocks::One& one, const State& state, BlockRun& run) {
  const double before = static_cast<double>(state.tick() - one.every) * state.step_size();
  if (state.tick() != 0 && !run.system->advance(before, interval(one, state), run.curves))
    fail(run.system->problem().empty() ? "refuses a step" : run.system->problem());
}

}  // namespace

// To the present instant, before anybody's inputs are read; all[output_at(0, k)] are then its outputs.
void Blocks::advance_side(const One& one, const Machine& machine, State& state, BlockRun& run) {
  const auto all = machine.plant.layout.blocks_memory.in(state.values());
  bring(one, state, all.subspan(one.first, run.memory.size()), run);
  const double H = interval(one, state), before = state.time() - H;
  if (state.tick() != 0)
    for (std::size_t k = 0; k < run.curves.size(); ++k)
      run.curves[k] =
          extrapolate(history(one, all, before, H, [&](int back) { return one.input_at(back, k); }),
                      *one.order);
  advance(one, state, run);
  run.system->read(run.outputs, {});
  const std::size_t n = run.outputs.size();
  for (int back = one.kept(); --back > 0;)
    for (std::size_t k = 0; k < n; ++k)
      all[one.output_at(back, k)] = all[one.output_at(back - 1, k)];
  for (std::size_t k = 0; k < n; ++k) all[one.output_at(0, k)] = run.outputs[k];
}

// The new inputs, to which the outputs already answer, join the old ones. Bonds over the step that
// ends here: the trapezoid of what each end took the other's value to be.
void Blocks::close_side(const One& one, const Machine& machine, State& state, BlockRun& run) {
  const Layout& layout = machine.plant.layout;
  const std::span<double> all = layout.blocks_memory.in(state.values());
  const auto held = layout.inputs.in(state.values()).subspan(one.held, run.outputs.size());
  const std::span<const double> now = all.subspan(one.first, one.inputs.size());
  const double H = interval(one, state), t = state.time();
  const bool start = state.tick() == 0;
  for (std::size_t k = 0; k < run.outputs.size(); ++k) all[one.output_at(0, k)] = run.outputs[k];
  for (std::size_t b = 0; b < one.bonds.size() && !start; ++b) {
    const Bond& bond = one.bonds[b];
    const auto o = static_cast<std::size_t>(bond.output);
    const double y0 = all[one.output_at(1, o)], y1 = all[one.output_at(0, o)];
    double &power = all[one.bond_at(b)], &energy = all[one.bond_at(b) + 1];
    if (bond.input < 0) {
      power = bond.weight * (y1 - y0) / H;
      energy += bond.weight * (y1 - y0);
      continue;
    }
    const auto i = static_cast<std::size_t>(bond.input);
    const double u0 = all[one.input_at(0, i)], u1 = now[i];
    // As the other end took them: the machine holds its value, another side extrapolates, which is
    // that side's residual.
    const double hold = (held[o] - one.outputs[o].offset) / one.outputs[o].scale;
    const double given0 = bond.with_machine ? hold * u0 : y0 * u0;
    const double given1 = bond.with_machine ? hold * u1 : y1 * u1;
    const double taken0 = run.curves[i].value(t - H) * y0, taken1 = run.curves[i].value(t) * y1;
    power = bond.weight * (taken1 - given1);
    energy += 0.5 * H * bond.weight * (taken0 + taken1 - given0 - given1);
  }
  for (int back = one.kept(); --back > 0;)
    for (std::size_t k = 0; k < now.size(); ++k)
      all[one.input_at(back, k)] = all[one.input_at(back - 1, k)];
  for (std::size_t k = 0; k < now.size(); ++k) all[one.input_at(0, k)] = now[k];
  all[one.side] = start ? 1.0 : std::min(all[one.side] + 1.0, static_cast<double>(one.kept()));
}

double Blocks::read(const Input& input, const Machine& machine, const Snapshot& shot,
                    std::span<const double> all) const {
  double sum = input.offset;
  for (const Reading& r : input.sum) {
    if (r.side < 0) {
      sum += r.weight * machine.channels.read(r.channel, shot);
      continue;
    }
    const One& side = all_[static_cast<std::size_t>(r.side)];
    const auto k = static_cast<std::size_t>(r.output);
    const Output& output = side.outputs[k];
    sum += r.weight * (output.scale * all[side.output_at(0, k)] + output.offset);
  }
  return sum;
}

void Blocks::sample_one(const One& one, const Machine& machine, State& state, PlantWork& work,
                        BlockRun& run, bool& jump) const {
  const std::span<double> x = state.values();
  const Layout& layout = machine.plant.layout;
  const std::span<double> all = layout.blocks_memory.in(x);
  const auto memory = all.subspan(one.first, run.memory.size());
  const auto inputs = memory.first(one.inputs.size()), saved = memory.last(one.saved);
  const bool start = state.tick() == 0;
  const double t = state.time(), H = interval(one, state);
  if (!one.order) {
    bring(one, state, memory, run);
    advance(one, state, run);
  }
  const Snapshot shot = take_sample(machine.plant, state, work, one.reads);
  for (std::size_t k = 0; k < inputs.size(); ++k)
    inputs[k] = read(one.inputs[k], machine, shot, all);
  for (std::size_t k = 0; k < inputs.size(); ++k) run.now[k] = Curve::constant(inputs[k]);
  run.system->place(t, run.now);
  run.system->read(run.outputs, {});
  if (one.order) close_side(one, machine, state, run);
  const auto held = layout.inputs.in(x).subspan(one.held, run.outputs.size());
  for (std::size_t k = 0; k < held.size(); ++k) {
    double output = run.outputs[k];
    if (one.order) {
      const auto at = [&](int back) { return one.output_at(back, k); };
      output = extrapolate(history(one, all, t, H, at), one.output_order).value(t + 0.5 * H);
    }
    const double value = one.outputs[k].scale * output + one.outputs[k].offset;
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
      if (all_[k].order && due_at(all_[k], ticks))
        advance_side(all_[k], machine, state, runs.all[k]);
    }
    for (k = 0; k < all_.size(); ++k)
      if (due_at(all_[k], ticks)) sample_one(all_[k], machine, state, work, runs.all[k], jump);
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
