#include "integrators/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bramah {

namespace {

constexpr double kKeepTangent = 0.1;  // contraction that is good enough to keep the tangent
constexpr int kMaxTries = 8;          // shares of one increment
constexpr int kSettled = 100;          // an iteration that changes no contact
constexpr double kNoise = 1e3;        // times the tolerance: too small to judge by

}  // namespace

Newton::Newton(const ImplicitDynamics& dynamics, const NewtonOptions& options)
    : options_(options),
      coordinates_(dynamics.moved_coordinates()),
      size_(dynamics.size()),
      lu_(size_, coordinates_),
      residual_(size_),
      shifted_(size_),
      increment_(size_),
      inverse_scale_(size_),
      base_(size_),
      row_scale_(size_) {
  for (int i = 0; i < size_; ++i) inverse_scale_[i] = 1.0 / dynamics.scale(i);
}

// A new point is good if the increment there, by the tangent in use, is smaller than the one that
// led to it. If not, the increment is taken only as far as the residual, each row over the tangent's
// diagonal, falls along it: a valve that opens shows a flat tangent on one side and a steep one on
// the other, and Newton's own steps would go to and fro for ever. The tangent is kept while it
// contracts well.
NewtonReport Newton::solve(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                           ImplicitDynamics::Scratch& scratch) noexcept {
  NewtonReport report;
  moved_ = dynamics.moved(scratch);
  double previous = 0.0;  // size of the increment that led here; 0: none did
  bool exact = false;     // it came from the tangent of its point
  bool stale = true;      // the tangent is of no use
  LineSearch line;
  for (int k = 0; k < options_.max_iterations; ++k) {
    report.iterations = k + 1;
    const bool contact_changed = dynamics.residual(trial, c, k, scratch, residual_);
    if (contact_changed) previous = 0.0, stale = true, line = {};
    double eta = 0.0, theta = 1.0;
    if (!stale) {
      solve_increment(eta, report.worst);
      theta = eta / previous;
      if (!shrinks(eta, previous, line.share)) {
        const double next = exact ? shorten(line) : 0.0;
        if (next != line.share) {
          move(trial, c, next - line.share);
          line.share = next;
          if (!exact) previous = 0.0, stale = true, line = {};  // an older tangent's: drop it
          continue;
        }
        if (!std::isfinite(eta)) return not_finite(report, eta);
      }
    }
    const bool fresh = stale || theta > kKeepTangent || line.share < 1.0;
    if (fresh) {
      if (!renew_tangent(dynamics, c, trial, scratch)) return singular(report);
      solve_increment(eta, report.worst);
    }
    if (!std::isfinite(eta)) return not_finite(report, eta);
    increment_.swap(shifted_);
    base_.swap(residual_);
    const bool clipped = dynamics.clip(trial, increment_, scratch);
    const double gap = dynamics.gap_after(increment_, scratch);
    line = {};
    move(trial, c, 1.0);
    report.increment = eta;
    const bool small = eta <= options_.tolerance;
    const bool contracting =
        !fresh && theta < 0.5 && theta / (1.0 - theta) * eta <= options_.tolerance;
    previous = clipped ? 0.0 : eta, exact = fresh, stale = clipped;
    if (!contact_changed && !clipped && (small || contracting) && gap <= options_.tolerance) {
      report.converged = !options_.polish || polish(dynamics, c, trial, scratch, k + 1);
      return report;
    }
  }
  return report;
}

// The share of the increment to try next, or the present one if the residual fell far enough.
double Newton::shorten(LineSearch& line) const noexcept {
  double base = 0.0, here = 0.0, along = 0.0;
  for (int i = 0; i < size_; ++i) {
    const double before = base_[i] * row_scale_[i], now = residual_[i] * row_scale_[i];
    base += before * before, here += now * now, along += before * now;
  }
  if (!std::isfinite(here)) return line.tries++ < kMaxTries ? 0.25 * line.share : line.share;
  const double slope = along / base;  // 1 at the base, 0 where the residual has gone
  if (here <= (1.0 - 0.2 * line.share) * (1.0 - 0.2 * line.share) * base ||
      line.tries++ >= kMaxTries)
    return line.share;
  // Regula falsi between a point before the zero and one beyond it.
  if (slope < 0.0)
    line.far = line.share, line.far_slope = slope;
  else
    line.near = line.share, line.near_slope = slope;
  if (line.far_slope == 0.0) return 0.5 * line.share;  // it fell nowhere: shorter
  const double width = line.far - line.near;
  const double zero = line.near + width * line.near_slope / (line.near_slope - line.far_slope);
  return std::clamp(zero, line.near + 0.05 * width, line.far - 0.1 * width);
}

// A last iteration with the tangent of the solution: what is left then is round-off.
bool Newton::polish(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                    ImplicitDynamics::Scratch& scratch, int iteration) noexcept {
  double eta = 0.0;
  int worst = -1;
  dynamics.residual(trial, c, std::max(iteration, kSettled), scratch, residual_);
  if (!renew_tangent(dynamics, c, trial, scratch)) return false;
  solve_increment(eta, worst);
  if (!std::isfinite(eta)) return false;
  increment_.swap(shifted_);
  move(trial, c, 1.0);
  return true;
}

bool Newton::shrinks(double eta, double previous, double share) const noexcept {
  if (!std::isfinite(eta)) return false;
  return eta <= (1.0 - 0.25 * share) * previous || eta <= kNoise * options_.tolerance;
}

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
                           ImplicitDynamics::Scratch& scratch) noexcept {
  lu_.set_zero();
  if (options_.numerical_tangent)
    difference_tangent(dynamics, c, trial, scratch);
  else
    dynamics.tangent(trial, c, scratch, lu_);
  dynamics.tangent_written(scratch);
  for (int i = 0; i < size_; ++i) {
    const double diagonal = std::abs(lu_.row(i)[i]);
    row_scale_[i] = diagonal > 0.0 ? inverse_scale_[i] / diagonal : inverse_scale_[i];
  }
  return lu_.factorise();
}

// One residual per unknown, epsilon = 1e-8 max(1e-2, |x|) [Jaiswal2021, Eqs. 40-41].
void Newton::difference_tangent(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                                ImplicitDynamics::Scratch& scratch) noexcept {
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
    if (size > eta || !std::isfinite(size)) eta = size, worst = i;
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
