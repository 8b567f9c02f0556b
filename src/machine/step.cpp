// One call advances time by a tick: inputs are read, the stepper goes from one tick to the next,
// and a tick that fails leaves the state as it was.
#include "bramah/model.h"

#include <algorithm>

#include "machine/machine.h"

namespace bramah {

namespace {

// To the end of a later tick.
StepReport advance_to(const Stepper& stepper, State& state, StepperScratch& work,
                      const Inputs& inputs, long long ticks, const TickLimit& limit = {}) noexcept {
  work.budget.begin(limit);
  const std::span<double> x = state.values();
  const double end = static_cast<double>(state.tick() + ticks) * state.step_size();
  std::copy(x.begin(), x.end(), work.tick_start.begin());
  const bool jump = stepper.take_inputs(inputs, x);
  const StepReport report = stepper.advance(x, state.time(), end, jump, work);
  if (!report.converged) {
    std::copy(work.tick_start.begin(), work.tick_start.end(), x.begin());
    return report;
  }
  x[State::kTick] += static_cast<double>(ticks);
  stepper.end_tick(x, end, work);
  return report;
}

}  // namespace

StepReport step(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                const TickLimit& limit) noexcept {
  return advance_to(model.stepper(), state, work.scratch(), inputs, 1, limit);
}

StepReport advance(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                   long long ticks) noexcept {
  const Stepper& stepper = model.stepper();
  StepReport report;
  if (stepper.any_length() && ticks > 1) {
    report = advance_to(stepper, state, work.scratch(), inputs, ticks);
    if (report.converged) return report;
    report = {};  // once more, tick by tick, for the last good one
  }
  for (long long k = 0; k < ticks && report.converged; ++k)
    add(report, advance_to(stepper, state, work.scratch(), inputs, 1));
  return report;
}

}  // namespace bramah
