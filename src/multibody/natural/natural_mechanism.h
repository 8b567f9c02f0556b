// Natural coordinates: Cartesian coordinates of points and unit vectors that bodies share at their
// joints, mixed with lengths of cylinders and joint coordinates [Naya2011, Sec. 2 and Eqs. 33-35;
// GarciaDeJalon1994, Chs. 2 and 4].
//
// The mass matrix is constant and no inertia force depends on velocities:
//   R = M a - Q_gravity - Q(q, v) - sum_g J_g^T F_g + Phi_q^T lambda       [Naya2011, Eq. 5]
//   Phi: constant lengths and angles of bodies, what joints leave, s² = |p_B - p_A|² of cylinders
// M is singular where a coordinate carries no mass; M + Phi_q^T alpha Phi_q is regular. There are
// more coordinates than in joint coordinates: not for long trees where every step counts.
//
// In: q, v, a, MechanismLoad. Out: as mechanism.h asks; all functions are at most quadratic
// (quadratic.h), so tangents are exact and cheap. Made by build/natural_builder.h, which starts
// from the joint mechanism; natural_map.h leads back to joint coordinates for channels.
#pragma once

#include "multibody/mechanism.h"
#include "multibody/natural/natural_constraint.h"

namespace bramah {

// A gauge that is no coordinate: a distance s = sqrt(f), or s = f where f is linear.
struct NaturalGauge {
  Quadratic f;
  bool root = true;
};

// Torque -d w of a spherical joint; w has one rate form per axis.
struct NaturalDamper {
  std::vector<int> support;
  std::vector<RateForm> w;
  double damping = 0.0;  // d [N m s/rad]
};

// An external action: on one coordinate, or along a direction n with velocity forms W per axis:
// Q = value sum_k n_k W_k, n_k = d_k . x + d0_k.
struct NaturalEffort {
  struct Axis {
    std::vector<double> d;
    double d0 = 0.0;
    RateForm w;
  };
  int coordinate = -1;
  std::vector<int> support;
  std::vector<Axis> axes;
};

struct NaturalParts {
  int coordinates = 0;
  std::vector<double> mass;     // M, row by row
  std::vector<double> gravity;  // constant generalised force
  double potential = 0.0;       // of gravity at q = 0 [J]
  std::vector<NaturalConstraint> constraints;
  // Gauges, in this order.
  std::vector<int> gauges;             // coordinates that are lengths of cylinders
  std::vector<NaturalGauge> measured;  // of springs and force elements
  std::vector<int> coordinate_gauges;  // coordinates of joints
  std::vector<NaturalDamper> dampers;
  std::vector<NaturalEffort> efforts;
  std::vector<int> drivers;  // coordinates
  std::vector<std::array<Quadratic, 3>> points;
  std::vector<bool> angular;  // one per coordinate
};

class NaturalMechanism final : public Mechanism {
 public:
  explicit NaturalMechanism(NaturalParts parts);

  int coordinates() const override { return parts_.coordinates; }
  int constraints() const override {
    return static_cast<int>(parts_.constraints.size() + parts_.drivers.size());
  }
  int gauges() const override {
    return static_cast<int>(parts_.gauges.size() + parts_.measured.size() +
                            parts_.coordinate_gauges.size());
  }
  int efforts() const override { return static_cast<int>(parts_.efforts.size()); }
  int drivers() const override { return static_cast<int>(parts_.drivers.size()); }
  int charts() const override { return 0; }
  std::unique_ptr<Scratch> make_scratch() const override;

  void kinematics(std::span<const double> q, std::span<const double> v,
                  std::span<const double> charts, Scratch&) const override;
  void second_derivatives(std::span<const double> v, Scratch&) const override;
  void refresh_rates(std::span<const double> v, Scratch&) const override;
  GaugeView gauge(int g, const Scratch&) const override;
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
  void add_pattern(Pattern&) const override;
  void add_effort(int e, double value, const Scratch&, std::span<double> r) const override;
  MechanismEnergy energy(std::span<const double> v, const Scratch&) const override;
  MechanismPower power(std::span<const double> v, const MechanismLoad&,
                       const Scratch&) const override;
  void rechart(std::span<double>, std::span<double>, std::span<double>, std::span<double>,
               std::span<double>, Scratch&) const override {}
  int points() const override { return static_cast<int>(parts_.points.size()); }
  std::array<double, 3> point_position(int point, const Scratch&) const override;
  std::array<double, 3> point_velocity(int point, std::span<const double> v,
                                       const Scratch&) const override;
  std::array<double, 3> point_acceleration(int point, std::span<const double> v,
                                           std::span<const double> a,
                                           const Scratch&) const override;
  bool angular(int coordinate) const override { return parts_.angular[coordinate]; }

  const NaturalParts& parts() const noexcept { return parts_; }

 private:
  struct Buffers;
  void add_rows(const std::vector<double>& entries, std::span<const double> multipliers,
                std::span<double> r) const;
  void spread(const std::vector<double>& entries, double driver, std::span<double> rows) const;
  void add_mass(double factor, SquareMatrix& j) const;
  void add_penalties(const MechanismLoad&, double factor, const Buffers&, SquareMatrix& j) const;
  void coordinate_rates(std::span<const double> v, Buffers&) const;
  void add_measured(const MechanismLoad&, StepCoefficients c, const Buffers&,
                    SquareMatrix& j) const;
  void add_damper(const NaturalDamper&, std::span<const double> v, StepCoefficients c, Buffers&,
                  SquareMatrix& j) const;
  void add_effort_slope(const NaturalEffort&, double value, Buffers&, SquareMatrix& j) const;
  double damper_rates(const NaturalDamper&, std::span<const double> v, const Buffers&,
                      double* force) const;

  NaturalParts parts_;
  std::vector<int> first_;        // of each constraint in flat arrays over all supports
  std::vector<int> first_gauge_;  // the same for measured gauges
  std::vector<int> mass_start_, mass_column_;  // M by rows, without its zeros
  std::vector<double> mass_value_;
  std::size_t widest_ = 0;  // support
};

}  // namespace bramah
