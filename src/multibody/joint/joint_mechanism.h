// Joint coordinates, semi-recursive: a tree of links, its loop closures, gauges and forces behind
// the Mechanism interface [Jaiswal2021, Secs. 2.1 and 2.3].
//
//   tree       M' a + bias from recursions over the links                [Jaiswal2021, Eqs. 11-12]
//              tree.h; accelerations of an open tree in O(n): articulated.h
//   loops      Phi(q) = 0: relations between two links of a cut joint    [Jaiswal2021, Sec. 2.3]
//              relation.h, rows chosen by joints/closure.h; levers in closed form: four_link.h
//   gauges     s(q) of cylinders and force elements, with J = ds/dq and its slopes: relation.h
//   spheres    three revolutes on top of a chart that is renewed after each step: chart.h
// In: q, v, a, charts, MechanismLoad. Out: as mechanism.h asks, with the exact tangent. Made by
// build/mechanism_builder.h; called through Mechanism, but for start and statics, which know it.
#pragma once

#include "multibody/forces/ball_damper.h"
#include "multibody/joint/relation.h"
#include "multibody/mechanism.h"

namespace bramah {

// Where a link is and how it moves: velocity v of its point at the world's origin, and w.
struct LinkMotion {
  Frame<Spatial> frame;
  Eigen::Vector3d v = Eigen::Vector3d::Zero(), w = Eigen::Vector3d::Zero();
};

// An external action with a scalar size: on one coordinate, or a force or torque on a link.
template <class Space>
struct EffortElement {
  enum class Kind { coordinate, force, torque } kind = Kind::coordinate;
  int index = 0;              // coordinate, or link
  bool follows_body = false;  // direction fixed to the link
  typename Space::Point at = Space::Point::Zero();
  typename Space::Point direction = Space::Point::Zero();  // planar torque: x holds the sign
};

template <class Space>
struct PointOnLink {
  int link = -1;
  typename Space::Point at = Space::Point::Zero();
};

// A mass that is on a link at times.
template <class Space>
struct PayloadOnLink {
  int link = 0;
  typename Space::Point at = Space::Point::Zero();
  typename Space::Tensor inertia = Space::no_inertia();  // of 1 kg, about its centre, link's axes
};

template <class Space>
struct JointMechanismParts {
  std::vector<Link<Space>> links;
  typename Space::Point gravity = Space::Point::Zero();
  std::vector<Relation<Space>> gauges;
  std::vector<int> coordinate_gauges;     // further gauges: joint coordinates as they are
  std::vector<Relation<Space>> closures;  // value = 0
  std::vector<int> drivers;               // coordinates
  std::vector<EffortElement<Space>> efforts;
  std::vector<PointOnLink<Space>> points;  // for drawings
  std::vector<int> charts;                 // first of three links of each spherical joint
  std::vector<BallDamper> dampers;         // of each spherical joint; none, or one per chart
  std::vector<PayloadOnLink<Space>> payloads;
};

template <class Space>
class JointMechanism final : public Mechanism {
 public:
  explicit JointMechanism(JointMechanismParts<Space> parts);

  int coordinates() const override { return tree_.size(); }
  int constraints() const override {
    return static_cast<int>(parts_.closures.size() + parts_.drivers.size());
  }
  int gauges() const override {
    return static_cast<int>(parts_.gauges.size() + parts_.coordinate_gauges.size());
  }
  int efforts() const override { return static_cast<int>(parts_.efforts.size()); }
  int drivers() const override { return static_cast<int>(parts_.drivers.size()); }
  int charts() const override { return 4 * static_cast<int>(parts_.charts.size()); }
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
  bool accelerations(std::span<const double> v, const MechanismLoad&, Scratch&,
                     std::span<double> a) const override;
  void tangent(std::span<const double> v, const MechanismLoad&, StepCoefficients c, Scratch&,
               SquareMatrix& j) const override;
  void mass_matrix(const MechanismLoad&, Scratch&, SquareMatrix& j) const override;
  void add_pattern(Pattern&) const override;
  void add_effort(int e, double value, const Scratch&, std::span<double> r) const override;
  MechanismEnergy energy(std::span<const double> v, const Scratch&) const override;
  MechanismPower power(std::span<const double> v, const MechanismLoad&,
                       const Scratch&) const override;
  void rechart(std::span<double> q, std::span<double> v, std::span<double> a,
               std::span<double> extra, std::span<double> charts, Scratch&) const override;
  int points() const override { return static_cast<int>(parts_.points.size()); }
  std::array<double, 3> point_position(int point, const Scratch&) const override;
  std::array<double, 3> point_velocity(int point, std::span<const double> v,
                                       const Scratch&) const override;
  std::array<double, 3> point_acceleration(int point, std::span<const double> v,
                                           std::span<const double> a,
                                           const Scratch&) const override;
  bool link_wrenches(std::span<const double> v, std::span<const double> a, const MechanismLoad&,
                     Scratch&, std::span<WrenchValue> out) const override;
  WrenchValue closure_wrench(int row, const Scratch&) const override;
  void set_payloads(std::span<const double> masses, Scratch&) const override;
  bool angular(int coordinate) const override { return parts_.links[coordinate].revolute; }

  LinkMotion link_motion(int link, const Scratch&) const;  // after kinematics(); -1: ground

  const Tree<Space>& tree() const noexcept { return tree_; }
  std::span<const Relation<Space>> closures() const noexcept { return parts_.closures; }

 private:
  struct Buffers;
  void add_payloads(Buffers&) const;
  void subtract_forces(std::span<const double> v, const MechanismLoad&, const Buffers&,
                       std::span<double> r) const;
  void add_relation(const Relation<Space>&, const RelationState<Space>&, GaugeForce force,
                    StepCoefficients c, SquareMatrix& j) const;
  void add_closure(const Relation<Space>&, const RelationState<Space>&, double multiplier,
                   double penalty, SquareMatrix& j) const;
  void add_driver_penalty(const MechanismLoad&, double scale, SquareMatrix& j) const;
  void effort_tangent(const EffortElement<Space>&, double value, const Buffers&,
                      SquareMatrix& j) const;
  typename Space::Wrench effort_wrench(const EffortElement<Space>&, const Buffers&) const;

  JointMechanismParts<Space> parts_;
  Tree<Space> tree_;
  std::vector<int> gears_;  // gauges that are racks and gears
};

extern template class JointMechanism<Planar>;
extern template class JointMechanism<Spatial>;

}  // namespace bramah
