#include "integrators/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bramah {

namespace {

constexpr double kKeepTangent = 0.1;  // contraction that is good enough to keep the tangent
constexpr int kMaxTries = 8;          // shares of one increment
constexpr double kFalls = 0.9;        // of the squared residual along an increment
constexpr int kClips = 6;             // iterations in which states stop where they bend
constexpr double kShrinks = 0.8;      // increments that shrink as much are on their way
constexpr int kPolishes = 4;
constexpr double kRoundOff = 1e-15;  // of a state's scale
constexpr int kSettled = 100;        // an iteration that changes no contact
constexpr int kSettledAgain = -1;    // and no multiplier either
constexpr double kNoise = 1e3;       // times the tolerance: too small to judge by,
constexpr double kLoudest = 1e-4;    // but no more than that, however loose the tolerance
constexpr double kStill = 1e-8;   // an increment that shrinks no more: the solution, to round-off
constexpr int kPatience = 3;      // of its own tangent's increments before that is believed
constexpr double kClosed = 1e-2;  // of the tolerance, for loops that one increment closes
constexpr double kUnknown = 0.1;  // of the tolerance, for an increment that nothing is known of
constexpr double kSafety = 10.0;  // times what a first increment is expected to leave
constexpr double kKnown = 0.1;    // of the tolerance: as little must that be
constexpr double kReach = 1e-5;  // a larger first increment is not relied on: it may cross a corner
constexpr double kForget = 1.5;  // times, each time that it is

// The error that an increment leaves, if it and the one before came from one tangent.
double left_by(double eta, double theta) noexcept {
  return theta < 0.5 ? theta / (1.0 - theta) * eta : std::numeric_limits<double>::infinity();
}

}  // namespace

Newton::Newton(const ImplicitDynamics& dynamics, const NewtonOptions& options)
    : options_(options),
      coordinates_(dynamics.moved_coordinates()),
      size_(dynamics.size()),
      lu_(options.numerical_tangent
              ? LinearSolver(size_, coordinates_)
              : LinearSolver(dynamics.pattern(), coordinates_, scales(dynamics))),
      residual_(size_),
      shifted_(size_),
      increment_(size_),
      inverse_scale_(size_),
      base_(size_),
      diagonal_(size_),
      base_rows_(size_) {
  for (int i = 0; i < size_; ++i) inverse_scale_[i] = 1.0 / dynamics.scale(i);
}

// One point after the other: R there, an increment, and whether the point was good. A good point is
// left by its increment, a bad one by going back along the increment that led to it. Once one was bad,
// states that have an equation to themselves (bristles, which let go in a corner) are solved for at each
// point, so that the search is left with what the others make of it: there the residual falls steadily
// from one side of the corner to the other, while the bristle's own row would forbid to cross it.
NewtonReport Newton::solve(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                           Scratch& scratch, bool warm, double* bend, bool measure) noexcept {
  NewtonReport report;
  moved_ = dynamics.moved(scratch);
  Arrival here;
  here.stale = !warm;
  int still = 0;
  bool settles = false;  // it went too far once
  bool plain = true;     // no contact has changed, and all increments came from the first tangent
  double first = 0.0;    // increment
  for (int k = 0; k < patience_ * options_.max_iterations; ++k) {
    if (budget_ && budget_->spend()) return report;
    report.iterations = k + 1;
    if (here.stale && !options_.numerical_tangent) dynamics.announce_tangent(scratch);
    const bool contact_changed = dynamics.residual(trial, c, k, scratch, residual_);
    if (settles && dynamics.settle_states(trial, c, scratch))
      dynamics.residual(trial, c, kSettledAgain, scratch, residual_);
    if (contact_changed) here.forget();
    plain = plain && !contact_changed;
    Next next = with_tangent_in_use(here, report.worst);
    const bool renew = next.fresh && (next.good || here.line.tries == 0) && std::isfinite(next.eta);
    if (renew && !with_own_tangent(dynamics, c, trial, scratch, here, next, report.worst))
      return singular(report);
    if (!next.good) {
      settles = true;
      if (!step_back(here, c, trial)) return not_finite(report, next.eta);
      continue;
    }
    if (!std::isfinite(next.eta)) return not_finite(report, next.eta);
    take(dynamics, c, trial, scratch, k, next);
    report.increment = next.eta;
    if (k == 0) first = next.eta;
    plain = plain && next.fresh == (k == 0 && !warm);
    report.left = left_after(next, k == 0 && plain, bend);
    // Round-off in stiff equations can hold increments above the tolerance for ever.
    const bool stuck = next.fresh && next.eta <= kStill && next.eta > kShrinks * here.size;
    still = stuck && next.gap <= kStill ? still + 1 : 0;
    here = {next.clipped ? 0.0 : next.eta, next.fresh, next.clipped, {}};
    if (!contact_changed && (settled(next, report, measure && k == 0) || still >= kPatience)) {
      report.moved = coordinates_moved();
      if (bend) *bend = plain ? learnt(report, first, warm, *bend) : 0.0;
      report.converged = !options_.polish || polish(dynamics, c, trial, scratch, k + 1);
      return report;
    }
  }
  return report;
}

