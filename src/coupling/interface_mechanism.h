// The mechanism as the oil sees it between two communications: the length of each cylinder is
//
//   s_c(t) = o_c(t) + B_c xi,   xi'' = B^T F
//
// With a curve o_c alone (no xi) the motion is extrapolated from what was communicated. With the
// interface model [Rahikainen2020, Eqs. 10-15] o_c is the motion without cylinder forces and
// B B^T = A_i M^-1 (I - P_c^T) A_i^T = Meff^-1, the mobility at the last communication: then
// s_c'' = o_c'' + (Meff^-1 F)_c, which is Eq. 12. Meff itself is never needed, so that cylinders
// may depend on each other (more of them than freedoms).
#pragma once

#include "bramah/basics.h"
#include "multibody/mechanism.h"

namespace bramah {

class InterfaceMechanism final : public Mechanism {
 public:
  struct Motion : Scratch {
    std::vector<Curve> offset;  // o_c
    std::vector<double> rows;   // B, one row per gauge
    std::vector<double> base, base_rate, length, rate, zero;
    std::vector<int> support;
  };

  InterfaceMechanism(int gauges, int coordinates) : gauges_(gauges), coordinates_(coordinates) {}
  static Motion& motion(Scratch& scratch) { return static_cast<Motion&>(scratch); }

  int coordinates() const override { return coordinates_; }
  int constraints() const override { return 0; }
  int gauges() const override { return gauges_; }
  int efforts() const override { return 0; }
  int drivers() const override { return 0; }
  int charts() const override { return 0; }
  std::unique_ptr<Scratch> make_scratch() const override;

  void set_time(double t, Scratch&) const override;
  bool moves_by_itself() const override { return true; }
  void kinematics(std::span<const double> q, std::span<const double> v, std::span<const double>,
                  Scratch&) const override;
  void second_derivatives(std::span<const double>, Scratch&) const override {}
  void refresh_rates(std::span<const double> v, Scratch&) const override;
  GaugeView gauge(int g, const Scratch&) const override;

  void constraint_values(const MechanismLoad&, const Scratch&, std::span<double>) const override {}
  void constraint_rates(std::span<const double>, const MechanismLoad&, const Scratch&,
                        std::span<double>) const override {}
  void bias_rates(const MechanismLoad&, const Scratch&, std::span<double>) const override {}
  void add_transposed(std::span<const double>, const Scratch&, std::span<double>) const override {}
  void keep_jacobian(Scratch&) const override {}
  void add_kept_transposed(std::span<const double>, const Scratch&,
                           std::span<double>) const override {}
  void apply_jacobian(std::span<const double>, const Scratch&, std::span<double>) const override {}
  void jacobian(const Scratch&, std::span<double>) const override {}
  void rate_slopes(std::span<const double>, const Scratch&, std::span<double>) const override {}
  void acceleration_slopes(std::span<const double>, std::span<const double>, StepCoefficients,
                           Scratch&, std::span<double>) const override {}

  void residual(std::span<const double> v, std::span<const double> a, const MechanismLoad&,
                Scratch&, std::span<double> r) const override;
  void tangent(std::span<const double> v, const MechanismLoad&, StepCoefficients c, Scratch&,
               SquareMatrix& j) const override;
  void mass_matrix(const MechanismLoad&, Scratch&, SquareMatrix& j) const override;
  bool accelerations(std::span<const double> v, const MechanismLoad&, Scratch&,
                     std::span<double> a) const override;
  void add_effort(int, double, const Scratch&, std::span<double>) const override {}

  MechanismEnergy energy(std::span<const double>, const Scratch&) const override { return {}; }
  MechanismPower power(std::span<const double>, const MechanismLoad&,
                       const Scratch&) const override {
    return {};
  }
  void rechart(std::span<double>, std::span<double>, std::span<double>, std::span<double>,
               std::span<double>, Scratch&) const override {}
  int points() const override { return 0; }
  std::array<double, 3> point_position(int, const Scratch&) const override { return {}; }
  bool angular(int) const override { return false; }

 private:
  int gauges_, coordinates_;
};

}  // namespace bramah
