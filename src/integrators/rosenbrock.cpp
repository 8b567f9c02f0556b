#include "integrators/rosenbrock.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/copy_few.h"

namespace bramah {

namespace {

constexpr int kFind = 0;           // iteration in which contacts may change
constexpr double kEvent = 1e-9;    // [s] how well an event is found
constexpr double kChatter = 1e-6;  // [s] events closer than that
constexpr int kMaxChatter = 1000;  // in a row are too many
constexpr double kSafety = 0.9, kShrink = 0.2, kGrow = 6.0;
constexpr double kSmallestError = 1e-6;  // that the controller believes
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

double shortest(double t) { return 1e-13 * std::max(1e-2, std::abs(t)); }

}  // namespace

Rosenbrock::Rosenbrock(const ImplicitDynamics& dynamics, const Options& options)
    : Integrator(dynamics, {}),
      options_(options),
      step_(dynamics),
      middle_(step_.start),
      r0_(dynamics.size()),
      middle_power_(dynamics.audits()),
      last_power_(dynamics.audits()),
      work_(dynamics.audits()),
      last_work_(dynamics.audits()),
      modes_(dynamics.modes()),
      mass_modes_(modes_) {}

void Rosenbrock::set_time(const Dynamics& dynamics, Dynamics::Scratch& scratch,
                          double t) const noexcept {
  if (varies_) dynamics.set_time(t, anchor_, scratch);
}

// R with ydot = 0 into r0_; true if a contact changed.
bool Rosenbrock::evaluate(const Dynamics& dynamics, Dynamics::Scratch& scratch, const Trial& at,
                          int iteration) noexcept {
  copy_few(at.q, trial_.q);
  copy_few(at.v, trial_.v);
  copy_few(at.a, trial_.a);
  copy_few(at.y, trial_.y);
  std::fill(trial_.ydot.begin(), trial_.ydot.end(), 0.0);
  return dynamics.residual(trial_, {}, iteration, scratch, r0_);
}

// With the modes of the start.
void Rosenbrock::evaluate_start(const Dynamics& dynamics, Dynamics::Scratch& scratch) noexcept {
  set_time(dynamics, scratch, t_);
  dynamics.restore_modes(modes_, scratch);
  evaluate(dynamics, scratch, step_.start, RosenbrockStep::kHeld);
}

// Where a piece begins, and behind an event.
void Rosenbrock::find_modes(const Dynamics& dynamics, Dynamics::Scratch& scratch) noexcept {
  set_time(dynamics, scratch, t_);
  evaluate(dynamics, scratch, step_.start, kFind);
  dynamics.save_modes(scratch, modes_);
  if (modes_ == mass_modes_) return;
  step_.forget_mass();
  std::copy(modes_.begin(), modes_.end(), mass_modes_.begin());
}

void Rosenbrock::begin(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                       double t, double end, const StatePoint& p) noexcept {
  t_ = last_t_ = t, end_ = end, anchor_ = 0.5 * (t + end);
  rejected_ = event_ = false;
  chatter_ = 0, last_event_ = t - 1.0;
  dynamics.set_time(t, anchor_, scratch);
  varies_ = dynamics.varies(anchor_, scratch);
  copy_few(p.work, work_);
  copy_few(p.power, power_);
  next_ = p.control[0], last_root_ = p.control[1];
  reload(dynamics, scratch, p);
  if (options_.relative_tolerance >= 1.0)
    next_ = end - t;
  else if (!(next_ > 0.0))
    restart(first_step());
}

void Rosenbrock::restart(double h) noexcept {
  next_ = h;
  last_root_ = std::numeric_limits<double>::infinity();  // no step before
}

// The cube root of the tolerance is about what a step of third order can change.
double Rosenbrock::first_step() const noexcept {
  return step_.time_scale() * std::cbrt(0.01 * options_.relative_tolerance);
}

void Rosenbrock::reload(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                        const StatePoint& p) noexcept {
  Trial& start = step_.start;
  copy_few(p.q, start.q);
  copy_few(p.v, start.v);
  copy_few(p.a, start.a);
  copy_few(p.y, start.y);
  copy_few(p.ydot, start.ydot);
  find_modes(dynamics, scratch);
}

// Middle and end of an attempt, with the power at the middle; true if a contact changed.
bool Rosenbrock::look(const Dynamics& dynamics, Dynamics::Scratch& scratch, double h,
                      int iteration) noexcept {
  step_.interpolate(0.5, h, middle_);
  set_time(dynamics, scratch, t_ + 0.5 * h);
  const bool changed = evaluate(dynamics, scratch, middle_, iteration);
  dynamics.powers(trial_, scratch, middle_power_);
  set_time(dynamics, scratch, t_ + h);
  dynamics.announce_tangent(scratch);  // of the step that begins there
  return evaluate(dynamics, scratch, step_.end, iteration) || changed;
}

// Share of the attempt behind which a mode is another; ends with those of the start.
double Rosenbrock::find_event(const Dynamics& dynamics, Dynamics::Scratch& scratch,
                              double h) noexcept {
  const auto changed = [&](double theta) {
    dynamics.restore_modes(modes_, scratch);
    step_.interpolate(theta, h, middle_);
    set_time(dynamics, scratch, t_ + theta * h);
    return evaluate(dynamics, scratch, middle_, kFind);
  };
  double before = 0.0, behind = 0.5;
  if (!changed(0.5)) before = 0.5, behind = 1.0;
  while ((behind - before) * h > kEvent) {
    const double middle = 0.5 * (before + behind);
    (changed(middle) ? behind : before) = middle;
  }
  evaluate_start(dynamics, scratch);
  return behind;
}

// The last two steps of a piece share what is left.
double Rosenbrock::step_size(bool& shortened) const noexcept {
  const double left = end_ - t_, h = std::min(next_, options_.longest);
  shortened = h > 0.5 * left;
  if (!shortened) return h;
  return h < 0.99 * left ? 0.5 * left : left;
}

bool Rosenbrock::reject(double h, double error, AdvanceReport& report) noexcept {
  const bool finite = std::isfinite(error);
  next_ = h * (finite ? std::max(kShrink, kSafety / std::cbrt(error)) : kShrink);
  rejected_ = true;
  report.newton.converged = next_ > shortest(t_);
  return report.newton.converged;
}

bool Rosenbrock::step(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                      AdvanceReport& report) noexcept {
  bool shortened = false, at_event = false;
  double h = step_size(shortened);
  for (;;) {
    const bool solved = step_.attempt(dynamics, scratch, {t_, h, anchor_, varies_}, r0_);
    const double error = solved ? step_.error(options_.relative_tolerance) : kNotANumber;
    report.solves += rodas3::kStages;
    report.iterations += rodas3::kStages;
    report.max_iterations = 1;
    report.newton = {
        .converged = true, .iterations = 1, .increment = error, .worst = step_.worst()};
    if (!(error <= 1.0)) {
      if (!reject(h, error, report)) return false;
      evaluate_start(dynamics, scratch);
      h = step_size(shortened);
      continue;
    }
    event_ = look(dynamics, scratch, h, kFind);
    if (event_ && !at_event && h > kEvent) {
      const double share = find_event(dynamics, scratch, h);
      at_event = shortened = true;
      if (share < 1.0) {
        h = std::max(share * h, kEvent);
        continue;
      }
    }
    if (event_) {  // powers before it
      dynamics.restore_modes(modes_, scratch);
      look(dynamics, scratch, h, RosenbrockStep::kHeld);
    }
    accept(dynamics, scratch, h, error, shortened);
    return true;
  }
}

void Rosenbrock::accept(const Dynamics& dynamics, Dynamics::Scratch& scratch, double h,
                        double error, bool shortened) noexcept {
  const double root = std::cbrt(std::max(error, kSmallestError));
  const double factor = kSafety / root * std::min(1.0, h * last_root_ / root);
  const double size = h * std::clamp(factor, kShrink, rejected_ ? 1.0 : kGrow);
  next_ = shortened && !rejected_ ? std::max(next_, size) : size;
  last_root_ = root / h;
  rejected_ = false;
  std::swap(last_power_, power_);
  dynamics.powers(trial_, scratch, power_);
  for (std::size_t k = 0; k < work_.size(); ++k) {
    last_work_[k] = work_[k];
    work_[k] += h / 6.0 * (last_power_[k] + 4.0 * middle_power_[k] + power_[k]);
  }
  last_t_ = t_;
  t_ = h == end_ - t_ ? end_ : t_ + h;
}

bool Rosenbrock::proceed(const ImplicitDynamics& dynamics,
                         ImplicitDynamics::Scratch& scratch) noexcept {
  std::swap(step_.start, step_.end);
  if (!event_) return true;
  event_ = false;
  chatter_ = t_ - last_event_ < kChatter ? chatter_ + 1 : 0;
  last_event_ = t_;
  if (chatter_ > kMaxChatter) return false;
  set_time(dynamics, scratch, t_);
  if (!dynamics.rates(step_.start, scratch)) return false;
  dynamics.powers(step_.start, scratch, power_);
  find_modes(dynamics, scratch);
  restart(std::min(next_, first_step()));
  return true;
}

void Rosenbrock::interpolate(double t, Trial& out, std::span<double> work) const noexcept {
  const double h = t_ - last_t_, theta = (t - last_t_) / h, rest = 1.0 - theta;
  step_.interpolate(theta, h, out);
  for (std::size_t k = 0; k < work.size(); ++k)
    work[k] = last_work_[k] + theta * theta * (3.0 - 2.0 * theta) * (work_[k] - last_work_[k]) +
              h * theta * rest * (rest * last_power_[k] - theta * power_[k]);
}

void Rosenbrock::store(StatePoint p) const noexcept {
  const Trial& x = step_.start;
  copy_few(x.q, p.q);
  copy_few(x.v, p.v);
  copy_few(x.a, p.a);
  copy_few(x.y, p.y);
  copy_few(x.ydot, p.ydot);
  copy_few(power_, p.power);
  copy_few(work_, p.work);
  p.control[0] = next_, p.control[1] = last_root_;
}

namespace {

// Every number of a step in one order, for save() and restore().
template <class Rule, class Visit>
void visit_memory(Rule& rule, Visit visit) {
  rule.visit_numbers([&](auto& number) { visit(&number, 1); });
  rule.visit_vectors([&](auto& vector) { visit(vector.data(), vector.size()); });
}

}  // namespace

std::size_t Rosenbrock::memory_size(const ImplicitDynamics& d) noexcept {
  const auto trial = static_cast<std::size_t>(3 * d.coordinates() + 2 * d.states());
  return kNumbers + 2 * trial + 4 * static_cast<std::size_t>(d.audits()) +
         static_cast<std::size_t>(d.modes());
}

void Rosenbrock::save(std::span<double> memory) const noexcept {
  std::size_t at = 0;
  visit_memory(*this, [&](const auto* from, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) memory[at++] = static_cast<double>(from[k]);
  });
}

