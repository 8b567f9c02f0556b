#include "coupling/interface_mechanism.h"

#include "core/square_matrix.h"

namespace bramah {

namespace {

const InterfaceMechanism::Motion& read(const Mechanism::Scratch& scratch) {
  return static_cast<const InterfaceMechanism::Motion&>(scratch);
}

}  // namespace

std::unique_ptr<Mechanism::Scratch> InterfaceMechanism::make_scratch() const {
  auto m = std::make_unique<Motion>();
  m->offset.resize(gauges_);
  m->rows.resize(static_cast<std::size_t>(gauges_) * coordinates_);
  for (auto* values : {&m->base, &m->base_rate, &m->length, &m->rate}) values->resize(gauges_);
  m->zero.resize(coordinates_);
  for (int i = 0; i < coordinates_; ++i) m->support.push_back(i);
  return m;
}

void InterfaceMechanism::set_time(double t, Scratch& scratch) const {
  Motion& m = motion(scratch);
  for (int g = 0; g < gauges_; ++g) {
    m.length[g] = m.base[g] = m.offset[g].value(t);
    m.rate[g] = m.base_rate[g] = m.offset[g].rate(t);
  }
}

void InterfaceMechanism::kinematics(std::span<const double> q, std::span<const double> v,
                                    std::span<const double>, Scratch& scratch) const {
  Motion& m = motion(scratch);
  for (int g = 0; g < gauges_; ++g) {
    const double* row = &m.rows[static_cast<std::size_t>(g) * coordinates_];
    m.length[g] = m.base[g];
    for (int i = 0; i < coordinates_; ++i) m.length[g] += row[i] * q[i];
  }
  refresh_rates(v, scratch);
}

void InterfaceMechanism::refresh_rates(std::span<const double> v, Scratch& scratch) const {
  Motion& m = motion(scratch);
  for (int g = 0; g < gauges_; ++g) {
    const double* row = &m.rows[static_cast<std::size_t>(g) * coordinates_];
    m.rate[g] = m.base_rate[g];
    for (int i = 0; i < coordinates_; ++i) m.rate[g] += row[i] * v[i];
  }
}

GaugeView InterfaceMechanism::gauge(int g, const Scratch& scratch) const {
  const Motion& m = read(scratch);
  const std::size_t n = static_cast<std::size_t>(coordinates_);
  return {m.length[g], m.rate[g], m.support, {m.rows.data() + g * n, n}, m.zero};
}

void InterfaceMechanism::residual(std::span<const double>, std::span<const double> a,
                                  const MechanismLoad& load, Scratch& scratch,
                                  std::span<double> r) const {
  const Motion& m = read(scratch);
  for (int i = 0; i < coordinates_; ++i) r[i] = a[i];
  for (int g = 0; g < gauges_; ++g)
    for (int i = 0; i < coordinates_; ++i)
      r[i] -= m.rows[static_cast<std::size_t>(g) * coordinates_ + i] * load.gauges[g].value;
}

void InterfaceMechanism::tangent(std::span<const double>, const MechanismLoad& load,
                                 StepCoefficients c, Scratch& scratch, SquareMatrix& j) const {
  const Motion& m = read(scratch);
  for (int i = 0; i < coordinates_; ++i) j.row(i)[i] += c.a;
  for (int g = 0; g < gauges_; ++g) {
    const double* row = m.rows.data() + static_cast<std::size_t>(g) * coordinates_;
    const double slope = c.q * load.gauges[g].by_length + c.v * load.gauges[g].by_rate;
    for (int i = 0; i < coordinates_; ++i)
      for (int k = 0; k < coordinates_; ++k) j.row(i)[k] -= row[i] * slope * row[k];
  }
}

void InterfaceMechanism::mass_matrix(const MechanismLoad&, Scratch&, SquareMatrix& j) const {
  for (int i = 0; i < coordinates_; ++i) j.row(i)[i] += 1.0;
}

bool InterfaceMechanism::accelerations(std::span<const double>, const MechanismLoad& load,
                                       Scratch& scratch, std::span<double> a) const {
  const Motion& m = read(scratch);
  for (int i = 0; i < coordinates_; ++i) {
    a[i] = 0.0;
    for (int g = 0; g < gauges_; ++g)
      a[i] += m.rows[static_cast<std::size_t>(g) * coordinates_ + i] * load.gauges[g].value;
  }
  return true;
}

}  // namespace bramah
