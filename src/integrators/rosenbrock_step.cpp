#include "integrators/rosenbrock_step.h"

#include <algorithm>
#include <cmath>

#include "core/copy_few.h"

namespace bramah {

using namespace rodas3;

namespace {

constexpr double kTimeShift = 1e-5;         // of the step, for R_t
constexpr double kProbe = 1099511627776.0;  // 2^40 scales per second, for R_ydot

// out += factor x
void add(double factor, const std::vector<double>& x, std::vector<double>& out) {
  if (factor == 0.0) return;
  for (std::size_t i = 0; i < x.size(); ++i) out[i] += factor * x[i];
}

void hermite(double theta, double h, const std::vector<double>& x0, const std::vector<double>& r0,
             const std::vector<double>& x1, const std::vector<double>& r1,
             std::vector<double>& out) {
  const double rest = 1.0 - theta;
  const double p1 = theta * theta * (3.0 - 2.0 * theta), s0 = h * theta * rest * rest,
               s1 = -h * theta * theta * rest;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = x0[i] + p1 * (x1[i] - x0[i]) + s0 * r0[i] + s1 * r1[i];
}

}  // namespace

RosenbrockStep::RosenbrockStep(const ImplicitDynamics& dynamics)
    : start(dynamics.coordinates(), dynamics.states(), dynamics.constraints()),
      end(start),
      nq_(dynamics.coordinates()),
      ny_(dynamics.states()),
      trial_(start),
      e_(nq_),
      g_(nq_),
      d_y_(ny_),
      d_v_(nq_),
      r_(dynamics.size()),
      r_t_(dynamics.size()),
      mass_(ny_),
      scale_(dynamics.size()),
      lu_(dynamics.pattern(), nq_, scales(dynamics)),
      by_v_(dynamics.pattern()),
      by_a_(dynamics.pattern()) {
  for (Stage& s : stages_) s.q.resize(nq_), s.v.resize(nq_), s.a.resize(nq_), s.y.resize(ny_);
  for (int i = 0; i < dynamics.size(); ++i) scale_[i] = dynamics.scale(i);
}

// R_ydot: a property of the equations and their modes, not of a state.
bool RosenbrockStep::measure_mass(const ImplicitDynamics& dynamics,
                                  ImplicitDynamics::Scratch& scratch,
                                  std::span<const double> r0) noexcept {
  trial_ = start;
  for (int k = 0; k < ny_; ++k) trial_.ydot[k] = kProbe * scale_[nq_ + k];
  dynamics.residual(trial_, {}, kHeld, scratch, r_);
  for (int k = 0; k < ny_; ++k) {
    const double slope = (r_[nq_ + k] - r0[nq_ + k]) / trial_.ydot[k];
    mass_[k] = std::round(slope);
    worst_ = nq_ + k;
    if (!(std::abs(slope - mass_[k]) < 1e-3) || std::abs(mass_[k] - 0.5) > 0.5) return false;
  }
  std::fill(trial_.ydot.begin(), trial_.ydot.end(), 0.0);
  dynamics.residual(trial_, {}, kHeld, scratch, r_);  // the tangent follows
  mass_known_ = true;
  return true;
}

bool RosenbrockStep::factorise(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                               double b) noexcept {
  const auto fill = [&](SquareMatrix& j, StepCoefficients c) {
    j.set_zero();
    dynamics.tangent(start, c, scratch, j);
  };
  if (nq_ > 0) fill(by_v_, {0.0, 1.0, 0.0, 0.0}), fill(by_a_, {0.0, 0.0, 1.0, 0.0});
  fill(lu_, {1.0, 1.0 / b, 1.0 / (b * b), 1.0 / b});
  dynamics.tangent_written(scratch);
  if (lu_.factorise()) return true;
  worst_ = lu_.failed_row();
  return false;
}

// X, V, Z, Y of a stage into trial_, and what the stages before it contribute.
void RosenbrockStep::gather(int stage, double h) noexcept {
  double *y = trial_.y.data(), *d = d_y_.data();
  for (int k = 0; k < ny_; ++k) y[k] = start.y[k], d[k] = 0.0;
  for (int j = 0; j < stage; ++j) {
    const double a = kA[stage][j], c = -kC[stage][j] / h;
    const double* u = stages_[j].y.data();
    for (int k = 0; k < ny_; ++k) y[k] += a * u[k], d[k] += c * u[k];
  }
  if (nq_ > 0) gather_motion(stage, h);
}

void RosenbrockStep::gather_motion(int stage, double h) noexcept {
  const double b = kGamma * h;
  copy_few(start.q, trial_.q);
  copy_few(start.v, trial_.v);
  copy_few(start.a, trial_.a);
  std::fill(e_.begin(), e_.end(), 0.0);
  std::fill(d_v_.begin(), d_v_.end(), 0.0);
  for (int j = 0; j < stage; ++j) {
    const double a = kA[stage][j], c = -kC[stage][j] / h;
    const Stage& s = stages_[j];
    add(a, s.q, trial_.q), add(a, s.v, trial_.v), add(a, s.a, trial_.a);
    add(c, s.q, e_), add(c, s.v, d_v_);
  }
  for (int i = 0; i < nq_; ++i) {
    e_[i] -= trial_.v[i];
    g_[i] = e_[i] / b + d_v_[i] - trial_.a[i];
  }
}

// r_ holds R at the stage.
void RosenbrockStep::solve(int stage, double b) noexcept {
  for (int k = 0; k < nq_ + ny_ && nq_ > 0; ++k) {
    const double *by_v = by_v_.row(k), *by_a = by_a_.row(k);
    double sum = 0.0;
    for (int i = 0; i < nq_; ++i) sum += by_v[i] * e_[i] + by_a[i] * g_[i];
    r_[k] += sum;
  }
  for (int k = 0; k < nq_; ++k) r_[k] = -r_[k];
  for (int k = 0; k < ny_; ++k) r_[nq_ + k] = -(r_[nq_ + k] + mass_[k] * d_y_[k]);
  lu_.solve(r_);
  Stage& s = stages_[stage];
  for (int i = 0; i < nq_; ++i) {
    s.q[i] = r_[i];
    s.v[i] = s.q[i] / b + e_[i];
    s.a[i] = s.v[i] / b + d_v_[i] - trial_.a[i];
  }
  std::copy_n(r_.begin() + nq_, ny_, s.y.begin());
}

// The last stage moves to the end. Its rates are those of the linearised equations there: a stiff
// unknown's are not amplified.
void RosenbrockStep::finish(double h) noexcept {
  const double b = kGamma * h;
  const Stage& s = stages_[kStages - 1];
  for (int i = 0; i < nq_; ++i) {
    end.q[i] = trial_.q[i] + s.q[i];
    end.v[i] = trial_.v[i] + s.v[i];
    end.a[i] = trial_.a[i] + s.a[i];
  }
  for (int k = 0; k < ny_; ++k) {
    end.y[k] = trial_.y[k] + s.y[k];
    end.ydot[k] = s.y[k] / b + d_y_[k];
  }
}

bool RosenbrockStep::attempt(const ImplicitDynamics& dynamics, ImplicitDynamics::Scratch& scratch,
                             const Interval& on, std::span<const double> r0) noexcept {
  if (!mass_known_ && !measure_mass(dynamics, scratch, r0)) return false;
  const double b = kGamma * on.h;
  if (!factorise(dynamics, scratch, b)) return false;
  if (on.varies) {
    const double later = on.t + kTimeShift * on.h;
    dynamics.set_time(later, on.anchor, scratch);
    gather(0, on.h);
    dynamics.residual(trial_, {}, kHeld, scratch, r_t_);
    for (std::size_t k = 0; k < r_.size(); ++k) r_t_[k] = (r_t_[k] - r0[k]) / (later - on.t);
    dynamics.set_time(on.t + on.h, on.anchor, scratch);
  }
  for (int i = 0; i < kStages; ++i) {
    gather(i, on.h);
    // The second stage lies at the start too.
    if (kAlpha[i] == 0.0)
      copy_few(r0, r_);
    else
      dynamics.residual(trial_, {}, kHeld, scratch, r_);
    if (on.varies) add(kGammaSum[i] * on.h, r_t_, r_);
    solve(i, b);
  }
  finish(on.h);
  return true;
}

double RosenbrockStep::error(double relative_tolerance) noexcept {
  const Stage& s = stages_[kStages - 1];
  double largest = 0.0;
  const auto note = [&](double e, double scale, double x0, double x1, int unknown) {
    const double size = std::max(std::abs(x0), std::abs(x1));
    const double ratio = std::abs(e) / (relative_tolerance * (scale + size));
    if (ratio <= largest) return;
    if (std::isfinite(largest)) worst_ = unknown;
    if (std::isfinite(largest)) largest = ratio;
  };
  for (int i = 0; i < nq_; ++i) {
    note(s.q[i], kFloor * scale_[i], start.q[i], end.q[i], i);
    note(s.v[i], kFloor * scale_[i], start.v[i], end.v[i], i);
  }
  for (int k = 0; k < ny_; ++k)
    note(s.y[k], kStateFloor * scale_[nq_ + k], start.y[k], end.y[k], nq_ + k);
  return largest;
}

double RosenbrockStep::time_scale() const noexcept {
  double fastest = 0.0;
  const auto note = [&](double rate, double x, double scale) {
    fastest = std::max(fastest, std::abs(rate) / (std::abs(x) + scale));
  };
  for (int i = 0; i < nq_; ++i) {
    note(start.v[i], start.q[i], kFloor * scale_[i]);
    note(start.a[i], start.v[i], kFloor * scale_[i]);
  }
  for (int k = 0; k < ny_; ++k) note(start.ydot[k], start.y[k], kStateFloor * scale_[nq_ + k]);
  return 1.0 / fastest;
}

void RosenbrockStep::interpolate(double theta, double h, Trial& out) const noexcept {
  hermite(theta, h, start.q, start.v, end.q, end.v, out.q);
  hermite(theta, h, start.v, start.a, end.v, end.a, out.v);
  hermite(theta, h, start.y, start.ydot, end.y, end.ydot, out.y);
  for (std::size_t i = 0; i < out.a.size(); ++i)
    out.a[i] = start.a[i] + theta * (end.a[i] - start.a[i]);
  for (std::size_t k = 0; k < out.ydot.size(); ++k)
    out.ydot[k] = start.ydot[k] + theta * (end.ydot[k] - start.ydot[k]);
}

}  // namespace bramah
