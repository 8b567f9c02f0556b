#include "multibody/guided_mechanism.h"

#include <algorithm>

#include "core/square_matrix.h"

namespace bramah {

struct GuidedMechanism::Buffers final : Mechanism::Scratch {
  std::unique_ptr<Scratch> inner;
  std::vector<GaugeForce> forces;         // with those of the guides
  std::vector<std::vector<double>> kept;  // jacobian of each guide when the tangent was written
};

GuidedMechanism::GuidedMechanism(std::shared_ptr<const Mechanism> mechanism,
                                 std::vector<int> guided)
    : inner_(std::move(mechanism)), guided_(std::move(guided)), own_(inner_->constraints()) {}

GuidedMechanism::Buffers& GuidedMechanism::mine(Scratch& scratch) {
  return static_cast<Buffers&>(scratch);
}
const GuidedMechanism::Buffers& GuidedMechanism::mine(const Scratch& scratch) {
  return static_cast<const Buffers&>(scratch);
}

std::unique_ptr<Mechanism::Scratch> GuidedMechanism::make_scratch() const {
  auto b = std::make_unique<Buffers>();
  b->inner = inner_->make_scratch();
  b->forces.resize(inner_->gauges());
  for (const int g : guided_) b->kept.emplace_back(inner_->gauge(g, *b->inner).support.size(), 0.0);
  return b;
}

// The load as the mechanism itself sees it: its own rows and drivers.
MechanismLoad GuidedMechanism::own(const MechanismLoad& load) const {
  const auto cut = [](const auto& all, int count) {
    return all.first(std::min(all.size(), static_cast<std::size_t>(count)));
  };
  MechanismLoad out = load;
  out.drivers = cut(load.drivers, inner_->drivers());
  out.multipliers = cut(load.multipliers, own_);
  out.penalties = cut(load.penalties, own_);
  return out;
}

// The same, with multipliers and penalties of the guides as forces along their gauges.
MechanismLoad GuidedMechanism::with_guides(const MechanismLoad& load, Buffers& b) const {
  std::copy(load.gauges.begin(), load.gauges.end(), b.forces.begin());
  for (std::size_t k = 0; k < guided_.size(); ++k) {
    GaugeForce& force = b.forces[guided_[k]];
    force.value -= load.multipliers[own_ + k];
    if (!load.penalties.empty()) force.by_length -= load.penalties[own_ + k];
  }
  MechanismLoad out = own(load);
  out.gauges = b.forces;
  return out;
}

const DriverValue& GuidedMechanism::driver(const MechanismLoad& load, std::size_t k) const {
  return load.drivers[inner_->drivers() + k];
}

void GuidedMechanism::kinematics(std::span<const double> q, std::span<const double> v,
                                 std::span<const double> charts, Scratch& scratch) const {
  inner_->kinematics(q, v, charts, *mine(scratch).inner);
}

void GuidedMechanism::second_derivatives(std::span<const double> v, Scratch& scratch) const {
  inner_->second_derivatives(v, *mine(scratch).inner);
}

void GuidedMechanism::refresh_rates(std::span<const double> v, Scratch& scratch) const {
  inner_->refresh_rates(v, *mine(scratch).inner);
}

GaugeView GuidedMechanism::gauge(int g, const Scratch& scratch) const {
  return inner_->gauge(g, *mine(scratch).inner);
}

double GuidedMechanism::gauge_bias(int g, const Scratch& scratch) const {
  return inner_->gauge_bias(g, *mine(scratch).inner);
}

std::span<const double> GuidedMechanism::gauge_second_rate_by_q(int g, Scratch& scratch) const {
  return inner_->gauge_second_rate_by_q(g, *mine(scratch).inner);
}

void GuidedMechanism::constraint_values(const MechanismLoad& load, const Scratch& scratch,
                                        std::span<double> phi) const {
  inner_->constraint_values(own(load), *mine(scratch).inner, phi.first(own_));
  for (std::size_t k = 0; k < guided_.size(); ++k)
    phi[own_ + k] = gauge(guided_[k], scratch).length - driver(load, k).value;
}

void GuidedMechanism::constraint_rates(std::span<const double> v, const MechanismLoad& load,
                                       const Scratch& scratch, std::span<double> rate) const {
  inner_->constraint_rates(v, own(load), *mine(scratch).inner, rate.first(own_));
  for (std::size_t k = 0; k < guided_.size(); ++k) {
    const GaugeView gauge = this->gauge(guided_[k], scratch);
    rate[own_ + k] = -driver(load, k).rate;
    for (std::size_t i = 0; i < gauge.support.size(); ++i)
      rate[own_ + k] += gauge.jacobian[i] * v[gauge.support[i]];
  }
}

void GuidedMechanism::bias_rates(const MechanismLoad& load, const Scratch& scratch,
                                 std::span<double> gamma) const {
  inner_->bias_rates(own(load), *mine(scratch).inner, gamma.first(own_));
  for (std::size_t k = 0; k < guided_.size(); ++k)
    gamma[own_ + k] = gauge_bias(guided_[k], scratch) - driver(load, k).acceleration;
}

void GuidedMechanism::add_transposed(std::span<const double> multipliers, const Scratch& scratch,
                                     std::span<double> r) const {
  inner_->add_transposed(multipliers.first(own_), *mine(scratch).inner, r);
  for (std::size_t k = 0; k < guided_.size(); ++k) {
    const GaugeView gauge = this->gauge(guided_[k], scratch);
    for (std::size_t i = 0; i < gauge.support.size(); ++i)
      r[gauge.support[i]] += gauge.jacobian[i] * multipliers[own_ + k];
  }
}

void GuidedMechanism::keep_jacobian(Scratch& scratch) const {
  Buffers& b = mine(scratch);
  inner_->keep_jacobian(*b.inner);
  for (std::size_t k = 0; k < guided_.size(); ++k)
    std::ranges::copy(gauge(guided_[k], scratch).jacobian, b.kept[k].begin());
}

void GuidedMechanism::add_kept_transposed(std::span<const double> multipliers,
                                          const Scratch& scratch, std::span<double> r) const {
  const Buffers& b = mine(scratch);
  inner_->add_kept_transposed(multipliers.first(own_), *b.inner, r);
  for (std::size_t k = 0; k < guided_.size(); ++k) {
    const std::span<const int> support = gauge(guided_[k], scratch).support;
    for (std::size_t i = 0; i < support.size(); ++i)
      r[support[i]] += b.kept[k][i] * multipliers[own_ + k];
  }
}

void GuidedMechanism::apply_jacobian(std::span<const double> x, const Scratch& scratch,
                                     std::span<double> y) const {
  inner_->apply_jacobian(x, *mine(scratch).inner, y.first(own_));
  for (std::size_t k = 0; k < guided_.size(); ++k) {
    const GaugeView gauge = this->gauge(guided_[k], scratch);
    y[own_ + k] = 0.0;
    for (std::size_t i = 0; i < gauge.support.size(); ++i)
      y[own_ + k] += gauge.jacobian[i] * x[gauge.support[i]];
  }
}

// Adds to row k of the guides.
void GuidedMechanism::spread(std::size_t k, std::span<const int> support,
                             std::span<const double> entries, double factor,
                             std::span<double> rows) const {
  const std::size_t first = (own_ + k) * static_cast<std::size_t>(coordinates());
  for (std::size_t i = 0; i < entries.size(); ++i) rows[first + support[i]] += factor * entries[i];
}

void GuidedMechanism::jacobian(const Scratch& scratch, std::span<double> rows) const {
  const std::size_t first_row = static_cast<std::size_t>(own_) * coordinates();
  inner_->jacobian(*mine(scratch).inner, rows.first(first_row));
  std::ranges::fill(rows.subspan(first_row), 0.0);
  for (std::size_t k = 0; k < guided_.size(); ++k) {
    const GaugeView gauge = this->gauge(guided_[k], scratch);
    spread(k, gauge.support, gauge.jacobian, 1.0, rows);
  }
}

void GuidedMechanism::rate_slopes(std::span<const double> v, const Scratch& scratch,
                                  std::span<double> rows) const {
  const std::size_t first_row = static_cast<std::size_t>(own_) * coordinates();
  inner_->rate_slopes(v, *mine(scratch).inner, rows.first(first_row));
  std::ranges::fill(rows.subspan(first_row), 0.0);
  for (std::size_t k = 0; k < guided_.size(); ++k) {
    const GaugeView gauge = this->gauge(guided_[k], scratch);
    spread(k, gauge.support, gauge.by_q, 1.0, rows);
  }
}

// s'' = J a + v^T H v: by v it changes with 2 H v, and H v is what GaugeView::by_q holds.
void GuidedMechanism::acceleration_slopes(std::span<const double> v, std::span<const double> a,
                                          StepCoefficients c, Scratch& scratch,
                                          std::span<double> rows) const {
  const std::size_t first_row = static_cast<std::size_t>(own_) * coordinates();
  inner_->acceleration_slopes(v, a, c, *mine(scratch).inner, rows.first(first_row));
  std::ranges::fill(rows.subspan(first_row), 0.0);
  for (std::size_t k = 0; k < guided_.size(); ++k) {
    const GaugeView gauge = this->gauge(guided_[k], scratch);
    spread(k, gauge.support, gauge.jacobian, c.a, rows);
    spread(k, gauge.support, gauge.by_q, 2.0 * c.v, rows);
    if (c.q != 0.0)
      spread(k, gauge.support, gauge_second_rate_by_q(guided_[k], scratch), c.q, rows);
  }
}

void GuidedMechanism::residual(std::span<const double> v, std::span<const double> a,
                               const MechanismLoad& load, Scratch& scratch,
                               std::span<double> r) const {
  Buffers& b = mine(scratch);
  inner_->residual(v, a, with_guides(load, b), *b.inner, r);
}

void GuidedMechanism::tangent(std::span<const double> v, const MechanismLoad& load,
                              StepCoefficients c, Scratch& scratch, SquareMatrix& j) const {
  Buffers& b = mine(scratch);
  inner_->tangent(v, with_guides(load, b), c, *b.inner, j);
}

void GuidedMechanism::mass_matrix(const MechanismLoad& load, Scratch& scratch,
                                  SquareMatrix& j) const {
  inner_->mass_matrix(own(load), *mine(scratch).inner, j);
  if (load.penalties.empty()) return;
  for (std::size_t k = 0; k < guided_.size(); ++k) {
    const GaugeView gauge = this->gauge(guided_[k], scratch);
    for (std::size_t i = 0; i < gauge.support.size(); ++i) {
      double* const row = j.row(gauge.support[i]);
      const double push = load.penalties[own_ + k] * gauge.jacobian[i];
      for (std::size_t l = 0; l < gauge.support.size(); ++l)
        row[gauge.support[l]] += push * gauge.jacobian[l];
    }
  }
}

void GuidedMechanism::add_effort(int e, double value, const Scratch& scratch,
                                 std::span<double> r) const {
  inner_->add_effort(e, value, *mine(scratch).inner, r);
}

MechanismEnergy GuidedMechanism::energy(std::span<const double> v, const Scratch& scratch) const {
  return inner_->energy(v, *mine(scratch).inner);
}

MechanismPower GuidedMechanism::power(std::span<const double> v, const MechanismLoad& load,
                                      const Scratch& scratch) const {
  return inner_->power(v, own(load), *mine(scratch).inner);
}

void GuidedMechanism::rechart(std::span<double> q, std::span<double> v, std::span<double> a,
                              std::span<double> extra, std::span<double> charts,
                              Scratch& scratch) const {
  inner_->rechart(q, v, a, extra, charts, *mine(scratch).inner);
}

std::array<double, 3> GuidedMechanism::point_position(int point, const Scratch& scratch) const {
  return inner_->point_position(point, *mine(scratch).inner);
}

std::array<double, 3> GuidedMechanism::point_velocity(int point, std::span<const double> v,
                                                      const Scratch& scratch) const {
  return inner_->point_velocity(point, v, *mine(scratch).inner);
}

std::array<double, 3> GuidedMechanism::point_acceleration(int point, std::span<const double> v,
                                                          std::span<const double> a,
                                                          const Scratch& scratch) const {
  return inner_->point_acceleration(point, v, a, *mine(scratch).inner);
}

bool GuidedMechanism::link_wrenches(std::span<const double> v, std::span<const double> a,
                                    const MechanismLoad& load, Scratch& scratch,
                                    std::span<WrenchValue> out) const {
  Buffers& b = mine(scratch);
  return inner_->link_wrenches(v, a, with_guides(load, b), *b.inner, out);
}

WrenchValue GuidedMechanism::closure_wrench(int row, const Scratch& scratch) const {
  return inner_->closure_wrench(row, *mine(scratch).inner);
}

}  // namespace bramah