// A point is good if the increment there is smaller than the one that led to it. If not, it may still
// be good by its own tangent (with_own_tangent), for a valve that opens shows a flat tangent on one
// side and a steep one on the other; or by the residual, which has gone down on the way. The tangent is
// kept while it contracts well.
Newton::Next Newton::with_tangent_in_use(const Arrival& here, int& worst) noexcept {
  Next next{.fresh = here.stale, .good = here.size == 0.0};
  if (!here.stale) {
    solve_increment(next.eta, worst);
    if (here.size > 0.0) {
      next.theta = next.eta / here.size;
      next.good = shrinks(next.eta, here.size);
      next.fresh = !next.good || next.theta > kKeepTangent;
    }
  }
  if (here.line.tries > 0)
    next.good = found(here.line);
  else if (!next.good && here.exact)
    next.good = falls();
  return next;
}

// False if the tangent is singular.
bool Newton::with_own_tangent(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                              Scratch& scratch, const Arrival& here, Next& next,
                              int& worst) noexcept {
  if (!renew_tangent(dynamics, c, trial, scratch)) return false;
  solve_increment(next.eta, worst);
  next.good = next.good || shrinks(next.eta, here.size);
  return true;
}

// Too far. An increment from an older tangent is dropped; one from the tangent of its point is taken
// only as far as the residual, each row over the tangent's diagonal, has gone along it. False if there
// is nothing left to try.
bool Newton::step_back(Arrival& here, StepCoefficients c, Trial& trial) const noexcept {
  const double share = here.exact ? shorten(here.line) : 0.0;
  if (here.exact && share == here.line.share) return false;
  move(trial, c, share - here.line.share);
  here.line.share = share;
  here.stale = true;
  if (!here.exact) here.forget();
  return true;
}

void Newton::take(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                  Scratch& scratch, int iteration, Next& next) noexcept {
  increment_.swap(shifted_);
  base_.swap(residual_);
  next.clipped = iteration < kClips && dynamics.clip(trial, increment_, scratch);
  next.gap = dynamics.gap_after(increment_, scratch);
  move(trial, c, 1.0);
}

bool Newton::settled(const Next& next, const NewtonReport& report, bool measure) const noexcept {
  // An older tangent's first increment: nobody knows how well it contracts.
  const bool unknown = !next.fresh && next.theta == 1.0;
  const bool small = next.eta <= (unknown ? kUnknown : 1.0) * options_.tolerance;
  const bool contracting = !next.fresh && left_by(next.eta, next.theta) <= options_.tolerance;
  const bool known =
      report.left < next.eta && report.left <= std::min(kNear, kKnown * options_.tolerance);
  if (measure && report.left > kNear) return false;
  return !next.clipped && (small || contracting || known) &&
         next.gap <= kClosed * options_.tolerance;
}

