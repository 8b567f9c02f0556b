// Training, epoch by epoch: one step ahead first (open loop), then over longer and longer runs on
// the network's own outputs (closed loop). Everything the next epoch depends on is in
// TrainingState, so that a training can be written down, stopped and taken up again to the bit.
//
// A stage ends after its epochs, when the validation error did not improve for `patience` epochs
// (early stopping), or when no step makes the error smaller; it leaves the weights with the least
// validation error. A NARMAX network is fitted twice: its errors are those of the first fit. Stages
// in closed loop keep fitting one step ahead as well, on half of the samples and with the same
// weight, so that the one is not bought with the other.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "surrogate/closed_loop.h"
#include "surrogate/open_loop.h"

namespace bramah {

struct TrainingPoint {
  int stage = 0, epoch = 0;
  double train = 0.0, validate = 0.0;  // mean squares, scaled
  double gamma = 0.0, mu = 0.0;        // gamma 0: not regularised yet
};

struct TrainingState {
  int stage = 0, epoch = 0;  // done in this stage
  MarquardtState fit;
  Eigen::VectorXd best;       // least validation error of this stage
  double best_error = -1.0;   // below zero: none yet
  int worse = 0;              // epochs since
  Eigen::VectorXd errors_by;  // NARMAX: weights of the first fit
  std::vector<TrainingPoint> curve;
};

class Trainer {
 public:
  // `samples` have learned ranges (dataset.h) and must outlive this.
  Trainer(const Samples& samples, const TrainingPlan& plan, int threads);
  ~Trainer();

  [[nodiscard]] TrainingState begin() const;
  // One epoch, or the change to the next stage. False: trained.
  bool advance(TrainingState&);
  [[nodiscard]] int stages() const noexcept;
  [[nodiscard]] int epochs(int stage) const noexcept;   // at most
  [[nodiscard]] int horizon(int stage) const noexcept;  // 1: open loop
  // Samples that an epoch looks at; of stage 0: that are fitted.
  [[nodiscard]] double rows(int stage) const;

  // Sets what predictions at this state need beside the weights: a NARMAX network's errors.
  void resume(const TrainingState&);
  // The network with the state's weights.
  [[nodiscard]] Network network(const TrainingState&) const;
  [[nodiscard]] const Windows& windows() const noexcept { return windows_; }
  // Mean squares of one-step errors over all of a part.
  [[nodiscard]] double open_loop_error(const Network&, const SampleRange&) const;
  [[nodiscard]] const SampleSplit& parts() const noexcept { return parts_; }

 private:
  void enter(const TrainingState&);
  [[nodiscard]] int open_stages() const noexcept { return plan_.delays.errors > 0 ? 2 : 1; }
  bool finish_stage(TrainingState&);

  const Samples& samples_;
  TrainingPlan plan_;
  int threads_;
  Windows windows_;
  SampleSplit parts_;
  Network shape_;
  int entered_ = -1;  // stage of the problems below
  std::unique_ptr<LeastSquares> fit_, check_;
  std::unique_ptr<LevenbergMarquardt> method_;
};

// The network on its own outputs over the whole record, from its first full window on: predicted
// outputs in physical units, one column for each sample; NaN before and once it has run away.
Eigen::MatrixXd free_run(const Surrogate&, const Samples&);
// Mean square of the scaled outputs' errors in such a run; infinite if it ran away.
double free_run_error(const Surrogate&, const Samples&);

}  // namespace bramah
