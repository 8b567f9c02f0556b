#include "multibody/joint/articulated.h"

#include <gtest/gtest.h>

#include "multibody/joint/joint_mechanism.h"
#include "multibody/joint/random_tree.h"

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

template <class Space>
bool forward(const TreeRig<Space>& rig, ArticulatedBody<Space>& body, const VectorXd& v,
             const VectorXd& tau, VectorXd& a) {
  return body.accelerations(rig.tree, rig.states, span(v), span(tau), span(a));
}

// Forward dynamics against the mass matrix, M a = tau - bias, and against inverse dynamics
// [Malysheva2021, Alg. 2.1, with the inward loop from the last link and slides that do not turn].
template <class Space>
void expect_inverse(TreeRig<Space> rig, Random& random) {
  const Eigen::Index n = rig.tree.size();
  ArticulatedBody<Space> body(rig.tree.size());
  const VectorXd q = random.vector(n, 1.5), v = random.vector(n, 2.0), tau = random.vector(n, 20.0);
  const VectorXd bias = rig.inverse_dynamics(q, v, VectorXd::Zero(n));
  const VectorXd expected = rig.mass_matrix().ldlt().solve(tau - bias);
  VectorXd a(n);
  ASSERT_TRUE(forward(rig, body, v, tau, a)) << "coordinate " << body.stuck();
  EXPECT_LT((a - expected).norm(), 1e-11 * expected.norm());
  const VectorXd back = rig.inverse_dynamics(q, v, a);
  EXPECT_LT((back - tau).norm(), 1e-11 * (tau.norm() + bias.norm()));
}

template <class Space>
class Articulated : public testing::Test {};
using Spaces = testing::Types<Planar, Spatial>;
TYPED_TEST_SUITE(Articulated, Spaces);

TYPED_TEST(Articulated, InvertsTheDynamicsOfChainsAndTrees) {
  Random random(81);
  for (int trial = 0; trial < 100; ++trial) {
    const auto gravity = typename TypeParam::Point(random.vector(TypeParam::kAxes, 9.81));
    const bool chain = trial % 2 == 0;
    expect_inverse(
        TreeRig<TypeParam>(random_links<TypeParam>(1 + trial % 9, chain, random), gravity), random);
  }
}

// Every joint with several coordinates, on the ground and on links, with links below it.
TEST(ArticulatedJoints, MayHaveMasslessLinksInside) {
  Random random(82);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<Link<Spatial>> links = random_links<Spatial>(2, true, random);
    add_free(links, -1, 0, random);
    add_spherical(links, 1, 1, random);
    const int ball = static_cast<int>(links.size()) - 1;
    Link<Spatial> cross = random_link<Spatial>(ball, true, random);  // universal
    cross.mass = 0.0, cross.inertia.setZero();
    links.push_back(cross);
    links.push_back(random_link<Spatial>(ball + 1, true, random));
    Link<Spatial> sleeve = random_link<Spatial>(ball + 2, false, random);  // cylindrical
    sleeve.mass = 0.0, sleeve.inertia.setZero();
    links.push_back(sleeve);
    links.push_back(random_link<Spatial>(ball + 3, true, random));
    links.back().placement = {}, links.back().axis = sleeve.axis;
    expect_inverse(TreeRig<Spatial>(links, {0.0, 0.0, -9.81}, random_charts(2, random)), random);
  }
}

// n rods of 1 m and 1 kg, one below the other.
template <class Space>
std::vector<Link<Space>> rods(int n, Random& random) {
  std::vector<Link<Space>> links;
  for (int i = 0; i < n; ++i) {
    Link<Space> link = random_link<Space>(i - 1, true, random);
    link.placement = {};
    link.placement.p[0] = i > 0 ? 1.0 : 0.0;
    link.mass = 1.0;
    link.com = 0.5 * Space::Point::Unit(0);
    links.push_back(link);
  }
  return links;
}

// Far from the world's origin nothing is lost.
TYPED_TEST(Articulated, LongChain) {
  constexpr int n = 256;
  Random random(83);
  TreeRig<TypeParam> rig(rods<TypeParam>(n, random), -9.81 * TypeParam::Point::Unit(1));
  ArticulatedBody<TypeParam> body(n);
  for (int trial = 0; trial < 10; ++trial) {
    const VectorXd q = random.vector(n, 0.5), v = random.vector(n), tau = random.vector(n, 20.0);
    const VectorXd bias = rig.inverse_dynamics(q, v, VectorXd::Zero(n));
    VectorXd a(n);
    ASSERT_TRUE(forward(rig, body, v, tau, a));
    EXPECT_LT((rig.inverse_dynamics(q, v, a) - tau).norm(), 1e-11 * (tau.norm() + bias.norm()));
  }
}

