#include "integrators/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bramah {

namespace {

constexpr double kKeepTangent = 0.1;  // contraction that is good enough to keep the tangent
constexpr double kShortest = 1e-4;    // share of an increment that is still tried
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
      inverse_scale_(size_) {
  for (int i = 0; i < size_; ++i) inverse_scale_[i] = 1.0 / dynamics.scale(i);
}

// Damped Newton with the natural monotonicity test: the increment that the last tangent gives at a
// new point must be smaller than the one that led there, else only a share of that is taken. The
// tangent is kept while it contracts well.
NewtonReport Newton::solve(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                           ImplicitDynamics::Scratch& scratch) noexcept {
  NewtonReport report;
  moved_ = dynamics.moved(scratch);
  bool fresh = false;     // the tangent is of this point
  double previous = 0.0;  // size of the increment that led here
  double share = 1.0;     // of which so much was taken
  for (int k = 0; k < options_.max_iterations; ++k) {
    report.iterations = k + 1;
    const bool contact_changed = dynamics.residual(trial, c, k, scratch, residual_);
    if (k == 0 || contact_changed) {
      if (!renew_tangent(dynamics, c, trial, scratch)) return singular(report);
      fresh = true, previous = 0.0, share = 1.0;
    }
    double eta = 0.0;
    solve_increment(eta, report.worst);
    if (previous > 0.0 && !shrinks(eta, previous, share)) {
      // Too far: walk back along the last increment.
      const double shorter = shorter_share(eta, previous, share);
      if (shorter >= kShortest) {
        move(trial, c, shorter - share);
        share = shorter;
        continue;
      }
      if (!std::isfinite(eta)) return not_finite(report, eta);
    }
    if (!std::isfinite(eta)) return not_finite(report, eta);
    const double theta = previous > 0.0 ? eta / previous : 1.0;
    if (previous > 0.0 && (theta > kKeepTangent || share < 1.0)) {
      if (!renew_tangent(dynamics, c, trial, scratch)) return singular(report);
      solve_increment(eta, report.worst);
      if (!std::isfinite(eta)) return not_finite(report, eta);
      fresh = true;
    }
    increment_.swap(shifted_);
    const double gap = dynamics.gap_after(increment_, scratch);
    share = std::min(1.0, 4.0 * share);
    move(trial, c, share);
    report.increment = eta;
    previous = eta;
    const bool small = eta <= options_.tolerance;
    const bool contracting =
        !fresh && theta < 0.5 && theta / (1.0 - theta) * eta <= options_.tolerance;
    fresh = false;
    if (!contact_changed && share == 1.0 && (small || contracting) && gap <= options_.tolerance) {
      report.converged = true;
      return report;
    }
  }
  return report;
}

bool Newton::shrinks(double eta, double previous, double share) const noexcept {
  if (!std::isfinite(eta)) return false;
  return eta <= (1.0 - 0.25 * share) * previous || eta <= kNoise * options_.tolerance;
}

// Where a parabola through what was seen has its minimum.
double Newton::shorter_share(double eta, double previous, double share) const noexcept {
  if (!std::isfinite(eta)) return 0.25 * share;
  double bend = 0.0;  // |second increment - (1 - share) first|
  for (int i = 0; i < size_; ++i)
    bend =
        std::max(bend, std::abs(shifted_[i] - (1.0 - share) * increment_[i]) * inverse_scale_[i]);
  return std::clamp(0.5 * previous * share * share / bend, 0.1 * share, 0.5 * share);
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
