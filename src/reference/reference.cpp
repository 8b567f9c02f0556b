#include "reference/reference.h"

#include <algorithm>
#include <cmath>

#include "bramah/basics.h"
#include "core/text.h"
#include "reference/cvode.h"

namespace bramah {

namespace {

constexpr double kLongestStep = 0.01;  // [s] at rest, longer steps drift: naya_rod 1e-9 m in 2 s
constexpr double kChatter = 1e-6;      // [s] switches closer than that
constexpr int kMaxChatter = 1000;      // in a row are too many
constexpr long kMaxSteps = 5'000'000;  // between two rows

double resolution(double t) { return 1e-12 * std::max(1.0, t); }

// Interpolated measurements bend at every sample: no step may jump over one.
double longest_step(const SignalGraph& signals) {
  return std::min(kLongestStep, signals.sample_spacing());
}

class Reference {
 public:
  using Row = std::function<void(const State&, double t, const Gaps&)>;

  Reference(const Model& model, double until, double every, const Row& row)
      : plant_(model.plant()),
        signals_(*plant_.equations->parts().signals),
        ode_(model),
        switches_(plant_),
        cvode_(ode_, switches_, plant_.solver.step_tolerance(IntegratorRule::sundials),
               longest_step(signals_)),
        row_(row),
        state_(model.initial_state()),
        until_(until),
        every_(every) {}

  ReferenceReport integrate() {
    row_(state_, 0.0, {});
    // One piece of the inputs after the other. What is sampled at t = 0 was sampled at the start.
    switches_.find_contacts(0.0, cvode_.x(), ode_);
    while (message_.empty() && t_ < until_ - resolution(until_)) {
      const double end = std::min(until_, signals_.next_break(t_ + resolution(t_)));
      ode_.set_piece(0.5 * (t_ + end));
      if (t_ > 0.0) ode_.sample(t_, cvode_.x());
      switches_.find_sides(t_, cvode_.x(), ode_);
      integrate_piece(end);
      t_ = end;
      write_rows();
    }
    const Cvode::Counts counts = cvode_.counts();
    return {counts.steps, counts.solves, counts.iterations, message_};
  }

 private:
  void fail(const std::string& what) { message_ = concat("stopped at t = ", t_, " s: ", what); }

  bool close_loops() {
    Gaps gaps;
    if (ode_.project(t_, cvode_.x(), gaps)) return true;
    fail(ode_.failed());
    return false;
  }

  // Up to `end`, inside one piece of the inputs; rows on the way.
  void integrate_piece(double end) {
    start_again(end);
    while (message_.empty() && t_ < end - resolution(end)) {
      const Cvode::Outcome outcome = cvode_.step(t_);
      if (outcome == Cvode::Outcome::failed) return fail("SUNDIALS' CVODE: " + cvode_.message());
      write_rows();
      if (outcome == Cvode::Outcome::switched) pass_switch(end);
      if (outcome == Cvode::Outcome::stepped) check_step();
    }
  }

  // From consistent values: loops closed, and every switch on the side where the state is.
  void start_again(double end) {
    if (!close_loops()) return;
    switches_.settle(t_, cvode_.x(), ode_);
    if (end - t_ > resolution(end)) cvode_.restart(t_, end);
  }

  void pass_switch(double end) {
    chatter_ = t_ - last_switch_ < kChatter ? chatter_ + 1 : 0;
    last_switch_ = t_;
    if (chatter_ > kMaxChatter)
      return fail("an end damper, stop, spool, friction or force element switches for ever");
    switches_.pass(t_, cvode_.found(), cvode_.x(), ode_);
    start_again(end);
  }

  // No switch may be held against the state: the motion would be that of another machine.
  void check_step() {
    const std::string wrong = switches_.contradiction(cvode_.switch_values());
    if (!wrong.empty()) return fail(wrong + " contradicts the state: a switch was missed");
    if (++steps_ > kMaxSteps) fail("too many steps between two rows");
  }

  bool rows_left() const {
    return static_cast<double>(rows_) * every_ < until_ - resolution(until_);
  }

  double next_row() const {
    const double next = static_cast<double>(rows_ + 1) * every_;
    return next > until_ - resolution(until_) ? until_ : next;
  }

  // Those of the last step. They change nothing of what follows.
  void write_rows() {
    while (message_.empty() && rows_left() && next_row() <= t_ + resolution(t_)) write_row();
  }

  void write_row() {
    const double t = next_row();
    rows_ += 1, steps_ = 0;
    x_.assign(cvode_.x().begin(), cvode_.x().end());
    if (t < t_ - resolution(t_)) cvode_.interpolate(t, x_);
    Gaps gaps;
    if (!ode_.store(t, x_, gaps, state_)) return fail(ode_.failed());
    for (const double value : state_.values())
      if (!std::isfinite(value)) return fail("the state is not finite");
    const double regular = static_cast<double>(rows_) * every_;
    const bool last = t < regular - resolution(t);  // `until` need not be a multiple of `every`
    state_.values()[State::kTick] = static_cast<double>(rows_);
    state_.values()[State::kStepSize] = last ? t / static_cast<double>(rows_) : every_;
    row_(state_, t, gaps);
  }

  const Plant& plant_;
  const SignalGraph& signals_;
  MachineOde ode_;
  Switches switches_;
  Cvode cvode_;
  const Row& row_;
  State state_;
  std::vector<double> x_;
  double until_, every_;
  double t_ = 0.0, last_switch_ = -1.0;
  long long rows_ = 0, steps_ = 0;
  int chatter_ = 0;
  std::string message_;
};

}  // namespace

bool has_reference() noexcept { return true; }

ReferenceReport integrate_reference(
    const Model& model, double until, double every,
    const std::function<void(const State&, double t, const Gaps&)>& row) {
  try {
    return Reference(model, until, every, row).integrate();
  } catch (const SundialsError& error) {
    return {0, 0, 0, error.what()};
  }
}

}  // namespace bramah
