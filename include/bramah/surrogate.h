// Networks in place of oil: trained, judged, and used as subsystems.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bramah/cosimulation.h"
#include "bramah/model.h"

namespace bramah {

// -------------------------------------------------------------------------------------- surrogate
// A trained surrogate by itself.

struct Surrogate;  // src/surrogate: the network, its channels and delays

// A network's file, or its text; `name` is what messages call it. Throws InputError.
std::shared_ptr<const Surrogate> load_surrogate(const std::string& path);
std::shared_ptr<const Surrogate> load_surrogate_text(const std::string& text,
                                                     const std::string& name);

// A surrogate as a subsystem: its inputs and outputs are the network's channels. It samples at
// whole multiples of its sample time, whatever the macro steps; between them outputs go on linearly
// from one prediction to the next.
class SurrogateSubsystem final : public Subsystem {
 public:
  // `path`: of the network's file. Throws InputError.
  SurrogateSubsystem(std::string name, const std::string& path);
  SurrogateSubsystem(std::string name, const Surrogate& surrogate);
  ~SurrogateSubsystem() override;

  // Where its outputs begin, as if they had rested there; else they begin in the middle of their
  // boxes.
  void begin_at(std::vector<double> outputs);

  std::string name() const override { return name_; }
  std::vector<std::string> inputs() const override;
  std::vector<std::string> outputs() const override;
  double scale(int output) const override;  // the width of its box
  void place(double t, std::span<const Curve> inputs) override;
  void read(std::span<double> outputs, std::span<double> rates) override;
  bool advance(double t, double H, std::span<const Curve> inputs) override;
  std::size_t state_size() const override;
  void save(std::span<double> state) const override;
  void restore(std::span<const double> state) override;

  long long samples_outside() const noexcept;  // of what it was trained for

 private:
  struct Runner;
  std::string name_;
  std::unique_ptr<Runner> runner_;
};

// ------------------------------------------------------------------------------------------- plan
// What a surrogate is made of and how it is trained, in plain numbers.

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

// ------------------------------------------------------------------------------------------ train
// Training a surrogate of a machine's circuit, as its file's `training` section says.

struct Course;     // src/analysis: what a training works with
struct Surrogate;  // bramah/surrogate.h

struct TrainProgress {
  int start = 0, starts = 1;
  int stage = 0, stages = 1;
  int horizon = 1;                     // samples a run predicts on its own; 1: one step ahead
  int epoch = 0, epochs = 1;           // of this stage
  double train = 0.0, validate = 0.0;  // mean squares, scaled
  double effective = 0.0;              // parameters
  double fraction = 0.0;               // of all work, if no stage stops early
};

struct TrainOptions {
  LoadOptions load;
  std::optional<std::uint64_t> seed;  // of the first weights; absent: the file's
  int starts = 1;                     // first weights to try: seed, seed + 1, ...
  bool tune = true;                   // the file's stages in closed loop
  int threads = 0;                    // 0: one for each core
  double fresh_s = 10.0;              // signal that no training has seen, for the closed loop
  int fresh_runs = 30;                // further ones
  std::string checkpoint;             // file to go on from and to write now and then; empty: none
  std::function<void(const TrainProgress&)> progress{};  // what it throws ends the training
};

struct TrainCurvePoint {
  int stage = 0, horizon = 1, epoch = 0;
  double train = 0.0, validate = 0.0, effective = 0.0;
};

// One set of first weights, trained. Errors are mean squares of scaled outputs; infinite: it ran
// away.
struct TrainedStart {
  std::uint64_t seed = 0;
  double train = 0.0, validate = 0.0, test = 0.0;  // one step ahead, over all samples of the part
  double closed_loop = 0.0;                        // on the fresh signal
  double closed_mean = 0.0, closed_worst = 0.0;    // on the further ones
  // The same before it was tuned in closed loop.
  double open_test = 0.0, open_closed_loop = 0.0, open_closed_worst = 0.0;
  int epochs = 0, best_epoch = 0;  // of the fit one step ahead
  double effective = 0.0;          // parameters, there
  double cpu_s = 0.0;
  std::vector<TrainCurvePoint> curve;
  std::string file;  // the network file's text
  std::string onnx;  // the same as an ONNX model
};

struct Training {
  std::string model, hash;
  std::vector<std::string> inputs, outputs;
  long long samples = 0, fitted = 0;
  double sample_time_s = 0.0;
  int parameters = 0;
  std::vector<int> layers;
  double data_cpu_s = 0.0;
  std::vector<TrainedStart> starts;  // the least closed-loop error first
  // The first one on the fresh signal, for a look: time, then inputs, then target and prediction of
  // each output.
  std::vector<std::string> fresh_columns;
  std::vector<std::vector<double>> fresh;
};

// Throws InputError for a file without `training`, one that does not fit, and a checkpoint of
// another training.
Training train(const std::string& path, const TrainOptions& options = {});

// The network file and the ONNX model.
void write_network(const std::string& path, const TrainedStart&);
void write_onnx(const std::string& path, const TrainedStart&);
std::string training_json(const Training&);
// The validation curves, the ranking and the fresh signal as one page.
void write_training_page(const std::string& path, const Training&);

// Samples of a training's channels, SI, one list per channel. Inputs of sample k act from its
// instant on; outputs are those at its instant.
struct TrainingRecord {
  double sample_time_s = 0.0;
  std::vector<std::vector<double>> inputs, outputs;
  std::size_t size() const { return inputs.empty() ? 0 : inputs.front().size(); }
};

// The machine under the random levels of its `training` section. With another seed than the file's
// it is a signal that no training has seen. Throws InputError, also if a step fails.
TrainingRecord excite(const std::string& path, const LoadOptions& load, double duration_s,
                      std::uint64_t seed);

// Outputs under a record's inputs, and the CPU time that they took without loading.
struct TrainingResponse {
  std::vector<std::vector<double>> outputs;
  double cpu_s = 0.0;
};
// Of the machine from its own start. NaN from a step on that failed.
TrainingResponse respond(const std::string& path, const LoadOptions& load,
                         const TrainingRecord& record);
// Of a network as a machine runs it, as if it had rested at the record's first sample.
TrainingResponse respond(const Surrogate& network, const TrainingRecord& record);

// The network on its own outputs, from the record's first full window of delays on: NaN before, and
// once it has run away.
std::vector<std::vector<double>> free_run(const Surrogate& network, const TrainingRecord& record);

// Mean squares of scaled outputs, as in TrainedStart.
struct NetworkScore {
  double train = 0.0, test = 0.0;  // one step ahead
  double closed_loop = 0.0, closed_mean = 0.0, closed_worst = 0.0;
};

// A machine's samples and signals that no training has seen, made once to judge any number of
// networks, whoever trained them.
class NetworkJudge {
 public:
  // Of the options, those of the data count: load, fresh_s, fresh_runs. Throws InputError.
  explicit NetworkJudge(const std::string& path, const TrainOptions& options = {});
  ~NetworkJudge();

  // Throws InputError if the network has other channels than the training.
  NetworkScore score(const Surrogate& network) const;
  const std::vector<TrainingRecord>& fresh() const noexcept { return fresh_; }

 private:
  std::unique_ptr<const Course> course_;
  std::vector<TrainingRecord> fresh_;
};

}  // namespace bramah
