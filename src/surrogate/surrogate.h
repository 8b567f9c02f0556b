// What a trained surrogate is: a network of delayed inputs and outputs, the scales of its channels,
// and the box in which it was trained. Plain data; narx_run.h makes it run.
//
//   y(k) = psi( u(k - d0) ... u(k - d1);  y(k - 1) ... y(k - n);  e(k - 1) ... e(k - m) )
//                                                                   [Malysheva2021, Eqs. 3.1-3.3]
// n = 0 is NFIR (Eq. 3.1), m = 0 NARX (Eq. 3.2), else NARMAX (Eq. 3.3) with the errors
// e = measured - predicted, which are zero where nothing is measured. k counts samples of
// `sample_time`. The network's inputs are, channel by channel, the delayed values with the shortest
// delay first; all values are scaled so that [lower, upper] of their channel becomes [-1, 1].
//
// The room: samples enter (dataset.h), a trained surrogate leaves (trainer.h, with open_loop.h and
// closed_loop.h for the residuals and levenberg_marquardt.h for the step). It knows no machine:
// analysis/train.cpp brings samples, coupling/surrogate/ lets the network drive cylinders.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "surrogate/network.h"

namespace bramah {

struct SurrogateChannel {
  std::string name;                  // of a signal or channel of the machine: "U", "lift.length"
  std::string unit = "1";            // SI
  double lower = -1.0, upper = 1.0;  // scale
  // The box of the training data: values, and the largest change within one sample.
  double valid_lower = -1.0, valid_upper = 1.0, valid_change = 2.0;

  [[nodiscard]] double scaled(double value) const noexcept {
    return (2.0 * value - lower - upper) / (upper - lower);
  }
  [[nodiscard]] double physical(double scaled) const noexcept {
    return 0.5 * (lower + upper + scaled * (upper - lower));
  }
};

struct Surrogate {
  std::string name;
  double sample_time = 0.01;  // [s]
  std::vector<SurrogateChannel> inputs, outputs;
  NarxDelays delays;
  Network network;
  // How it was made, for people: ("seed", "7"), ("open-loop test MSE", "3.2e-6") ...
  std::vector<std::pair<std::string, std::string>> made;
};

// Length of the network's input.
[[nodiscard]] inline int window_size(const Surrogate& s) noexcept {
  const int nu = static_cast<int>(s.inputs.size()), ny = static_cast<int>(s.outputs.size());
  return nu * s.delays.inputs() + ny * (s.delays.outputs + s.delays.errors);
}

// What is wrong with it, in words; empty: nothing.
[[nodiscard]] std::vector<std::string> problems_of(const Surrogate&);

}  // namespace bramah
