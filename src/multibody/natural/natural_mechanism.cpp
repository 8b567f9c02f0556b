#include "multibody/natural/natural_mechanism.h"

#include <algorithm>
#include <cmath>

#include "multibody/natural/natural_buffers.h"

namespace bramah {

NaturalMechanism::NaturalMechanism(NaturalParts parts) : parts_(std::move(parts)) {
  const auto widen = [&](std::size_t n) { widest_ = std::max(widest_, n); };
  int next = 0;
  for (const NaturalConstraint& c : parts_.constraints) {
    first_.push_back(next);
    next += c.size();
    widen(c.support.size());
  }
  first_.push_back(next);
  next = 0;
  for (NaturalGauge& g : parts_.measured) {
    const std::size_t n = g.f.support.size();
    if (g.f.H.empty()) g.f.H.assign(n * n, 0.0);  // one kind of loop for both
    first_gauge_.push_back(next);
    next += g.f.size();
    widen(n);
  }
  first_gauge_.push_back(next);
  for (const NaturalDamper& d : parts_.dampers) widen(d.support.size());
  for (const NaturalEffort& e : parts_.efforts) widen(e.support.size());
  const int n = parts_.coordinates;
  for (int i = 0; i < n; ++i) {
    mass_start_.push_back(static_cast<int>(mass_column_.size()));
    for (int k = 0; k < n; ++k) {
      const double m = parts_.mass[static_cast<std::size_t>(i) * n + k];
      if (m == 0.0) continue;
      mass_column_.push_back(k);
      mass_value_.push_back(m);
    }
  }
  mass_start_.push_back(static_cast<int>(mass_column_.size()));
}

std::unique_ptr<Mechanism::Scratch> NaturalMechanism::make_scratch() const {
  auto b = std::make_unique<Buffers>();
  b->q.resize(parts_.coordinates);
  b->phi.resize(parts_.constraints.size());
  b->bias.resize(parts_.constraints.size());
  for (auto* x : {&b->jacobian, &b->kept, &b->hessian_v}) x->resize(first_.back());
  b->length.resize(parts_.measured.size());
  b->rate.resize(parts_.measured.size());
  b->gauge_rate.resize(parts_.gauges.size());
  b->coordinate_rate.resize(parts_.coordinate_gauges.size());
  b->gauge_jacobian.resize(first_gauge_.back());
  b->gauge_hessian_v.resize(first_gauge_.back());
  b->work.resize(8 * widest_ + 8);
  return b;
}

void NaturalMechanism::kinematics(std::span<const double> q, std::span<const double> v,
                                  std::span<const double>, Scratch& scratch) const {
  auto& b = static_cast<Buffers&>(scratch);
  std::copy(q.begin(), q.end(), b.q.begin());
  for (std::size_t k = 0; k < parts_.constraints.size(); ++k)
    b.phi[k] = parts_.constraints[k].evaluate(q.data(), &b.jacobian[first_[k]], b.work.data());
  for (std::size_t k = 0; k < parts_.measured.size(); ++k) {
    const NaturalGauge& gauge = parts_.measured[k];
    double* const j = b.gauge_jacobian.data() + first_gauge_[k];
    const double f = gauge.f.evaluate(q.data(), j);
    b.length[k] = gauge.root ? std::sqrt(f) : f;
    const double steep = gauge.root ? 2.0 * b.length[k] : 1.0;  // df/ds
    b.rate[k] = 0.0;
    for (int i = 0; i < gauge.f.size(); ++i) {
      j[i] /= steep;
      b.rate[k] += j[i] * v[gauge.f.support[i]];
    }
  }
  coordinate_rates(v, b);
}

void NaturalMechanism::coordinate_rates(std::span<const double> v, Buffers& b) const {
  for (std::size_t g = 0; g < parts_.gauges.size(); ++g) b.gauge_rate[g] = v[parts_.gauges[g]];
  for (std::size_t g = 0; g < parts_.coordinate_gauges.size(); ++g)
    b.coordinate_rate[g] = v[parts_.coordinate_gauges[g]];
}

// H v of constraints; of a length s = sqrt(f), H = (f_qq / 2 - J J^T) / s.
void NaturalMechanism::second_derivatives(std::span<const double> v, Scratch& scratch) const {
  auto& b = static_cast<Buffers&>(scratch);
  for (std::size_t k = 0; k < parts_.constraints.size(); ++k)
    parts_.constraints[k].hessian_times(b.q.data(), v.data(), &b.hessian_v[first_[k]],
                                        b.work.data());
  for (std::size_t k = 0; k < parts_.measured.size(); ++k) {
    const Quadratic& f = parts_.measured[k].f;
    double* const hv = b.gauge_hessian_v.data() + first_gauge_[k];
    const double* const j = b.gauge_jacobian.data() + first_gauge_[k];
    f.curve(v.data(), hv);
    if (!parts_.measured[k].root) continue;
    double rate = 0.0;
    for (int i = 0; i < f.size(); ++i) rate += j[i] * v[f.support[i]];
    for (int i = 0; i < f.size(); ++i) hv[i] = (0.5 * hv[i] - j[i] * rate) / b.length[k];
  }
}

void NaturalMechanism::refresh_rates(std::span<const double> v, Scratch& scratch) const {
  auto& b = static_cast<Buffers&>(scratch);
  double* const hv = b.work.data() + 4 * widest_ + 4;
  for (std::size_t k = 0; k < parts_.constraints.size(); ++k) {
    const NaturalConstraint& c = parts_.constraints[k];
    c.hessian_times(b.q.data(), v.data(), hv, b.work.data());
    b.bias[k] = 0.0;
    for (int i = 0; i < c.size(); ++i) b.bias[k] += hv[i] * v[c.support[i]];
  }
  for (std::size_t k = 0; k < parts_.measured.size(); ++k) {
    const Quadratic& f = parts_.measured[k].f;
    b.rate[k] = 0.0;
    for (int i = 0; i < f.size(); ++i)
      b.rate[k] += b.gauge_jacobian[first_gauge_[k] + i] * v[f.support[i]];
  }
  coordinate_rates(v, b);
}

GaugeView NaturalMechanism::gauge(int g, const Scratch& scratch) const {
  static constexpr double kOne[1] = {1.0}, kZero[1] = {0.0};
  const auto& b = static_cast<const Buffers&>(scratch);
  std::size_t k = static_cast<std::size_t>(g);
  if (k < parts_.gauges.size())
    return {b.q[parts_.gauges[k]], b.gauge_rate[k], {&parts_.gauges[k], 1}, kOne, kZero};
  k -= parts_.gauges.size();
  if (k < parts_.measured.size()) {
    const std::vector<int>& support = parts_.measured[k].f.support;
    return {b.length[k], b.rate[k], support,
            std::span(b.gauge_jacobian).subspan(first_gauge_[k], support.size()),
            std::span(b.gauge_hessian_v).subspan(first_gauge_[k], support.size())};
  }
  k -= parts_.measured.size();
  const int& i = parts_.coordinate_gauges[k];
  return {b.q[i], b.coordinate_rate[k], {&i, 1}, kOne, kZero};
}

void NaturalMechanism::residual(std::span<const double> v, std::span<const double> a,
                                const MechanismLoad& load, Scratch& scratch,
                                std::span<double> r) const {
  auto& b = static_cast<Buffers&>(scratch);
  for (int i = 0; i < parts_.coordinates; ++i) {
    r[i] = -parts_.gravity[i];
    for (int k = mass_start_[i]; k < mass_start_[i + 1]; ++k)
      r[i] += mass_value_[k] * a[mass_column_[k]];
  }
  const std::size_t measured = parts_.gauges.size(), last = measured + parts_.measured.size();
  for (std::size_t g = 0; g < parts_.coordinate_gauges.size(); ++g)
    r[parts_.coordinate_gauges[g]] -= load.gauges[last + g].value;
  double* const force = b.work.data() + 3 * widest_ + 3;
  for (const NaturalDamper& damper : parts_.dampers) {
    damper_rates(damper, v, b, force);
    for (std::size_t i = 0; i < damper.support.size(); ++i) r[damper.support[i]] -= force[i];
  }
  for (std::size_t g = 0; g < parts_.gauges.size(); ++g)
    r[parts_.gauges[g]] -= load.gauges[g].value;
  for (std::size_t k = 0; k < parts_.measured.size(); ++k) {
    const std::vector<int>& support = parts_.measured[k].f.support;
    const double size = load.gauges[measured + k].value;
    for (std::size_t i = 0; i < support.size(); ++i)
      r[support[i]] -= size * b.gauge_jacobian[first_gauge_[k] + i];
  }
  for (int e = 0; e < efforts(); ++e) add_effort(e, load.efforts[e], scratch, r);
  add_transposed(load.multipliers, scratch, r);
}

// Q = -d sum_k w_k W_k; returns the power lost.
double NaturalMechanism::damper_rates(const NaturalDamper& damper, std::span<const double> v,
                                      const Buffers& b, double* force) const {
  const std::size_t n = damper.support.size();
  std::fill(force, force + n, 0.0);
  double lost = 0.0;
  for (const RateForm& form : damper.w) {
    double *const W = b.work.data(), w = 0.0;
    form.gradient(damper.support, b.q.data(), W);
    for (std::size_t i = 0; i < n; ++i) w += W[i] * v[damper.support[i]];
    for (std::size_t i = 0; i < n; ++i) force[i] -= damper.damping * w * W[i];
    lost += damper.damping * w * w;
  }
  return lost;
}

void NaturalMechanism::add_effort(int e, double value, const Scratch& scratch,
                                  std::span<double> r) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  const NaturalEffort& effort = parts_.efforts[e];
  if (effort.coordinate >= 0) {
    r[effort.coordinate] -= value;
    return;
  }
  double* const W = b.work.data();
  for (const NaturalEffort::Axis& axis : effort.axes) {
    axis.w.gradient(effort.support, b.q.data(), W);
    double n = axis.d0;
    for (std::size_t i = 0; i < effort.support.size(); ++i) n += axis.d[i] * b.q[effort.support[i]];
    for (std::size_t i = 0; i < effort.support.size(); ++i)
      r[effort.support[i]] -= value * n * W[i];
  }
}

