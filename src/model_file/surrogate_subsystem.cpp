#include <algorithm>
#include <cmath>

#include "bramah/surrogate.h"
#include "core/text.h"
#include "model_file/surrogate_file.h"
#include "surrogate/narx_run.h"

namespace bramah {

std::shared_ptr<const Surrogate> load_surrogate(const std::string& path) {
  return std::make_shared<const Surrogate>(read_surrogate(path));
}

std::shared_ptr<const Surrogate> load_surrogate_text(const std::string& text,
                                                     const std::string& name) {
  return std::make_shared<const Surrogate>(read_surrogate_text(text, name));
}

// All that its future depends on is in `state`: the head below, then the delay lines.
struct SurrogateSubsystem::Runner {
  enum Head : std::size_t { kNow, kBegin, kPhase, kStrayed, kHead };
  static constexpr double kPlaced = 1.0, kRuns = 2.0;  // phases

  explicit Runner(Surrogate surrogate)
      : run(std::move(surrogate)),
        scratch(run.make_scratch()),
        state(kHead + run.state_size()),
        u(run.inputs()) {}

  std::span<double> lines() { return std::span(state).subspan(kHead); }
  double T() const { return run.surrogate().sample_time; }

  void start(double t, std::span<const Curve> inputs) {
    read(t, inputs);
    run.start(u, first, lines());
    state[kNow] = t, state[kBegin] = t - T();
    state[kPhase] = kPlaced, state[kStrayed] = 0.0;
  }
  void read(double t, std::span<const Curve> inputs) {
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = inputs[i].value(t);
  }
  // Once at each instant.
  void sample(double t, std::span<const Curve> inputs) {
    if (t - state[kBegin] < 0.5 * T()) return;
    read(t, inputs);
    run.sample(u, lines(), scratch);
    state[kBegin] = t;
    if (run.excess(lines()).channel >= 0) state[kStrayed] += 1.0;
  }

  NarxRun run;
  NarxRun::Scratch scratch;
  std::vector<double> state, u, first;
};

SurrogateSubsystem::SurrogateSubsystem(std::string name, const std::string& path)
    : SurrogateSubsystem(std::move(name), read_surrogate(path)) {}

SurrogateSubsystem::SurrogateSubsystem(std::string name, const Surrogate& surrogate)
    : name_(std::move(name)) {
  if (const auto problems = problems_of(surrogate); !problems.empty()) throw InputError(problems);
  runner_ = std::make_unique<Runner>(surrogate);
  for (const SurrogateChannel& c : surrogate.outputs)
    runner_->first.push_back(0.5 * (c.valid_lower + c.valid_upper));
  runner_->run.start(runner_->u, runner_->first, runner_->lines());
}

SurrogateSubsystem::~SurrogateSubsystem() = default;

void SurrogateSubsystem::begin_at(std::vector<double> outputs) {
  if (outputs.size() != runner_->first.size())
    throw InputError(concat("surrogate \"", name_, "\" has ", runner_->first.size(),
                            " outputs, not ", outputs.size()));
  runner_->first = std::move(outputs);
  runner_->run.start(runner_->u, runner_->first, runner_->lines());
  runner_->state[Runner::kPhase] = 0.0;
}

static std::vector<std::string> names(const std::vector<SurrogateChannel>& channels) {
  std::vector<std::string> out;
  for (const SurrogateChannel& c : channels) out.push_back(c.name);
  return out;
}

std::vector<std::string> SurrogateSubsystem::inputs() const {
  return names(runner_->run.surrogate().inputs);
}

std::vector<std::string> SurrogateSubsystem::outputs() const {
  return names(runner_->run.surrogate().outputs);
}

double SurrogateSubsystem::scale(int output) const {
  const SurrogateChannel& c = runner_->run.surrogate().outputs[static_cast<std::size_t>(output)];
  return c.valid_upper - c.valid_lower;
}

// Its outputs do not depend on the inputs directly; those before the first step fill the delay
// lines.
void SurrogateSubsystem::place(double t, std::span<const Curve> inputs) {
  if (runner_->state[Runner::kPhase] != Runner::kRuns) runner_->start(t, inputs);
}

void SurrogateSubsystem::read(std::span<double> outputs, std::span<double> rates) {
  const auto lines = runner_->lines();
  const auto& state = runner_->state;
  const double T = runner_->T();
  const bool started = state[Runner::kPhase] != 0.0;
  const double x = started ? (state[Runner::kNow] - state[Runner::kBegin]) / T : 1.0;
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const int k = static_cast<int>(o);
    const double before = runner_->run.output_before(k, lines),
                 after = runner_->run.output_after(k, lines);
    outputs[o] = before + std::min(x, 1.0) * (after - before);
    if (!rates.empty()) rates[o] = (after - before) / T;
  }
}

bool SurrogateSubsystem::advance(double t, double H, std::span<const Curve> inputs) {
  Runner& r = *runner_;
  if (r.state[Runner::kPhase] == 0.0) r.start(t, inputs);
  r.state[Runner::kPhase] = Runner::kRuns;
  const double T = r.T(), close = 1e-6 * T, end = t + H;
  for (double k = std::ceil((t - close) / T); k * T < end - close; k += 1.0)
    r.sample(k * T, inputs);
  r.state[Runner::kNow] = end;
  return std::ranges::all_of(r.lines(), [](double value) { return std::isfinite(value); });
}

std::size_t SurrogateSubsystem::state_size() const { return runner_->state.size(); }

void SurrogateSubsystem::save(std::span<double> state) const {
  std::ranges::copy(runner_->state, state.begin());
}

void SurrogateSubsystem::restore(std::span<const double> state) {
  std::ranges::copy(state, runner_->state.begin());
}

long long SurrogateSubsystem::samples_outside() const noexcept {
  return static_cast<long long>(runner_->state[Runner::kStrayed]);
}

}  // namespace bramah