void Rosenbrock::restore(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                         std::span<const double> memory) noexcept {
  std::size_t at = 0;
  visit_memory(*this, [&](auto* to, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k)
      to[k] = static_cast<std::remove_reference_t<decltype(*to)>>(memory[at++]);
  });
  dynamics.set_time(t_, anchor_, scratch);
  varies_ = dynamics.varies(anchor_, scratch);
  step_.forget_mass();
  mass_modes_ = modes_;
  rejected_ = false;
  dynamics.restore_modes(modes_, scratch);
  evaluate(dynamics, scratch, step_.end, RosenbrockStep::kHeld);
}

AdvanceReport Rosenbrock::advance(const ImplicitDynamics& dynamics,
                                  ImplicitDynamics::Scratch& scratch, double t, double h,
                                  StatePoint p) noexcept {
  AdvanceReport report;
  begin(dynamics, scratch, t, t + h, p);
  while (!done()) {
    if (!step(dynamics, scratch, report)) return report;
    if (!proceed(dynamics, scratch)) {
      report.newton.converged = false;
      return report;
    }
  }
  store(p);
  return report;
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::rosenbrock>(const ImplicitDynamics& dynamics,
                                                                  const IntegratorOptions& o) {
  return std::make_unique<Rosenbrock>(dynamics,
                                      Rosenbrock::Options{o.relative_tolerance, o.longest_step});
}

}  // namespace bramah
