#include "integrators/spectral_radius.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

constexpr int kWarmUp = 20, kAveraged = 20;
constexpr double kFar = 0.05;  // of a state's scale

}  // namespace

SpectralRadius::SpectralRadius(const ImplicitDynamics& dynamics)
    : moved_(dynamics.moved_coordinates()),
      states_(dynamics.states()),
      by_q_(dynamics.size()),
      by_v_(dynamics.pattern()),
      by_a_(dynamics.pattern(), moved_),
      x_(static_cast<std::size_t>(2 * moved_ + states_)),
      next_(x_.size()),
      residual_(dynamics.size()),
      right_(dynamics.size()),
      inverse_scale_(dynamics.size()) {
  for (int i = 0; i < dynamics.size(); ++i) inverse_scale_[i] = 1.0 / dynamics.scale(i);
}

// next = A x, in scaled states.
void SpectralRadius::multiply() noexcept {
  const int n = moved_, m = states_;
  const double *dq = x_.data(), *dv = dq + n;
  double* const dy = next_.data();  // unscaled; it is overwritten below
  for (int k = 0; k < m; ++k) dy[k] = x_[2 * n + k] / inverse_scale_[n + k];
  for (int r = 0; r < n + m; ++r) {
    const double *by_q = by_q_.row(r), *by_v = by_v_.row(r);
    double sum = 0.0;
    for (int i = 0; i < n; ++i) sum -= by_q[i] * dq[i] + by_v[i] * dv[i];
    for (int k = 0; k < m; ++k) sum -= by_q[n + k] * dy[k];
    right_[r] = sum;
  }
  by_a_.solve_lead(std::span(right_).first(n));
  std::copy_n(dv, n, next_.begin());
  std::copy_n(right_.begin(), n, next_.begin() + n);
  for (int k = 0; k < m; ++k) next_[2 * n + k] = right_[n + k] * inverse_scale_[n + k];
}

SpectralRadius::Estimate SpectralRadius::estimate(const ImplicitDynamics& dynamics, Trial& trial,
                                                  ImplicitDynamics::Scratch& scratch) noexcept {
  const auto fill = [&](SquareMatrix& j, StepCoefficients c) {
    j.set_zero();
    dynamics.residual(trial, c, -1, scratch, residual_);
    dynamics.tangent(trial, c, scratch, j);
  };
  fill(by_q_, {1.0, 0.0, 0.0, 0.0});
  fill(by_v_, {0.0, 1.0, 0.0, 0.0});
  fill(by_a_, {0.0, 0.0, 1.0, 1.0});
  // A row without a rate of its own is algebraic or rests on a stop: an explicit rule does not
  // advance it.
  for (int r = moved_; r < moved_ + states_; ++r) {
    if (by_a_.row(r)[r] - by_q_.row(r)[r] > 0.5) continue;
    std::fill_n(by_q_.row(r), moved_ + states_, 0.0);
    std::fill_n(by_v_.row(r), moved_ + states_, 0.0);
  }
  Estimate out;
  if (!by_a_.factorise()) return out;
  for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = 1.0 + 0.1 * static_cast<double>(i % 7);
  double growth = 0.0;
  for (int pass = 0; pass < kWarmUp + kAveraged; ++pass) {
    multiply();
    double size = 0.0;
    for (const double value : next_) size = std::max(size, std::abs(value));
    if (!(size > 0.0) || !std::isfinite(size)) return out;
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = next_[i] / size;
    if (pass >= kWarmUp) growth += std::log(size);
  }
  out.radius = std::exp(growth / kAveraged);
  double most = 0.0;
  for (int i = 0; i < moved_ + states_; ++i) {
    const double size = std::abs(x_[moved_ + i]);  // velocities and states
    if (size > most) most = size, out.unknown = i;
  }
  return out;
}

SpectralRadius::Estimate SpectralRadius::secant(const ImplicitDynamics& dynamics, double h,
                                                std::span<const double> ydot,
                                                const Trial& trial) const noexcept {
  Estimate out;
  double most = kFar;
  for (int k = 0; k < states_; ++k) {
    const double way = h * std::abs(ydot[k]) / dynamics.scale(moved_ + k);
    if (!(way > most)) continue;
    most = way;
    out = {(1.0 - trial.ydot[k] / ydot[k]) / h, moved_ + k};
  }
  return out;
}

}  // namespace bramah
