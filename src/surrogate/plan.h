// What a surrogate is made of and how it is trained, in plain numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bramah {

enum class Activation { tanh, logistic };

// Of y(k) = psi(u(k - d0) ... u(k - d1); y(k - 1) ... y(k - n); e(k - 1) ... e(k - m))
// [Malysheva2021, Eqs. 3.1-3.3]: n = 0 is NFIR, m = 0 NARX, else NARMAX.
struct NarxDelays {
  int input_first = 0, input_last = 10;  // d0, d1
  int outputs = 11;                      // n
  int errors = 0;                        // m

  [[nodiscard]] int inputs() const noexcept { return input_last - input_first + 1; }
  // Samples of the past that a prediction reads.
  [[nodiscard]] int depth() const noexcept {
    return std::max(input_last, std::max(outputs, errors));
  }
};

// When the weights' size begins to count: never, once the fit has settled, or from the first epoch.
enum class Regularise { never, settled, always };

// Runs of the network on its own outputs.
struct TuneStage {
  int horizon = 20;  // steps of a run
  int runs = 200;
  int epochs = 20;
};

struct TrainingPlan {
  std::vector<int> hidden{15, 13, 12, 11};
  Activation activation = Activation::tanh;
  NarxDelays delays;
  std::uint64_t seed = 1;  // of the first weights and of what is drawn
  int samples = 20000;     // drawn from the training part; 0: all
  int epochs = 300, patience = 6;
  Regularise regularise = Regularise::always;
  std::vector<TuneStage> tune;
};

}  // namespace bramah
