#include "integrators/gen_alpha.h"

#include <algorithm>
#include <cmath>

#include "core/copy_few.h"

namespace bramah {

namespace {

constexpr double kGenAlphaError = 1.0 / 8.0;  // of h³ x''', rho_inf from 0.5 to 1

}  // namespace

GenAlpha::GenAlpha(const ImplicitDynamics& dynamics, const NewtonOptions& options, double rho_inf)
    : Integrator(dynamics, options),
      alpha_m_((2.0 * rho_inf - 1.0) / (rho_inf + 1.0)),
      alpha_f_(rho_inf / (rho_inf + 1.0)),
      predictor_(dynamics),
      algorithmic_a_(dynamics.coordinates()),
      algorithmic_y_(dynamics.states()),
      predicted_q_(dynamics.coordinates()),
      predicted_y_(dynamics.states()) {
  gamma_ = 0.5 + alpha_f_ - alpha_m_;
  alpha_m_y_ = (3.0 * rho_inf - 1.0) / (2.0 * (rho_inf + 1.0));
  gamma_y_ = 0.5 + alpha_f_ - alpha_m_y_;
  beta_ = 0.25 * (gamma_ + 0.5) * (gamma_ + 0.5);
}

AdvanceReport GenAlpha::advance(const ImplicitDynamics& dynamics,
                                ImplicitDynamics::Scratch& scratch, double t, double h,
                                StatePoint p) noexcept {
  // w is the acceleration a share of the step behind t; of another step than before, another share.
  // (Instants are rounded: steps of one length differ in their last digits.)
  if (bounds_ && p.before_h[0] > 0.0 && std::abs(p.before_h[0] - h) > 1e-9 * h) {
    const double share = h / p.before_h[0];
    for (std::size_t i = 0; i < p.q.size(); ++i)
      p.memory_a[i] = p.a[i] + share * (p.memory_a[i] - p.a[i]);
    for (std::size_t i = 0; i < p.y.size(); ++i)
      p.memory_y[i] = p.ydot[i] + share * (p.memory_y[i] - p.ydot[i]);
  }
  AdvanceReport report;
  const double keep = 1.0 / (1.0 - alpha_f_);
  const StepCoefficients c{1.0, gamma_ / (beta_ * h), (1.0 - alpha_m_) * keep / (beta_ * h * h),
                           (1.0 - alpha_m_y_) * keep / (gamma_y_ * h)};
  const Ahead ahead = bends_ ? look_ahead(p, h) : Ahead{};
  predict(h, ahead, p);
  bool solved = solve(dynamics, scratch, c, t + h, t + 0.5 * h, p, report);
  if (!solved && ahead.known() && !bounds_) {  // without substeps there is one more guess
    predict(h, {}, p);
    solved = solve(dynamics, scratch, c, t + h, t + 0.5 * h, p, report);
  }
  if (!solved) return report;
  if (bounds_) {
    look_back(p, h, kGenAlphaError);
    judge(c, report);
  }

  for (std::size_t i = 0; i < p.q.size(); ++i)
    p.memory_a[i] = algorithmic_a_[i] + (trial_.q[i] - predicted_q_[i]) / (beta_ * h * h);
  for (std::size_t i = 0; i < p.y.size(); ++i)
    p.memory_y[i] = algorithmic_y_[i] + (trial_.y[i] - predicted_y_[i]) / (gamma_y_ * h);
  for (std::size_t k = 0; k < p.work.size(); ++k) p.work[k] += 0.5 * h * p.power[k];
  add_work(p, 0.5 * h);
  remember(p, h, trial_);
  store(p);
  return report;
}

// Rates at the end, and the formulas' consequences.
void GenAlpha::predict(double h, const Ahead& ahead, const StatePoint& p) noexcept {
  const bool known = ahead.known();
  for (std::size_t i = 0; i < p.q.size(); ++i) {
    const double change =
        known ? Predictor::bend_acceleration(ahead.change(p.a[i], p.before_a[i], p.bend_a[i]),
                                             p.a[i], p.before_a[i], beta_ * h * h)
              : 0.0;
    const double w0 = p.memory_a[i], a = p.a[i] + (1.0 - alpha_f_) * change;
    const double w1 = (a - alpha_m_ * w0) / (1.0 - alpha_m_);
    algorithmic_a_[i] = w1;
    trial_.a[i] = p.a[i] + change;
    trial_.v[i] = p.v[i] + h * ((1.0 - gamma_) * w0 + gamma_ * w1);
    trial_.q[i] = p.q[i] + h * p.v[i] + h * h * ((0.5 - beta_) * w0 + beta_ * w1);
    predicted_q_[i] = trial_.q[i];
  }
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    const double change =
        known ? predictor_.bend(i, ahead.change(p.ydot[i], p.before_y[i], p.bend_y[i]), p.ydot[i],
                                p.before_y[i], gamma_y_ * h)
              : 0.0;
    const double d0 = p.memory_y[i], rate = p.ydot[i] + (1.0 - alpha_f_) * change;
    const double d1 = (rate - alpha_m_y_ * d0) / (1.0 - alpha_m_y_);
    algorithmic_y_[i] = d1;
    trial_.ydot[i] = p.ydot[i] + change;
    trial_.y[i] = p.y[i] + h * ((1.0 - gamma_y_) * d0 + gamma_y_ * d1);
    predicted_y_[i] = trial_.y[i];
  }
  copy_few(p.lambda, trial_.lambda);
}

template <>
std::unique_ptr<Integrator> make_rule<IntegratorRule::gen_alpha>(const ImplicitDynamics& dynamics,
                                                                 const IntegratorOptions& o) {
  return std::make_unique<GenAlpha>(dynamics, o.newton, o.rho_inf);
}

}  // namespace bramah
