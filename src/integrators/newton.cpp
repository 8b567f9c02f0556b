#include "integrators/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bramah {

namespace {

constexpr double kKeepTangent = 0.1;  // contraction that is good enough to keep the tangent
constexpr double kDiverging = 2.0;    // growth of the increment that calls for damping
constexpr int kMaxHalvings = 8;

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

NewtonReport Newton::solve(const ImplicitDynamics& dynamics, StepCoefficients c, Trial& trial,
                           ImplicitDynamics::Scratch& scratch) noexcept {
  NewtonReport report;
  moved_ = dynamics.moved(scratch);
  bool renew = true;
  double previous = 0.0;
  int halvings = 0;
  for (int k = 0; k < options_.max_iterations; ++k) {
    report.iterations = k + 1;
    const bool contact_changed = dynamics.residual(trial, c, k, scratch, residual_);
    const bool fresh = renew || contact_changed;
    if (fresh && !renew_tangent(dynamics, c, trial, scratch)) {
      report.worst = lu_.failed_row();
      report.increment = std::numeric_limits<double>::quiet_NaN();
      return report;
    }
    double eta = 0.0;
    const auto solve_increment = [&] {
      for (int i = 0; i < size_; ++i) shifted_[i] = -residual_[i];
      lu_.solve(shifted_);
      scaled_size(eta, report.worst);
    };
    solve_increment();
    if (!std::isfinite(eta)) {
      // Outside the equations' range (an empty chamber): walk back, or name the equation that
      // failed.
      if (k > 0 && halvings++ < kMaxHalvings) {
        move(trial, c, -0.5);
        for (double& x : increment_) x *= 0.5;
        previous *= 0.5;
        renew = true;
        continue;
      }
      for (int i = size_ - 1; i >= 0; --i)
        if (!std::isfinite(residual_[i])) report.worst = i;
      report.increment = eta;
      return report;
    }

    // A growing increment: first renew the tangent here, then walk half of the last step back.
    if (k > 0 && eta > kDiverging * previous && !contact_changed && halvings < kMaxHalvings) {
      if (!fresh) {
        if (!renew_tangent(dynamics, c, trial, scratch)) return report;
        solve_increment();
      }
      if (!(eta <= kDiverging * previous)) {
        move(trial, c, -0.5);
        for (double& x : increment_) x *= 0.5;
        previous *= 0.5;
        ++halvings;
        renew = true;
        continue;
      }
    }
    increment_.swap(shifted_);
    const double gap = dynamics.gap_after(increment_, scratch);
    move(trial, c, 1.0);
    report.increment = eta;
    const double theta = k > 0 && previous > 0.0 && !contact_changed ? eta / previous : 1.0;
    previous = eta;
    renew = theta > kKeepTangent && k > 0;
    const bool small = eta <= options_.tolerance;
    const bool contracting = theta < 0.5 && theta / (1.0 - theta) * eta <= options_.tolerance;
    if (!contact_changed && (small || contracting) && gap <= options_.tolerance) {
      report.converged = true;
      return report;
    }
  }
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
