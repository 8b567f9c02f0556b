#include "surrogate/trainer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rng.h"

namespace bramah {

namespace {

constexpr std::size_t kValidated = 20000;  // columns, at most

// Streams of random numbers that must not meet.
enum Stream : std::uint64_t { kWeights, kColumns, kRuns, kChecks };
std::uint64_t seed_of(std::uint64_t seed, Stream stream, int stage = 0) {
  return random_bits(seed, 1000 * static_cast<std::uint64_t>(stage) + stream);
}

// Two problems at once, of the same weight.
class Both final : public LeastSquares {
 public:
  Both(std::unique_ptr<LeastSquares> a, std::unique_ptr<LeastSquares> b)
      : a_(std::move(a)), b_(std::move(b)), weight_(a_->residuals() / b_->residuals()) {}
  Eigen::Index parameters() const override { return a_->parameters(); }
  double residuals() const override { return 2.0 * a_->residuals(); }
  double error(const Eigen::VectorXd& w) override { return a_->error(w) + weight_ * b_->error(w); }
  double normal(const Eigen::VectorXd& w, Eigen::MatrixXd& JtJ, Eigen::VectorXd& Jtr) override {
    const double error = weight_ * b_->normal(w, other_, gradient_);
    const double sum = error + a_->normal(w, JtJ, Jtr);
    JtJ += weight_ * other_;
    Jtr += weight_ * gradient_;
    return sum;
  }

