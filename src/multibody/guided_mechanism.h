// A mechanism whose gauges follow given lengths: one more constraint for each of them, after the
// mechanism's own [Naya2011, Eq. 39]:
//
//   Phi = s(q) - s(t),   Phi_q = ds/dq
// The lengths s(t) with their derivatives come as drivers after the mechanism's own. A multiplier
// lambda and a penalty alpha of such a row act as a force -lambda along the gauge with the slope
// -alpha by its length, so that residual and tangent are the mechanism's. The force that guides is
// -lambda. Not for an actuator that may yield: a constraint has no largest force.
#pragma once

#include "multibody/mechanism.h"

namespace bramah {

class GuidedMechanism final : public Mechanism {
 public:
  // `guided`: gauges, in the order of the rows.
  GuidedMechanism(std::shared_ptr<const Mechanism> mechanism, std::vector<int> guided);

  int coordinates() const override { return inner_->coordinates(); }
  int constraints() const override { return own_ + static_cast<int>(guided_.size()); }
  int gauges() const override { return inner_->gauges(); }
  int efforts() const override { return inner_->efforts(); }
  int drivers() const override { return inner_->drivers() + static_cast<int>(guided_.size()); }
  int charts() const override { return inner_->charts(); }
  std::unique_ptr<Scratch> make_scratch() const override;

  void kinematics(std::span<const double> q, std::span<const double> v,
                  std::span<const double> charts, Scratch&) const override;
  void second_derivatives(std::span<const double> v, Scratch&) const override;
  void refresh_rates(std::span<const double> v, Scratch&) const override;
  GaugeView gauge(int g, const Scratch&) const override;
  double gauge_bias(int g, const Scratch&) const override;
  std::span<const double> gauge_second_rate_by_q(int g, Scratch&) const override;
  void constraint_values(const MechanismLoad&, const Scratch&,
                         std::span<double> phi) const override;
  void constraint_rates(std::span<const double> v, const MechanismLoad&, const Scratch&,
                        std::span<double> rate) const override;
  void bias_rates(const MechanismLoad&, const Scratch&, std::span<double> gamma) const override;
  void add_transposed(std::span<const double> multipliers, const Scratch&,
                      std::span<double> r) const override;
  void keep_jacobian(Scratch&) const override;
  void add_kept_transposed(std::span<const double> multipliers, const Scratch&,
                           std::span<double> r) const override;
  void apply_jacobian(std::span<const double> x, const Scratch&,
                      std::span<double> y) const override;
  void jacobian(const Scratch&, std::span<double> rows) const override;
  void rate_slopes(std::span<const double> v, const Scratch&,
                   std::span<double> rows) const override;
  void acceleration_slopes(std::span<const double> v, std::span<const double> a, StepCoefficients c,
                           Scratch&, std::span<double> rows) const override;
  void residual(std::span<const double> v, std::span<const double> a, const MechanismLoad&,
                Scratch&, std::span<double> r) const override;
  void tangent(std::span<const double> v, const MechanismLoad&, StepCoefficients c, Scratch&,
               SquareMatrix& j) const override;
  void mass_matrix(const MechanismLoad&, Scratch&, SquareMatrix& j) const override;
  void add_pattern(Pattern& pattern) const override { inner_->add_pattern(pattern); }
  void add_effort(int e, double value, const Scratch&, std::span<double> r) const override;
  MechanismEnergy energy(std::span<const double> v, const Scratch&) const override;
  MechanismPower power(std::span<const double> v, const MechanismLoad&,
                       const Scratch&) const override;  // without what guides
  void rechart(std::span<double> q, std::span<double> v, std::span<double> a,
               std::span<double> extra, std::span<double> charts, Scratch&) const override;
  int points() const override { return inner_->points(); }
  std::array<double, 3> point_position(int point, const Scratch&) const override;
  std::array<double, 3> point_velocity(int point, std::span<const double> v,
                                       const Scratch&) const override;
  std::array<double, 3> point_acceleration(int point, std::span<const double> v,
                                           std::span<const double> a,
                                           const Scratch&) const override;
  bool link_wrenches(std::span<const double> v, std::span<const double> a, const MechanismLoad&,
                     Scratch&, std::span<WrenchValue> out) const override;
  WrenchValue closure_wrench(int row, const Scratch&) const override;
  bool angular(int coordinate) const override { return inner_->angular(coordinate); }

 private:
  struct Buffers;
  static Buffers& mine(Scratch&);
  static const Buffers& mine(const Scratch&);
  MechanismLoad own(const MechanismLoad&) const;
  MechanismLoad with_guides(const MechanismLoad&, Buffers&) const;
  const DriverValue& driver(const MechanismLoad&, std::size_t k) const;
  void spread(std::size_t k, std::span<const int> support, std::span<const double> entries,
              double factor, std::span<double> rows) const;

  std::shared_ptr<const Mechanism> inner_;
  std::vector<int> guided_;
  int own_ = 0;  // constraints of the mechanism itself
};

}  // namespace bramah
