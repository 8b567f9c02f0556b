// One call advances time by a tick: inputs are read, the stepper goes from one tick to the next,
// and a tick that fails leaves the state as it was.
#include "bramah/model.h"

#include <algorithm>
#include <cmath>

#include "bramah/binding.h"
#include "machine/machine.h"

namespace bramah {

namespace {

// Nothing times infinity, or times what is no number, is no number: a product and a sum for each, in
// four sums that do not wait for each other.
bool all_finite(const double* x, std::size_t count) noexcept {
  double nothing[4] = {};
  for (; count >= 4; count -= 4, x += 4)
    for (int lane = 0; lane < 4; ++lane) nothing[lane] += 0.0 * x[lane];
  for (std::size_t k = 0; k < count; ++k) nothing[k] += 0.0 * x[k];
  return nothing[0] + nothing[1] + nothing[2] + nothing[3] == 0.0;
}

// What signals, couplings and networks remember may lack values.
bool all_finite(const Layout& layout, std::span<const double> x) noexcept {
  bool all = true;
  for (const Block& run : layout.numbers) all &= all_finite(x.data() + run.first, run.count);
  return all;
}

// A rule that accepts its step may still leave a rate, or a power of the audit, that has overflown.
void blame_not_finite(const Layout& layout, std::span<const double> x,
                      StepReport& report) noexcept {
  report.converged = false;
  report.residual = INFINITY;
  const auto find_in = [&](const Block& block, std::size_t first) {
    const auto values = block.in(x);
    for (std::size_t k = 0; k < values.size() && report.worst < 0; ++k)
      if (!std::isfinite(values[k])) report.worst = static_cast<int>(first + k);
  };
  report.worst = -1;
  for (const Block& block : {layout.q, layout.v, layout.a}) find_in(block, 0);
  for (const Block& block : {layout.y, layout.ydot}) find_in(block, layout.q.count);
}

// To a later instant, counted in ticks.
StepReport advance_until(const Model& model, State& state, Workspace& workspace,
                         const Inputs& inputs, double ticks, const TickLimit& limit = {}) noexcept {
  const Stepper& stepper = model.stepper();
  StepperScratch& work = workspace.scratch();
  const Blocks& blocks = model.machine().blocks;
  const Loads& loads = model.machine().loads;
  work.budget.begin(limit);
  const std::span<double> x = state.values();
  const double end = ticks * state.step_size();
  const Soil& soil = model.machine().soil;
  const Layout& layout = stepper.plant().layout;
  const bool digs = !soil.empty() && soil.due(state);
  if (digs)
    std::copy(x.begin(), x.end(), work.tick_start.begin());
  else
    layout.copy_moving(x, work.tick_start);
  bool jump = stepper.take_inputs(inputs, x);
  StepReport report;
  const bool sampled =
      !blocks.due(x[State::kTick]) ||
      blocks.sample(model.machine(), state, work, workspace.blocks(), jump, report);
  if (sampled && !loads.empty()) loads.sample(model.machine(), state, work, jump);
  if (sampled && digs) soil.sample(model.machine(), state, work, jump);
  if (sampled) report = stepper.advance(x, state.time(), end, jump, work);
  if (report.converged) {
    x[State::kTick] = ticks;
    stepper.end_tick(x, end, work);
    if (!all_finite(layout, x)) blame_not_finite(layout, x, report);
  }
  if (report.converged) return report;
  if (digs)
    std::copy(work.tick_start.begin(), work.tick_start.end(), x.begin());
  else
    layout.copy_moving(work.tick_start, x);
  return report;
}

// To the end of a later tick.
StepReport advance_to(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                      long long ticks, const TickLimit& limit = {}) noexcept {
  return advance_until(model, state, work, inputs, static_cast<double>(state.tick() + ticks),
                       limit);
}

}  // namespace

StepReport step(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                const TickLimit& limit) noexcept {
  return advance_to(model, state, work, inputs, 1, limit);
}

double tick_count(const State& state) noexcept { return state.values()[State::kTick]; }

StepReport step_to(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                   double ticks) noexcept {
  return advance_until(model, state, work, inputs, ticks);
}

StepReport advance(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                   long long ticks) noexcept {
  StepReport report;
  if (model.stepper().any_length() && model.machine().blocks.empty() &&
      model.machine().loads.empty() && ticks > 1) {
    report = advance_to(model, state, work, inputs, ticks);
    if (report.converged) return report;
    report = {};  // once more, tick by tick, for the last good one
  }
  for (long long k = 0; k < ticks && report.converged; ++k)
    add(report, advance_to(model, state, work, inputs, 1));
  return report;
}

}  // namespace bramah