double Newton::left_after(const Next& next, bool first, const double* bend) const noexcept {
  if (next.clipped) return std::numeric_limits<double>::infinity();
  if (!next.fresh && next.theta < 1.0) return std::min(next.eta, left_by(next.eta, next.theta));
  if (!first || !bend || *bend == 0.0 || next.eta > kReach) return next.eta;
  return std::min(next.eta, kSafety * *bend * next.eta * (next.fresh ? next.eta : 1.0));
}

double Newton::learnt(const NewtonReport& report, double first, bool warm, double bend) noexcept {
  if (report.iterations > 2) return 0.0;
  if (report.iterations == 1) return kForget * bend;
  return first > 0.0 ? std::max(report.increment, kRoundOff) / (warm ? first : first * first)
                     : bend;
}

double Newton::coordinates_moved() const noexcept {
  double size = 0.0;
  for (int i = 0; i < coordinates_; ++i)
    size = std::max(size, std::abs(increment_[i]) * inverse_scale_[i]);
  return size;
}

// How much of the residual at the increment's start is left along it: 1 there, 0 where it has gone.
double Newton::left(double& size) const noexcept {
  double base = 0.0, here = 0.0, along = 0.0;
  for (int i = 0; i < size_; ++i) {
    const double before = base_[i] * base_rows_[i], now = residual_[i] * base_rows_[i];
    base += before * before, here += now * now, along += before * now;
  }
  size = here / base;
  return along / base;
}

// Before the zero, and smaller than at the start.
bool Newton::falls() noexcept {
  double size = 0.0;
  for (int i = 0; i < size_; ++i) {
    const double diagonal = std::abs(diagonal_[i]);
    base_rows_[i] = diagonal > 0.0 ? inverse_scale_[i] / diagonal : inverse_scale_[i];
  }
  const double now = left(size);
  return now >= 0.0 && size < kFalls;
}

bool Newton::found(const LineSearch& line) const noexcept {
  double size = 0.0;
  const double now = left(size);
  if (!std::isfinite(size)) return false;
  // A share of an increment can take away no more than its share.
  const double fallen = patience_ > 1 ? 1.0 - (1.0 - kFalls) * line.share : kFalls;
  return std::abs(now) < 0.5 || (now >= 0.0 && size < fallen && line.far_left == 0.0) ||
         line.tries > kMaxTries;
}

// The share to try next: the Illinois rule between a point before the zero and one beyond it, half
// of the way while none is beyond.
double Newton::shorten(LineSearch& line) const noexcept {
  double size = 0.0;
  const double now = left(size);
  if (line.tries++ > 2 * kMaxTries) return line.share;
  if (!std::isfinite(size)) return 0.25 * line.share;
  if (now < 0.0) {
    if (line.side < 0) line.near_left *= 0.5;
    line.far = line.share, line.far_left = now, line.side = -1;
  } else if (line.far_left < 0.0) {
    if (line.side > 0) line.far_left *= 0.5;
    line.near = line.share, line.near_left = now, line.side = 1;
  } else {
    return 0.5 * line.share;
  }
  const double width = line.far - line.near;
  const double zero = line.near + width * line.near_left / (line.near_left - line.far_left);
  return std::clamp(zero, line.near + 0.02 * width, line.far - 0.02 * width);
}

// Last iterations with the tangent of the solution: what is left then is round-off.
bool Newton::polish(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                    Scratch& scratch, int iteration) noexcept {
  double eta = 1.0;
  int worst = -1;
  for (int pass = 0; pass < kPolishes && eta > kRoundOff; ++pass) {
    dynamics.residual(trial, c, std::max(iteration, kSettled), scratch, residual_);
    if (!renew_tangent(dynamics, c, trial, scratch)) return false;
    solve_increment(eta, worst);
    if (!std::isfinite(eta)) return false;
    increment_.swap(shifted_);
    move(trial, c, 1.0);
  }
  return true;
}

