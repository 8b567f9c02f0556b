// Tangent of NaturalMechanism's residual.
#include "multibody/natural/natural_buffers.h"

namespace bramah {

void NaturalMechanism::tangent(std::span<const double> v, const MechanismLoad& load,
                               StepCoefficients c, Scratch& scratch, SquareMatrix& j) const {
  auto& b = static_cast<Buffers&>(scratch);
  add_mass(c.a, j);
  const std::size_t last = parts_.gauges.size() + parts_.measured.size();
  for (std::size_t g = 0; g < parts_.coordinate_gauges.size(); ++g)
    j.row(parts_.coordinate_gauges[g])[parts_.coordinate_gauges[g]] -=
        c.q * load.gauges[last + g].by_length + c.v * load.gauges[last + g].by_rate;
  for (std::size_t g = 0; g < parts_.gauges.size(); ++g)
    j.row(parts_.gauges[g])[parts_.gauges[g]] -=
        c.q * load.gauges[g].by_length + c.v * load.gauges[g].by_rate;
  add_measured(load, c, b, j);
  for (const NaturalDamper& damper : parts_.dampers) add_damper(damper, v, c, b, j);
  for (std::size_t e = 0; e < parts_.efforts.size(); ++e)
    add_effort_slope(parts_.efforts[e], c.q * load.efforts[e], b, j);
  for (std::size_t k = 0; k < parts_.constraints.size(); ++k)
    parts_.constraints[k].add_hessian(b.q.data(), c.q * load.multipliers[k], j, b.work.data());
  add_penalties(load, c.q, b, j);
}

void NaturalMechanism::mass_matrix(const MechanismLoad& load, Scratch& scratch,
                                   SquareMatrix& j) const {
  add_mass(1.0, j);
  add_penalties(load, 1.0, static_cast<const Buffers&>(scratch), j);
}

void NaturalMechanism::add_pattern(Pattern& pattern) const {
  for (int i = 0; i < parts_.coordinates; ++i) {
    pattern.add(i, i);
    for (int k = mass_start_[i]; k < mass_start_[i + 1]; ++k) pattern.add(i, mass_column_[k]);
  }
  for (const auto& measured : parts_.measured) pattern.add(measured.f.support, measured.f.support);
  for (const NaturalDamper& damper : parts_.dampers) pattern.add(damper.support, damper.support);
  for (const NaturalEffort& effort : parts_.efforts) pattern.add(effort.support, effort.support);
  for (const auto& constraint : parts_.constraints)
    pattern.add(constraint.support, constraint.support);
}

void NaturalMechanism::add_mass(double factor, SquareMatrix& j) const {
  for (int i = 0; i < parts_.coordinates; ++i)
    for (int k = mass_start_[i]; k < mass_start_[i + 1]; ++k)
      j.row(i)[mass_column_[k]] += factor * mass_value_[k];
}

void NaturalMechanism::add_penalties(const MechanismLoad& load, double factor, const Buffers& b,
                                     SquareMatrix& j) const {
  if (load.penalties.empty()) return;
  const std::size_t count = parts_.constraints.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<int>& support = parts_.constraints[k].support;
    const double* const entries = &b.jacobian[first_[k]];
    for (std::size_t i = 0; i < support.size(); ++i) {
      double* const row = j.row(support[i]);
      const double push = factor * load.penalties[k] * entries[i];
      for (std::size_t l = 0; l < support.size(); ++l) row[support[l]] += push * entries[l];
    }
  }
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    j.row(parts_.drivers[d])[parts_.drivers[d]] += factor * load.penalties[count + d];
}

// -F H - J (F_s J + F_sdot (H v))^T - J F_sdot J^T with H = (f_qq / 2 - J J^T) / s of a distance,
// H = 0 of what is linear.
void NaturalMechanism::add_measured(const MechanismLoad& load, StepCoefficients c, const Buffers& b,
                                    SquareMatrix& j) const {
  for (std::size_t s = 0; s < parts_.measured.size(); ++s) {
    const Quadratic& squared = parts_.measured[s].f;
    const GaugeForce force = load.gauges[parts_.gauges.size() + s];
    const double* const J = b.gauge_jacobian.data() + first_gauge_[s];
    const double* const hv = b.gauge_hessian_v.data() + first_gauge_[s];
    const double* h = squared.H.data();
    const double by_h = parts_.measured[s].root ? c.q * force.value / b.length[s] : 0.0;
    const double by_j = c.q * force.by_length + c.v * force.by_rate - by_h;
    for (int i = 0; i < squared.size(); ++i) {
      double* const row = j.row(squared.support[i]);
      for (int k = 0; k < squared.size(); ++k)
        row[squared.support[k]] -=
            0.5 * by_h * *h++ + J[i] * (by_j * J[k] + c.q * force.by_rate * hv[k]);
    }
  }
}

// Q = -d sum_k w_k W_k,   W = B x + b,   w = W . v
//   dQ/dq = -d sum (W (B^T v)^T + w B),   dQ/dv = -d sum W W^T
void NaturalMechanism::add_damper(const NaturalDamper& damper, std::span<const double> v,
                                  StepCoefficients c, Buffers& b, SquareMatrix& j) const {
  const std::vector<int>& support = damper.support;
  const std::size_t n = support.size();
  double *const W = b.work.data(), *const by_q = W + widest_;
  for (const RateForm& form : damper.w) {
    form.gradient(support, b.q.data(), W);
    double w = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      w += W[k] * v[support[k]];
      by_q[k] = 0.0;
      for (std::size_t i = 0; i < n && !form.B.empty(); ++i)
        by_q[k] += form.B[i * n + k] * v[support[i]];
    }
    for (std::size_t i = 0; i < n; ++i) {
      double* const row = j.row(support[i]);
      for (std::size_t k = 0; k < n; ++k) {
        const double B = form.B.empty() ? 0.0 : form.B[i * n + k];
        row[support[k]] += damper.damping * (c.q * (W[i] * by_q[k] + w * B) + c.v * W[i] * W[k]);
      }
    }
  }
}

// -value d(sum_k n_k W_k)/dq
void NaturalMechanism::add_effort_slope(const NaturalEffort& effort, double value, Buffers& b,
                                        SquareMatrix& j) const {
  const std::vector<int>& support = effort.support;
  const std::size_t n = support.size();
  double* const W = b.work.data();
  for (const NaturalEffort::Axis& axis : effort.axes) {
    axis.w.gradient(support, b.q.data(), W);
    double along = axis.d0;
    for (std::size_t i = 0; i < n; ++i) along += axis.d[i] * b.q[support[i]];
    for (std::size_t i = 0; i < n; ++i) {
      double* const row = j.row(support[i]);
      for (std::size_t k = 0; k < n; ++k) {
        const double B = axis.w.B.empty() ? 0.0 : axis.w.B[i * n + k];
        row[support[k]] -= value * (W[i] * axis.d[k] + along * B);
      }
    }
  }
}

}  // namespace bramah
