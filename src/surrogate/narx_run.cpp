#include "surrogate/narx_run.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

// Values move one delay further; the newest place is free.
void shift(double* line, int count) noexcept {
  std::copy_backward(line, line + count - 1, line + count);
}

}  // namespace

NarxRun::NarxRun(Surrogate surrogate)
    : surrogate_(std::move(surrogate)), forward_(surrogate_.network) {}

NarxRun::Scratch NarxRun::make_scratch() const {
  return {forward_.make_scratch(), std::vector<double>(outputs())};
}

std::size_t NarxRun::state_size() const noexcept {
  // Two last values of each output, the last two of each input, then the window.
  return 2 * outputs() + 2 * inputs() + window_size(surrogate_);
}

void NarxRun::start(std::span<const double> u, std::span<const double> y,
                    std::span<double> state) const noexcept {
  const NarxDelays& delays = surrogate_.delays;
  double* window = state.data() + 2 * (outputs() + inputs());
  for (std::size_t i = 0; i < inputs(); ++i) {
    state[2 * outputs() + i] = state[2 * outputs() + inputs() + i] = u[i];
    window = std::fill_n(window, delays.inputs(), surrogate_.inputs[i].scaled(u[i]));
  }
  for (std::size_t o = 0; o < outputs(); ++o) {
    state[o] = state[outputs() + o] = y[o];
    window = std::fill_n(window, delays.outputs, surrogate_.outputs[o].scaled(y[o]));
  }
  std::fill(window, state.data() + state.size(), 0.0);
}

void NarxRun::measure(std::span<const double> y, std::span<double> state) const noexcept {
  const NarxDelays& delays = surrogate_.delays;
  double* errors = state.data() + 2 * (outputs() + inputs()) + inputs() * delays.inputs() +
                   outputs() * delays.outputs;
  for (std::size_t o = 0; o < outputs(); ++o) {
    const SurrogateChannel& channel = surrogate_.outputs[o];
    if (delays.errors > 0)  // taken up by the next sample()
      errors[o * delays.errors] = channel.scaled(y[o]) - channel.scaled(state[outputs() + o]);
    state[outputs() + o] = y[o];
  }
}

// The window moves on by one sample, then one pass of the network [Malysheva2021, Eq. 3.2; with
// errors Eq. 3.3].
void NarxRun::sample(std::span<const double> u, std::span<double> state,
                     Scratch& scratch) const noexcept {
  const NarxDelays& delays = surrogate_.delays;
  double* window = state.data() + 2 * (outputs() + inputs());
  const std::span<const double> whole(window, static_cast<std::size_t>(window_size(surrogate_)));
  double* last = state.data() + 2 * outputs();
  for (std::size_t i = 0; i < inputs(); ++i, window += delays.inputs()) {
    last[i] = last[inputs() + i];
    last[inputs() + i] = u[i];
    const double now = surrogate_.inputs[i].scaled(u[i]);
    // A delay of one is the present: at 0 it is held, further ones move on.
    const int present = 1 - delays.input_first;
    if (present >= 0 && present < delays.inputs())
      shift(window + present, delays.inputs() - present);
    for (int d = 0; d <= present && d < delays.inputs(); ++d) window[d] = now;
  }
  for (std::size_t o = 0; o < outputs(); ++o, window += delays.outputs) {
    state[o] = state[outputs() + o];
    if (delays.outputs == 0) continue;
    shift(window, delays.outputs);
    window[0] = surrogate_.outputs[o].scaled(state[o]);
  }
  forward_(whole, scratch.predicted, scratch.network);
  for (std::size_t o = 0; o < outputs(); ++o) {
    state[outputs() + o] = surrogate_.outputs[o].physical(scratch.predicted[o]);
    if (delays.errors == 0) continue;
    shift(window, delays.errors);
    window[0] = 0.0;
    window += delays.errors;
  }
}

NarxRun::Excess NarxRun::excess(const SurrogateChannel& c, int channel, double now,
                                double before) const noexcept {
  const double width = c.valid_upper - c.valid_lower;
  const double beyond = std::max(
      {c.valid_lower - now, now - c.valid_upper, std::abs(now - before) - c.valid_change, 0.0});
  // Rounding is not leaving; what is not a number is.
  return beyond <= 1e-9 * width ? Excess{} : Excess{beyond / width, channel};
}

NarxRun::Excess NarxRun::excess(std::span<const double> state) const noexcept {
  Excess worst;
  const auto look = [&](const SurrogateChannel& channel, int number, double now, double before) {
    const Excess found = excess(channel, number, now, before);
    if (found.channel >= 0 && !(found.share <= worst.share)) worst = found;
  };
  const double* last = state.data() + 2 * outputs();
  for (std::size_t i = 0; i < inputs(); ++i)
    look(surrogate_.inputs[i], static_cast<int>(i), last[inputs() + i], last[i]);
  for (std::size_t o = 0; o < outputs(); ++o)
    look(surrogate_.outputs[o], static_cast<int>(inputs() + o), state[outputs() + o], state[o]);
  return worst;
}

bool NarxRun::history_inside(std::span<const double> state) const noexcept {
  if (excess(state).channel >= 0) return false;
  const NarxDelays& delays = surrogate_.delays;
  const double* at = state.data() + 2 * (outputs() + inputs());
  const auto inside = [&](const SurrogateChannel& channel, int count) {
    for (int d = 0; d < count; ++d) {
      const double now = channel.physical(at[d]),
                   before = channel.physical(at[std::min(d + 1, count - 1)]);
      if (excess(channel, 0, now, before).channel >= 0) return false;
    }
    at += count;
    return true;
  };
  for (const SurrogateChannel& channel : surrogate_.inputs)
    if (!inside(channel, delays.inputs())) return false;
  for (const SurrogateChannel& channel : surrogate_.outputs)
    if (!inside(channel, delays.outputs)) return false;
  return true;
}

}  // namespace bramah
