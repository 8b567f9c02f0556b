#include "multibody/joint/joint_mechanism.h"

#include "derivative.h"
#include "multibody/joint/random_tree.h"

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

template <class Space>
Relation<Space> between(RelationKind kind, int a, int b, Random& random) {
  Relation<Space> r;
  r.kind = kind;
  r.link_a = a, r.link_b = b;
  r.p_a = random.vector(Space::kAxes), r.p_b = random.vector(Space::kAxes);
  r.n_a = random.vector(Space::kAxes).normalized(),
  r.m_b = random.vector(Space::kAxes).normalized();
  return r;
}

template <class Space>
using Effort = EffortElement<Space>;

template <class Space>
Effort<Space> effort(typename Effort<Space>::Kind kind, int index, bool follows, Random& random) {
  Effort<Space> e;
  e.kind = kind, e.index = index, e.follows_body = follows;
  e.at = random.vector(Space::kAxes);
  e.direction = random_axis(kind == Effort<Space>::Kind::torque, random, Space{});
  return e;
}

// Two branches of three links; what a test needs is added to the parts.
template <class Space>
JointMechanismParts<Space> two_branches(Random& random) {
  JointMechanismParts<Space> parts;
  const int parents[] = {-1, 0, 1, 0, 3, 4};
  for (int i = 0; i < 6; ++i)
    parts.links.push_back(random_link<Space>(parents[i], i % 3 != 1, random));
  parts.gravity = random.vector(Space::kAxes, 9.81);
  return parts;
}

// A mechanism with its loads; forces of gauges are linear in length and rate, so that slopes are
// known.
template <class Space>
class Rig {
 public:
  Rig(JointMechanismParts<Space> parts, Random& random)
      : mechanism_(std::move(parts)),
        scratch_(mechanism_.make_scratch()),
        law_(random.vector(3 * mechanism_.gauges(), 100.0)),
        efforts_(random.vector(mechanism_.efforts(), 50.0)),
        multipliers_(random.vector(mechanism_.constraints(), 80.0)),
        gauges_(mechanism_.gauges()),
        drivers_(mechanism_.drivers(), DriverValue{0.1, 0.7, -0.4}) {}

  VectorXd residual(const VectorXd& q, const VectorXd& v, const VectorXd& a) {
    VectorXd r(q.size());
    kinematics(q, v);
    mechanism_.residual(span(v), span(a), load(), *scratch_, span(r));
    return r;
  }
  MatrixXd tangent(const VectorXd& q, const VectorXd& v, const VectorXd& a, StepCoefficients c) {
    residual(q, v, a);
    mechanism_.second_derivatives(span(v), *scratch_);
    const int n = mechanism_.coordinates();
    LinearSolver lu(n, n);
    mechanism_.tangent(span(v), load(), c, *scratch_, lu);
    MatrixXd j(n, n);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) j(i, k) = lu.row(i)[k];
    return j;
  }
  void kinematics(const VectorXd& q, const VectorXd& v) {
    mechanism_.kinematics(span(q), span(v), {}, *scratch_);
    for (int g = 0; g < mechanism_.gauges(); ++g) {
      const GaugeView gauge = mechanism_.gauge(g, *scratch_);
      const auto law = law_.segment(3 * g, 3);
      gauges_[g] = {law[0] + law[1] * gauge.length + law[2] * gauge.rate, law[1], law[2]};
    }
  }
  MechanismLoad load() const { return {gauges_, span(efforts_), drivers_, span(multipliers_), {}}; }
  const Mechanism& mechanism() const { return mechanism_; }
  const Mechanism::Scratch& scratch() const { return *scratch_; }
  const VectorXd& efforts() const { return efforts_; }

 private:
  JointMechanism<Space> mechanism_;
  std::unique_ptr<Mechanism::Scratch> scratch_;
  VectorXd law_;
  const VectorXd efforts_, multipliers_;
  std::vector<GaugeForce> gauges_;
  std::vector<DriverValue> drivers_;
};

template <class Space>
void expect_tangent(JointMechanismParts<Space> parts, unsigned seed) {
  Random random(seed);
  Rig<Space> rig(std::move(parts), random);
  const Eigen::Index n = rig.mechanism().coordinates();
  const VectorXd q = random.vector(n, 0.6), v = random.vector(n, 2.0), a = random.vector(n, 5.0);
  for (const StepCoefficients c :
       {StepCoefficients{1, 0, 0, 0}, StepCoefficients{0, 1, 0, 0}, StepCoefficients{1, 5, 25, 0}})
    expect_jacobian_near(
        [&](const VectorXd& e) { return rig.residual(q + c.q * e, v + c.v * e, a + c.a * e); },
        VectorXd::Zero(n), rig.tangent(q, v, a, c), {.step = 1e-3 / std::max(1.0, c.a)});
}