bool Newton::shrinks(double eta, double previous) const noexcept {
  const double noise = std::min(kNoise * options_.tolerance, kLoudest);
  return std::isfinite(eta) && (eta <= kShrinks * previous || eta <= noise);
}

// dR/dx dx = -R [Naya2011, Eq. 24; Rahikainen2017, Eq. 2].
void Newton::solve_increment(double& eta, int& worst) noexcept {
  for (int i = 0; i < size_; ++i) shifted_[i] = -residual_[i];
  lu_.solve(shifted_);
  scaled_size(eta, worst);
}

NewtonReport Newton::singular(NewtonReport report) const noexcept {
  report.worst = lu_.failed_row();
  report.increment = std::numeric_limits<double>::quiet_NaN();
  return report;
}

// Outside the equations' range (an empty chamber): names the equation that failed.
NewtonReport Newton::not_finite(NewtonReport report, double eta) const noexcept {
  for (int i = size_ - 1; i >= 0; --i)
    if (!std::isfinite(residual_[i])) report.worst = i;
  report.increment = eta;
  return report;
}

bool Newton::renew_tangent(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                           Scratch& scratch) noexcept {
  lu_.set_zero();
  if (options_.numerical_tangent)
    difference_tangent(dynamics, c, trial, scratch);
  else
    dynamics.tangent(trial, c, scratch, lu_);
  dynamics.tangent_written(scratch);
  for (int i = 0; i < size_; ++i) diagonal_[i] = lu_.row(i)[i];
  return lu_.factorise();
}

// One residual per unknown, epsilon = 1e-8 max(1e-2, |x|) [Jaiswal2021, Eqs. 40-41].
void Newton::difference_tangent(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                                Scratch& scratch) noexcept {
  constexpr int kSameIterate = -1;  // neither multipliers nor contacts move
  for (int i = 0; i < size_; ++i) {
    const bool coordinate = i < coordinates_;
    const int s = i - coordinates_, at = coordinate ? place(i) : 0;
    const double x = coordinate ? trial.q[at] : trial.y[s];
    const double epsilon = 1e-8 * std::max(1e-2, std::abs(x));
    const auto shift = [&](double e) {
      if (coordinate)
        trial.q[at] += c.q * e, trial.v[at] += c.v * e, trial.a[at] += c.a * e;
      else
        trial.y[s] += e, trial.ydot[s] += c.y * e;
    };
    shift(epsilon);
    dynamics.residual(trial, c, kSameIterate, scratch, shifted_);
    shift(-epsilon);
    for (int r = 0; r < size_; ++r) lu_.row(r)[i] = (shifted_[r] - residual_[r]) / epsilon;
  }
  dynamics.residual(trial, c, kSameIterate, scratch, shifted_);
}

void Newton::scaled_size(double& eta, int& worst) const noexcept {
  eta = 0.0;
  for (int i = 0; i < size_; ++i) {
    const double size = std::abs(shifted_[i]) * inverse_scale_[i];
    if (size <= eta) continue;  // what is no number is not
    eta = size, worst = i;
    if (!std::isfinite(size)) return;
  }
}

void Newton::move(Trial& trial, StepCoefficients c, double factor) const noexcept {
  for (int i = 0; i < coordinates_; ++i) {
    const double d = factor * increment_[i];
    const int at = place(i);
    trial.q[at] += d;
    trial.v[at] += c.v * d;
    trial.a[at] += c.a * d;
  }
  for (int i = coordinates_; i < size_; ++i) {
    const double d = factor * increment_[i];
    trial.y[i - coordinates_] += d;
    trial.ydot[i - coordinates_] += c.y * d;
  }
}

}  // namespace bramah
