// Constraints of NaturalMechanism: values, rates, rows and their slopes; drivers come last.
#include <algorithm>

#include "multibody/natural/natural_buffers.h"

namespace bramah {

void NaturalMechanism::constraint_values(const MechanismLoad& load, const Scratch& scratch,
                                         std::span<double> phi) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  std::copy(b.phi.begin(), b.phi.end(), phi.begin());
  const std::size_t first = b.phi.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    phi[first + d] = b.q[parts_.drivers[d]] - load.drivers[d].value;
}

void NaturalMechanism::constraint_rates(std::span<const double> v, const MechanismLoad& load,
                                        const Scratch& scratch, std::span<double> rate) const {
  apply_jacobian(v, scratch, rate);
  const std::size_t first = parts_.constraints.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d) rate[first + d] -= load.drivers[d].rate;
}

void NaturalMechanism::bias_rates(const MechanismLoad& load, const Scratch& scratch,
                                  std::span<double> gamma) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  std::copy(b.bias.begin(), b.bias.end(), gamma.begin());
  const std::size_t first = b.bias.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    gamma[first + d] = -load.drivers[d].acceleration;
}

void NaturalMechanism::add_transposed(std::span<const double> multipliers, const Scratch& scratch,
                                      std::span<double> r) const {
  add_rows(static_cast<const Buffers&>(scratch).jacobian, multipliers, r);
}

void NaturalMechanism::keep_jacobian(Scratch& scratch) const {
  auto& b = static_cast<Buffers&>(scratch);
  std::copy(b.jacobian.begin(), b.jacobian.end(), b.kept.begin());
}

void NaturalMechanism::add_kept_transposed(std::span<const double> multipliers,
                                           const Scratch& scratch, std::span<double> r) const {
  add_rows(static_cast<const Buffers&>(scratch).kept, multipliers, r);
}

void NaturalMechanism::add_rows(const std::vector<double>& entries,
                                std::span<const double> multipliers, std::span<double> r) const {
  const std::size_t count = parts_.constraints.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<int>& support = parts_.constraints[k].support;
    for (std::size_t i = 0; i < support.size(); ++i)
      r[support[i]] += entries[first_[k] + i] * multipliers[k];
  }
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    r[parts_.drivers[d]] += multipliers[count + d];
}

void NaturalMechanism::apply_jacobian(std::span<const double> x, const Scratch& scratch,
                                      std::span<double> y) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  const std::size_t count = parts_.constraints.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<int>& support = parts_.constraints[k].support;
    double sum = 0.0;
    for (std::size_t i = 0; i < support.size(); ++i)
      sum += b.jacobian[first_[k] + i] * x[support[i]];
    y[k] = sum;
  }
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d) y[count + d] = x[parts_.drivers[d]];
}

// Rows of `entries` over the supports, then `driver` at driven coordinates.
void NaturalMechanism::spread(const std::vector<double>& entries, double driver,
                              std::span<double> rows) const {
  const std::size_t n = static_cast<std::size_t>(parts_.coordinates);
  const std::size_t count = parts_.constraints.size();
  std::fill(rows.begin(), rows.end(), 0.0);
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<int>& support = parts_.constraints[k].support;
    for (std::size_t i = 0; i < support.size(); ++i)
      rows[k * n + support[i]] = entries[first_[k] + i];
  }
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    rows[(count + d) * n + parts_.drivers[d]] = driver;
}

void NaturalMechanism::jacobian(const Scratch& scratch, std::span<double> rows) const {
  spread(static_cast<const Buffers&>(scratch).jacobian, 1.0, rows);
}

void NaturalMechanism::rate_slopes(std::span<const double>, const Scratch& scratch,
                                   std::span<double> rows) const {
  spread(static_cast<const Buffers&>(scratch).hessian_v, 0.0, rows);
}

// Phi'' = Phi_q a + v^T Phi_qq v: slopes Phi_qq a + d(v^T Phi_qq v)/dq, 2 Phi_qq v and Phi_q.
void NaturalMechanism::acceleration_slopes(std::span<const double> v, std::span<const double> a,
                                           StepCoefficients c, Scratch& scratch,
                                           std::span<double> rows) const {
  auto& b = static_cast<Buffers&>(scratch);
  const std::size_t n = static_cast<std::size_t>(parts_.coordinates);
  spread(b.jacobian, 1.0, rows);
  for (double& entry : rows) entry *= c.a;
  double *const ha = b.work.data() + 4 * widest_ + 4, *const third = ha + widest_ + 1;
  for (std::size_t k = 0; k < parts_.constraints.size(); ++k) {
    const NaturalConstraint& constraint = parts_.constraints[k];
    constraint.hessian_times(b.q.data(), a.data(), ha, b.work.data());
    constraint.third_times(b.q.data(), v.data(), third, b.work.data());
    for (int i = 0; i < constraint.size(); ++i)
      rows[k * n + constraint.support[i]] +=
          c.q * (ha[i] + third[i]) + 2.0 * c.v * b.hessian_v[first_[k] + i];
  }
}

}  // namespace bramah