template <class Space>
class Mechanisms : public testing::Test {};
using Spaces = testing::Types<Planar, Spatial>;
TYPED_TEST_SUITE(Mechanisms, Spaces);

TYPED_TEST(Mechanisms, TangentOfEachEffort) {
  using Kind = typename Effort<TypeParam>::Kind;
  for (const Kind kind : {Kind::coordinate, Kind::force, Kind::torque})
    for (const bool follows : {false, true})
      for (const int index : {0, 2, 5}) {
        SCOPED_TRACE(testing::Message()
                     << "kind " << int(kind) << ", follows " << follows << ", index " << index);
        Random random(41);
        auto parts = two_branches<TypeParam>(random);
        for (auto& link : parts.links) link.mass = 0.01, link.inertia *= 0.01;  // efforts dominate
        parts.gravity.setZero();
        parts.efforts = {effort<TypeParam>(kind, index, follows, random)};
        expect_tangent(parts, 42);
      }
}

TYPED_TEST(Mechanisms, TangentOfGaugesAndClosures) {
  Random random(43);
  auto parts = two_branches<TypeParam>(random);
  parts.gauges = {between<TypeParam>(RelationKind::distance, -1, 2, random),
                  between<TypeParam>(RelationKind::distance, 2, 5, random),
                  between<TypeParam>(RelationKind::distance, 1, 4, random)};
  parts.coordinate_gauges = {4, 0};
  parts.closures = {between<TypeParam>(RelationKind::coordinate, 2, 5, random),
                    between<TypeParam>(RelationKind::dot, 5, 2, random),
                    between<TypeParam>(RelationKind::coordinate, -1, 5, random)};
  parts.drivers = {3};
  expect_tangent(parts, 44);
}

// What efforts and gauges do is what the energy changes by; multipliers do no work here.
TYPED_TEST(Mechanisms, PowersBalanceTheEnergy) {
  using Kind = typename Effort<TypeParam>::Kind;
  Random random(47);
  auto parts = two_branches<TypeParam>(random);
  for (const Kind kind : {Kind::coordinate, Kind::force, Kind::torque})
    parts.efforts.push_back(effort<TypeParam>(kind, 5, kind == Kind::force, random));
  parts.gauges = {between<TypeParam>(RelationKind::distance, 2, 5, random),
                  between<TypeParam>(RelationKind::distance, 1, 4, random)};
  parts.coordinate_gauges = {3, 1};
  Rig<TypeParam> rig(parts, random);
  const VectorXd q = random.vector(6), v = random.vector(6, 2.0), a = random.vector(6, 5.0);
  const double unbalanced = rig.residual(q, v, a).dot(v);  // delivered by what holds the residual
  const MechanismPower power = rig.mechanism().power(span(v), rig.load(), rig.scratch());
  double gauges = 0.0;
  for (int g = 0; g < rig.mechanism().gauges(); ++g)
    gauges += rig.load().gauges[g].value * rig.mechanism().gauge(g, rig.scratch()).rate;
  expect_slope_near(
      [&](double t) {
        const VectorXd rate = v + t * a;
        rig.kinematics(q + t * v + 0.5 * t * t * a, rate);
        const MechanismEnergy e = rig.mechanism().energy(span(rate), rig.scratch());
        return e.kinetic + e.potential;
      },
      0.0, unbalanced + gauges + power.efforts);
}

// A coordinate's rate is its velocity, also another one at the same pose; its own acceleration has no
// share of the velocities.
TYPED_TEST(Mechanisms, CoordinateGaugesFollowTheirCoordinates) {
  Random random(24);
  auto parts = two_branches<TypeParam>(random);
  parts.coordinate_gauges = {2, 5};
  const JointMechanism<TypeParam> mechanism(parts);
  const auto scratch = mechanism.make_scratch();
  const VectorXd q = random.vector(6), v = random.vector(6);
  mechanism.kinematics(span(q), span(v), {}, *scratch);
  const VectorXd other = random.vector(6);
  mechanism.refresh_rates(span(other), *scratch);
  for (int g = 0; g < 2; ++g) {
    const int i = parts.coordinate_gauges[g];
    EXPECT_EQ(mechanism.gauge(g, *scratch).length, q[i]);
    EXPECT_EQ(mechanism.gauge(g, *scratch).rate, other[i]);
    EXPECT_EQ(mechanism.gauge_bias(g, *scratch), 0.0);
    EXPECT_TRUE(mechanism.gauge_second_rate_by_q(g, *scratch).empty());
  }
}

}  // namespace
}  // namespace bramah