 private:
  std::unique_ptr<LeastSquares> a_, b_;
  double weight_;
  Eigen::MatrixXd other_;
  Eigen::VectorXd gradient_;
};

std::vector<Eigen::Index> thinned(const std::vector<Eigen::Index>& from, std::size_t count) {
  const std::size_t every = std::max<std::size_t>(1, from.size() / count);
  std::vector<Eigen::Index> out;
  for (std::size_t k = 0; k < from.size(); k += every) out.push_back(from[k]);
  return out;
}

// Of a network that runs away: large, but a number.
double mean_square(LeastSquares& problem, const Eigen::VectorXd& w) {
  const double error = problem.error(w) / std::max(1.0, problem.residuals());
  return error < 1e300 ? error : 1e300;
}

}  // namespace

Trainer::Trainer(const Samples& samples, const TrainingPlan& plan, int threads)
    : samples_(samples),
      plan_(plan),
      threads_(threads),
      windows_(samples, plan.delays),
      parts_(split(samples)) {
  shape_.activation = plan.activation;
  shape_.sizes = {windows_.size()};
  shape_.sizes.insert(shape_.sizes.end(), plan.hidden.begin(), plan.hidden.end());
  shape_.sizes.push_back(static_cast<int>(samples.outputs.size()));
}

Trainer::~Trainer() = default;

int Trainer::stages() const noexcept {
  const bool feeds_back = plan_.delays.outputs > 0;
  return open_stages() + (feeds_back ? static_cast<int>(plan_.tune.size()) : 0);
}
int Trainer::epochs(int stage) const noexcept {
  return stage < open_stages() ? plan_.epochs : plan_.tune[stage - open_stages()].epochs;
}
int Trainer::horizon(int stage) const noexcept {
  return stage < open_stages() ? 1 : plan_.tune[stage - open_stages()].horizon;
}

double Trainer::rows(int stage) const {
  const auto all = static_cast<double>(windows_.columns(parts_.train).size());
  const double fitted = plan_.samples > 0 ? std::min<double>(plan_.samples, all) : all;
  if (stage < open_stages()) return fitted;
  const TuneStage& tune = plan_.tune[stage - open_stages()];
  return 0.5 * fitted + static_cast<double>(tune.horizon) * tune.runs;
}

TrainingState Trainer::begin() const {
  TrainingState state;
  Network first = shape_;
  initialise(first, seed_of(plan_.seed, kWeights));
  state.fit.w = first.parameters;
  return state;
}

void Trainer::resume(const TrainingState& state) {
  if (state.errors_by.size() == 0) return;
  // Of every column whose past is known; e = measured - predicted [Malysheva2021, Eq. 3.3].
  const Eigen::MatrixXd none = Eigen::MatrixXd::Zero(windows_.y().rows(), windows_.y().cols());
  windows_.set_errors(none);
  const auto columns = windows_.columns({0, samples_.size()});
  const Eigen::MatrixXd found =
      OpenLoop(shape_, windows_, columns, threads_).errors(state.errors_by);
  Eigen::MatrixXd errors = none;
  for (std::size_t k = 0; k < columns.size(); ++k)
    errors.col(columns[k]) = -found.col(static_cast<Eigen::Index>(k));
  windows_.set_errors(std::move(errors));
}

// The problems of a stage; they follow from the plan and the state alone.
void Trainer::enter(const TrainingState& state) {
  if (entered_ == state.stage) return;
  entered_ = state.stage;
  fit_.reset(), check_.reset(), method_.reset();
  resume(state);
  const auto ahead = [&](const std::vector<Eigen::Index>& columns) {
    return std::make_unique<OpenLoop>(shape_, windows_, columns, threads_);
  };
  const auto fitted =
      drawn(windows_.columns(parts_.train), plan_.samples, seed_of(plan_.seed, kColumns));
  if (state.stage < open_stages()) {
    fit_ = ahead(fitted);
    check_ = ahead(thinned(windows_.columns(parts_.validate), kValidated));
  } else {
    const TuneStage& tune = plan_.tune[state.stage - open_stages()];
    const auto runs = [&](const SampleRange& part, Stream stream) {
      return std::make_unique<ClosedLoop>(shape_, windows_,
                                          draw_starts(windows_, part, tune.horizon, tune.runs,
                                                      seed_of(plan_.seed, stream, state.stage)),
                                          tune.horizon, threads_);
    };
    const auto half = drawn(fitted, static_cast<int>(fitted.size() / 2),
                            seed_of(plan_.seed, kColumns, state.stage));
    fit_ = std::make_unique<Both>(runs(parts_.train, kRuns), ahead(half));
    check_ = runs(parts_.validate, kChecks);
  }
  method_ = std::make_unique<LevenbergMarquardt>(*fit_, plan_.regularise);
}

bool Trainer::finish_stage(TrainingState& s) {
  if (s.best_error >= 0.0) s.fit.w = s.best;
  if (s.stage == 0 && plan_.delays.errors > 0) s.errors_by = s.fit.w;
  // What is left of the method's state: the weights, and how far its model of the error was good.
  s.fit = {.w = s.fit.w, .mu = s.fit.mu};
  s.best.resize(0);
  s.best_error = -1.0;
  s.worse = 0;
  s.epoch = 0;
  ++s.stage;
  return s.stage < stages();
}

bool Trainer::advance(TrainingState& s) {
  if (s.stage >= stages()) return false;
  enter(s);
  // Records too short for such runs.
  if (fit_->residuals() == 0.0 || check_->residuals() == 0.0) return finish_stage(s);
  if (s.best_error < 0.0) {
    // What the stage begins with may remain its best.
    s.best = s.fit.w;
    s.best_error = mean_square(*check_, s.fit.w);
  }
  const bool moved = method_->epoch(s.fit);
  ++s.epoch;
  if (moved) {
    const double validate = mean_square(*check_, s.fit.w);
    s.curve.push_back({s.stage, s.epoch, s.fit.error / fit_->residuals(), validate,
                       s.fit.alpha > 0.0 ? s.fit.gamma : 0.0, s.fit.mu});
    s.worse = validate < s.best_error ? 0 : s.worse + 1;
    if (s.worse == 0) s.best = s.fit.w, s.best_error = validate;
  }
  if (moved && s.epoch < epochs(s.stage) && s.worse < plan_.patience) return true;
  return finish_stage(s);
}

Network Trainer::network(const TrainingState& s) const {
  Network out = shape_;
  out.parameters = s.best_error >= 0.0 ? s.best : s.fit.w;
  return out;
}

double Trainer::open_loop_error(const Network& network, const SampleRange& part) const {
  OpenLoop all(network, windows_, windows_.columns(part), threads_);
  return mean_square(all, network.parameters);
}

Eigen::MatrixXd free_run(const Surrogate& s, const Samples& samples) {
  Samples scaled = samples;
  scaled.inputs = s.inputs, scaled.outputs = s.outputs;
  const Windows windows(scaled, s.delays);
  const auto columns = windows.columns({0, samples.size()});
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(samples.y.rows(), samples.size(),
                                                  std::numeric_limits<double>::quiet_NaN());
  if (columns.empty()) return out;
  const auto horizon = static_cast<int>(samples.size() - columns.front());
  ClosedLoop loop(s.network, windows, {columns.front()}, horizon, 1);
  out.rightCols(horizon) = loop.predict(s.network.parameters, 0);
  for (Eigen::Index r = 0; r < out.rows(); ++r)
    for (Eigen::Index k = 0; k < out.cols(); ++k) out(r, k) = s.outputs[r].physical(out(r, k));
  return out;
}

double free_run_error(const Surrogate& s, const Samples& samples) {
  const Eigen::MatrixXd predicted = free_run(s, samples);
  double sum = 0.0;
  Eigen::Index count = 0;
  for (Eigen::Index k = s.delays.depth(); k < samples.size(); ++k)
    for (Eigen::Index r = 0; r < predicted.rows(); ++r, ++count) {
      const double error =
          s.outputs[r].scaled(predicted(r, k)) - s.outputs[r].scaled(samples.y(r, k));
      if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
      sum += error * error;
    }
  return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::infinity();
}

}  // namespace bramah
