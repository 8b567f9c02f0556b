// A surrogate that runs: its delay lines are a block of numbers (part of a machine's State), its
// step is a forward pass without allocation.
//
// At instant k the inputs u(k) become known and the outputs y(k + 1) are predicted; a delay of zero
// sees u(k) once more, held. Between the instants, outputs are interpolated from y(k) to y(k + 1).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "surrogate/forward.h"
#include "surrogate/surrogate.h"

namespace bramah {

class NarxRun {
 public:
  explicit NarxRun(Surrogate surrogate);

  struct Scratch {
    ForwardPass::Scratch network;
    std::vector<double> predicted;
  };

  [[nodiscard]] const Surrogate& surrogate() const noexcept { return surrogate_; }
  [[nodiscard]] Scratch make_scratch() const;
  // Numbers of the delay lines: y(k), y(k + 1) in physical units, then the network's input, scaled.
  [[nodiscard]] std::size_t state_size() const noexcept;

  // As if it had rested here for ever; predicts nothing.
  void start(std::span<const double> u, std::span<const double> y,
             std::span<double> state) const noexcept;
  // The outputs of this instant, measured: they replace what was predicted for it; before sample().
  void measure(std::span<const double> y, std::span<double> state) const noexcept;
  // Instant k: the outputs predicted for it become the past, and the next ones are predicted.
  void sample(std::span<const double> u, std::span<double> state, Scratch&) const noexcept;

  [[nodiscard]] double output_before(int output, std::span<const double> state) const noexcept {
    return state[output];  // y(k)
  }
  [[nodiscard]] double output_after(int output, std::span<const double> state) const noexcept {
    return state[outputs() + output];  // y(k + 1)
  }

  // How far inputs and outputs of the last sample(), predicted ones too, are outside the box, as a
  // part of the box's width; `channel` counts inputs, then outputs. 0 and -1: inside.
  struct Excess {
    double share = 0.0;
    int channel = -1;
  };
  [[nodiscard]] Excess excess(std::span<const double> state) const noexcept;
  // Whether all values of the delay lines are inside.
  [[nodiscard]] bool history_inside(std::span<const double> state) const noexcept;

  [[nodiscard]] std::size_t inputs() const noexcept { return surrogate_.inputs.size(); }
  [[nodiscard]] std::size_t outputs() const noexcept { return surrogate_.outputs.size(); }

 private:
  [[nodiscard]] Excess excess(const SurrogateChannel&, int channel, double now,
                              double before) const noexcept;

  Surrogate surrogate_;
  ForwardPass forward_;
};

}  // namespace bramah