// Fused by hand: the compiler would choose by what else is in the loop.
MechanismEnergy NaturalMechanism::energy(std::span<const double> v, const Scratch& scratch) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  MechanismEnergy out{0.0, parts_.potential};
  for (int i = 0; i < parts_.coordinates; ++i) {
    double momentum = 0.0;
    for (int k = mass_start_[i]; k < mass_start_[i + 1]; ++k)
      momentum += mass_value_[k] * v[mass_column_[k]];
    out.kinetic = std::fma(0.5 * momentum, v[i], out.kinetic);
    out.potential = std::fma(-parts_.gravity[i], b.q[i], out.potential);
  }
  return out;
}

MechanismPower NaturalMechanism::power(std::span<const double> v, const MechanismLoad& load,
                                       const Scratch& scratch) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  MechanismPower out;
  for (const NaturalDamper& damper : parts_.dampers)
    out.dissipated += damper_rates(damper, v, b, b.work.data() + widest_);
  double* const W = b.work.data();
  for (std::size_t e = 0; e < parts_.efforts.size(); ++e) {
    const NaturalEffort& effort = parts_.efforts[e];
    if (effort.coordinate >= 0) out.efforts += load.efforts[e] * v[effort.coordinate];
    for (const NaturalEffort::Axis& axis : effort.axes) {
      axis.w.gradient(effort.support, b.q.data(), W);
      double n = axis.d0, w = 0.0;
      for (std::size_t i = 0; i < effort.support.size(); ++i) {
        n += axis.d[i] * b.q[effort.support[i]];
        w += W[i] * v[effort.support[i]];
      }
      out.efforts += load.efforts[e] * n * w;
    }
  }
  const std::size_t first = parts_.constraints.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    out.drivers -= load.multipliers[first + d] * load.drivers[d].rate;
  return out;
}