// The same in absolute angles theta, in closed form and with long doubles: the mass matrix in joint
// angles is no judge here, its condition grows with n^4. With w_k = 1/2 + n - 1 - k,
//   (J + w_i - 1/4) theta_i'' + sum_j w_max(i,j) (cos(theta_i - theta_j) theta_j''
//     + sin(theta_i - theta_j) theta_j'^2) + g w_i cos(theta_i) = tau_i - tau_i+1
TEST(ArticulatedChain, IsThePendulumOfManyRods) {
  using Real = long double;
  using Vec = Eigen::Matrix<Real, -1, 1>;
  constexpr int n = 256;
  Random random(87);
  auto links = rods<Planar>(n, random);
  for (auto& link : links) link.axis = {1.0, 0.0};
  TreeRig<Planar> rig(links, {0.0, -9.81});
  ArticulatedBody<Planar> body(n);
  const VectorXd q = random.vector(n, 0.5), v = random.vector(n), tau = random.vector(n, 20.0);
  VectorXd a(n);
  rig.kinematics(q, v);
  ASSERT_TRUE(forward(rig, body, v, tau, a));

  Vec theta = q.cast<Real>(), rate = v.cast<Real>(), r(n);
  for (int i = 1; i < n; ++i) theta[i] += theta[i - 1], rate[i] += rate[i - 1];
  Eigen::Matrix<Real, -1, -1> M(n, n);
  const auto w = [](int k) { return Real(0.5) + Real(n - 1 - k); };
  for (int i = 0; i < n; ++i) {
    r[i] =
        Real(tau[i]) - (i + 1 < n ? Real(tau[i + 1]) : 0) - Real(9.81) * w(i) * std::cos(theta[i]);
    for (int j = 0; j < n; ++j) {
      const Real coefficient = w(std::max(i, j)), angle = theta[i] - theta[j];
      M(i, j) = i == j ? Real(links[i].inertia) + w(i) - Real(0.25) : coefficient * std::cos(angle);
      r[i] -= coefficient * std::sin(angle) * rate[j] * rate[j];
    }
  }
  Vec expected = M.llt().solve(r);
  for (int i = n - 1; i > 0; --i) expected[i] -= expected[i - 1];
  EXPECT_LT((a.cast<Real>() - expected).norm(), 1e-11 * expected.norm());
}

// A coordinate that moves nothing is named: a massless leaf, and a ball whose first and third axes
// are parallel.
TEST(ArticulatedJoints, WithoutInertiaAreNamed) {
  Random random(84);
  VectorXd a(4), v = random.vector(4), tau = random.vector(4);
  auto chain = random_links<Planar>(4, true, random);
  chain[3].mass = 0.0, chain[3].inertia = 0.0;
  TreeRig<Planar> leaf(chain, {0.0, -9.81});
  ArticulatedBody<Planar> body(4);
  leaf.kinematics(random.vector(4), v);
  EXPECT_FALSE(forward(leaf, body, v, tau, a));
  EXPECT_EQ(body.stuck(), 3);

  std::vector<Link<Spatial>> links = random_links<Spatial>(1, true, random);
  add_spherical(links, 0, 0, random);
  TreeRig<Spatial> ball(links, {0.0, 0.0, -9.81}, random_charts(1, random));
  ArticulatedBody<Spatial> locked(4);
  ball.kinematics(Eigen::Vector4d(0.3, 0.2, std::acos(0.0), 0.7), v);
  EXPECT_FALSE(forward(ball, locked, v, tau, a));
  EXPECT_EQ(locked.stuck(), 1);
}

template <class Space>
Relation<Space> rod(int a, int b, Random& random) {
  Relation<Space> r;
  r.link_a = a, r.link_b = b;
  r.p_a = random.vector(Space::kAxes), r.p_b = random.vector(Space::kAxes);
  return r;
}

// A mechanism with everything that pushes: its residual vanishes at the accelerations.
TYPED_TEST(Articulated, MechanismsWithAllForces) {
  using Effort = EffortElement<TypeParam>;
  Random random(85);
  for (int trial = 0; trial < 100; ++trial) {
    JointMechanismParts<TypeParam> parts;
    parts.links = random_links<TypeParam>(6, false, random);
    parts.gravity = random.vector(TypeParam::kAxes, 9.81);
    parts.gauges = {rod<TypeParam>(-1, 5, random), rod<TypeParam>(2, 4, random)};
    parts.coordinate_gauges = {3};
    for (const auto kind : {Effort::Kind::coordinate, Effort::Kind::force, Effort::Kind::torque}) {
      Effort effort;
      effort.kind = kind, effort.index = 5, effort.at = random.vector(TypeParam::kAxes);
      effort.direction = random_axis(kind == Effort::Kind::torque, random, TypeParam{});
      parts.efforts.push_back(effort);
    }
    const JointMechanism<TypeParam> mechanism(parts);
    const auto scratch = mechanism.make_scratch();
    const VectorXd q = random.vector(6), v = random.vector(6), efforts = random.vector(3, 50.0);
    GaugeForce gauges[3];
    for (GaugeForce& gauge : gauges) gauge.value = random(-90.0, 90.0);
    const MechanismLoad load{gauges, span(efforts), {}, {}, {}};
    VectorXd a(6), r(6), still(6);
    mechanism.kinematics(span(q), span(v), {}, *scratch);
    ASSERT_TRUE(mechanism.accelerations(span(v), load, *scratch, span(a)));
    mechanism.residual(span(v), span(a), load, *scratch, span(r));
    const VectorXd zero = VectorXd::Zero(6);
    mechanism.residual(span(v), span(zero), load, *scratch, span(still));
    EXPECT_LT(r.norm(), 1e-11 * still.norm());
  }
}

TYPED_TEST(Articulated, ConstraintsAreRefused) {
  Random random(86);
  JointMechanismParts<TypeParam> parts;
  parts.links = random_links<TypeParam>(3, true, random);
  parts.drivers = {1};
  const JointMechanism<TypeParam> mechanism(parts);
  const auto scratch = mechanism.make_scratch();
  const VectorXd q = random.vector(3);
  VectorXd a(3);
  mechanism.kinematics(span(q), span(q), {}, *scratch);
  EXPECT_FALSE(mechanism.accelerations(span(q), {}, *scratch, span(a)));
}

}  // namespace
}  // namespace bramah