std::array<double, 3> NaturalMechanism::point_position(int point, const Scratch& scratch) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  std::array<double, 3> xyz{};
  for (int axis = 0; axis < 3; ++axis) xyz[axis] = parts_.points[point][axis].value(b.q.data());
  return xyz;
}

std::array<double, 3> NaturalMechanism::point_velocity(int point, std::span<const double> v,
                                                       const Scratch& scratch) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  std::array<double, 3> rate{};
  for (int axis = 0; axis < 3; ++axis)
    rate[axis] = parts_.points[point][axis].rate(b.q.data(), v.data());
  return rate;
}

// (H x + g) . a + v . H v
std::array<double, 3> NaturalMechanism::point_acceleration(int point, std::span<const double> v,
                                                           std::span<const double> a,
                                                           const Scratch& scratch) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  std::array<double, 3> out{};
  for (int axis = 0; axis < 3; ++axis) {
    const Quadratic& f = parts_.points[point][axis];
    out[axis] = f.rate(b.q.data(), a.data());
    for (int i = 0, n = f.size(); !f.H.empty() && i < n; ++i)
      for (int k = 0; k < n; ++k)
        out[axis] += v[f.support[i]] * f.H[static_cast<std::size_t>(i * n + k)] * v[f.support[k]];
  }
  return out;
}

}  // namespace bramah
