#include "multibody/joint/tree.h"

#include <numeric>

#include "core/static_lu.h"
#include "derivative.h"
#include "multibody/joint/random_tree.h"

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kG = 9.81;
constexpr double kRoundOff = 1e-12;

VectorXd vec(std::initializer_list<double> values) {
  VectorXd x(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), x.begin());
  return x;
}

// ------------------------------------------------------------------------------ closed forms,
// planar
Link<Planar> planar_link(int parent, double at, double mass, double com, double inertia) {
  Link<Planar> link;
  link.parent = parent;
  link.placement.p = {at, 0.0};
  link.axis = {1.0, 0.0};
  link.mass = mass, link.com = {com, 0.0}, link.inertia = inertia;
  return link;
}

TEST(PlanarTree, PhysicalPendulum) {  // (J + m c²) a + m g c cos q
  const double m = 3.0, c = 0.7, J = 0.4;
  TreeRig<Planar> rig({planar_link(-1, 0.0, m, c, J)}, {0.0, -kG});
  for (const double q : {-2.0, 0.0, 0.3, 1.5})
    EXPECT_NEAR(rig.inverse_dynamics(vec({q}), vec({2.0}), vec({1.3}))[0],
                (J + m * c * c) * 1.3 + m * kG * c * std::cos(q), kRoundOff * 100);
}

// Two rods, angles from the x axis and from the first rod; the textbook's equations.
TEST(PlanarTree, DoublePendulum) {
  const double m1 = 2.0, m2 = 1.5, l1 = 0.9, c1 = 0.4, c2 = 0.6, J1 = 0.2, J2 = 0.1;
  TreeRig<Planar> rig({planar_link(-1, 0.0, m1, c1, J1), planar_link(0, l1, m2, c2, J2)},
                      {0.0, -kG});
  const double q1 = 0.4, q2 = -1.1, v1 = 1.7, v2 = -0.8, a1 = 0.6, a2 = 2.1;
  const double h = m2 * l1 * c2, cos2 = std::cos(q2), sin2 = std::sin(q2);
  const double M11 = J1 + J2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2) + 2.0 * h * cos2;
  const double M12 = J2 + m2 * c2 * c2 + h * cos2, M22 = J2 + m2 * c2 * c2;
  const double g2 = m2 * kG * c2 * std::cos(q1 + q2);
  const double g1 = (m1 * c1 + m2 * l1) * kG * std::cos(q1) + g2;
  const VectorXd r = rig.inverse_dynamics(vec({q1, q2}), vec({v1, v2}), vec({a1, a2}));
  EXPECT_NEAR(r[0], M11 * a1 + M12 * a2 - h * sin2 * (2.0 * v1 * v2 + v2 * v2) + g1, 1e-11);
  EXPECT_NEAR(r[1], M12 * a1 + M22 * a2 + h * sin2 * v1 * v1 + g2, 1e-11);
  EXPECT_NEAR(rig.tree.potential(rig.states),
              kG * (m1 * c1 * std::sin(q1) + m2 * (l1 * std::sin(q1) + c2 * std::sin(q1 + q2))),
              1e-11);
  const VectorXd v = vec({v1, v2});
  EXPECT_NEAR(rig.tree.kinetic(rig.states),
              0.5 * (M11 * v1 * v1 + 2.0 * M12 * v1 * v2 + M22 * v2 * v2), 1e-11);
}

TEST(PlanarTree, SliderUnderGravity) {  // m (a + g sin 30 deg)
  Link<Planar> link = planar_link(-1, 0.4, 5.0, 0.3, 1.0);
  link.revolute = false;
  link.axis = Planar::rotation({1.0, 0.0}, M_PI / 6.0).col(0);
  TreeRig<Planar> rig({link}, {0.0, -kG});
  EXPECT_NEAR(rig.inverse_dynamics(vec({0.2}), vec({3.0}), vec({1.5}))[0], 5.0 * (1.5 + 0.5 * kG),
              kRoundOff * 100);
}

// --------------------------------------------------------------------------- closed forms, in
// space
TEST(SpatialTree, PhysicalPendulumAboutATiltedAxis) {  // J a + m g (n x c) . z
  Random random(3);
  Link<Spatial> link = random_link<Spatial>(-1, true, random);
  TreeRig<Spatial> rig({link}, {0.0, 0.0, -kG});
  const double q = 0.8, a = 1.4;
  const VectorXd r = rig.inverse_dynamics(vec({q}), vec({-2.2}), vec({a}));
  const Vector3d n = link.placement.R * link.axis;
  const Eigen::Matrix3d R = link.placement.R * Spatial::rotation(link.axis, q);
  const Vector3d arm = R * link.com;
  const double J =
      n.dot(R * link.inertia * R.transpose() * n) + link.mass * n.cross(arm).squaredNorm();
  EXPECT_NEAR(r[0], J * a + link.mass * kG * n.cross(arm).z(), 1e-11);
}

// A symmetric body turning freely about its centre: with spin w3 and transverse rate w1 the axis
// precesses, w1' = -(C - A)/A w2 w3, w2' = (C - A)/A w3 w1 (Euler), and no torque acts.
TEST(SpatialTree, SpinningSymmetricBodyNeedsNoTorque) {
  const double A = 0.3, C = 0.5;
  std::vector<Link<Spatial>> links(3);
  for (int i = 0; i < 3; ++i) {
    links[i].parent = i - 1;
    links[i].axis = Vector3d::Unit(i);
    links[i].inertia.setZero();
  }
  links[0].chart = 0;
  links[2].mass = 2.0;
  links[2].inertia = Vector3d(A, A, C).asDiagonal();
  TreeRig<Spatial> rig(links, Vector3d::Zero(), {0.5, 0.5, -0.5, 0.5});
  const double w1 = 0.7, w2 = -0.4, w3 = 6.0, k = (C - A) / A;
  // At zero angles the rates are the body's angular velocity; the axes' own turning adds
  // (w2 w3, -w1 w3, w1 w2) to the acceleration.
  const VectorXd v = vec({w1, w2, w3});
  const VectorXd a = vec({-k * w2 * w3 - w2 * w3, k * w3 * w1 + w1 * w3, -w1 * w2});
  EXPECT_LT(rig.inverse_dynamics(VectorXd::Zero(3), v, a).norm(), 1e-12);
  EXPECT_NEAR(rig.tree.kinetic(rig.states), 0.5 * (A * (w1 * w1 + w2 * w2) + C * w3 * w3), 1e-12);
}

TEST(SpatialTree, SliderUnderGravity) {
  Link<Spatial> link;
  link.revolute = false;
  link.axis = Vector3d(1.0, 2.0, 2.0) / 3.0;
  link.mass = 4.0, link.com = {0.1, 0.2, 0.3}, link.inertia.setIdentity();
  TreeRig<Spatial> rig({link}, {0.0, 0.0, -kG});
  EXPECT_NEAR(rig.inverse_dynamics(vec({0.3}), vec({1.0}), vec({0.5}))[0],
              4.0 * (0.5 + kG * 2.0 / 3.0), 1e-12);
}

// ------------------------------------------------------------------------------------- derivatives
// The tangent is c.q R_q + c.v R_v + c.a R_a: what a step e along (c.q, c.v, c.a) changes.
template <class Space>
void expect_tangents(TreeRig<Space>& rig, Random& random) {
  const Eigen::Index n = rig.tree.size();
  const VectorXd q = random.vector(n), v = random.vector(n, 3.0), a = random.vector(n, 10.0);
  for (const StepCoefficients c : {StepCoefficients{1, 0, 0, 0}, StepCoefficients{0, 1, 0, 0},
                                   StepCoefficients{0, 0, 1, 0}, StepCoefficients{1, 3, 9, 0}}) {
    rig.inverse_dynamics(q, v, a);
    const MatrixXd tangent = rig.tangent(c);
    const double reach = std::max({c.q, c.v, c.a});
    expect_jacobian_near(
        [&](const VectorXd& e) {
          return rig.inverse_dynamics(q + c.q * e, v + c.v * e, a + c.a * e);
        },
        VectorXd::Zero(n), tangent, {.step = 1e-3 / reach});
  }
}

template <class Space>
void expect_mass_matrix(TreeRig<Space>& rig, Random& random) {
  const Eigen::Index n = rig.tree.size();
  const VectorXd q = random.vector(n), v = random.vector(n), zero = VectorXd::Zero(n);
  rig.kinematics(q, v);
  const MatrixXd M = rig.mass_matrix();
  const VectorXd bias = rig.inverse_dynamics(q, v, zero);
  for (Eigen::Index k = 0; k < n; ++k) {  // r is linear in a: one difference is exact
    const VectorXd column = rig.inverse_dynamics(q, v, VectorXd::Unit(n, k)) - bias;
    EXPECT_LT((M.col(k) - column).norm(), kRoundOff * (M.norm() + bias.norm())) << "column " << k;
  }
  rig.kinematics(q, v);
  EXPECT_NEAR(rig.tree.kinetic(rig.states), 0.5 * v.dot(M * v), kRoundOff * M.norm());
}

template <class Space>
class Trees : public testing::Test {
 protected:
  static constexpr int kStates = 10;
  TreeRig<Space> rig(bool chain, Random& random) {
    return {random_links<Space>(6, chain, random), random.vector(Space::kAxes, kG)};
  }
};
using Spaces = testing::Types<Planar, Spatial>;
TYPED_TEST_SUITE(Trees, Spaces);

TYPED_TEST(Trees, TangentsOfChains) {
  Random random(11);
  for (int k = 0; k < this->kStates; ++k) {
    auto rig = this->rig(true, random);
    expect_tangents(rig, random);
  }
}

TYPED_TEST(Trees, TangentsOfBranches) {
  Random random(12);
  for (int k = 0; k < this->kStates; ++k) {
    auto rig = this->rig(false, random);
    expect_tangents(rig, random);
  }
}

TYPED_TEST(Trees, MassMatrixIsTheDerivativeByAcceleration) {
  Random random(13);
  for (int k = 0; k < this->kStates; ++k) {
    auto rig = this->rig(k % 2 == 0, random);
    expect_mass_matrix(rig, random);
  }
}

// r . v = d(T + V)/dt: no recursion creates energy.
TYPED_TEST(Trees, PowerIsTheRateOfEnergy) {
  Random random(14);
  auto rig = this->rig(false, random);
  const VectorXd q = random.vector(6), v = random.vector(6, 2.0), a = random.vector(6, 5.0);
  const double power = rig.inverse_dynamics(q, v, a).dot(v);
  expect_slope_near(
      [&](double t) {
        rig.kinematics(q + t * v + 0.5 * t * t * a, v + t * a);
        return rig.tree.kinetic(rig.states) + rig.tree.potential(rig.states);
      },
      0.0, power);
}

// ---------------------------------------------------------------------------- spread out
Pattern pattern_of(const auto& tree) {
  Pattern pattern(tree.size());
  tree.add_pattern(pattern);
  return pattern;
}

// Solved over hidden unknowns as with all entries, whichever links hang on which.
TYPED_TEST(Trees, TangentsSpreadOutOverTheLinksAreTheSame) {
  Random random(16);
  for (int k = 0; k < this->kStates; ++k) {
    constexpr int kLinks = 18;
    std::vector<Link<TypeParam>> links = random_links<TypeParam>(kLinks, true, random);
    for (int i = 12; i < kLinks && k % 2 == 1; ++i) links[i].parent = random.below(i);
    TreeRig<TypeParam> rig(links, random.vector(TypeParam::kAxes, kG));
    const VectorXd q = random.vector(kLinks), v = random.vector(kLinks, 3.0);
    rig.inverse_dynamics(q, v, random.vector(kLinks, 10.0));
    const Pattern pattern = pattern_of(rig.tree);
    ASSERT_GT(pattern.hidden(), 0);
    SquareMatrix matrix(pattern, true);
    StaticLu lu(pattern, kLinks, {}, matrix.stride(), true);
    const VectorXd b = random.vector(kLinks);
    const auto expect_same = [&](const MatrixXd& full) {
      ASSERT_TRUE(lu.factorise(matrix));
      VectorXd x = b;
      lu.solve(matrix, span(x));
      EXPECT_LT((full * x - b).norm(), 1e-10 * (full.norm() * x.norm()));
      EXPECT_LT((full.fullPivLu().solve(b) - x).norm(), 1e-8 * x.norm());
    };
    for (const StepCoefficients c :
         {StepCoefficients{0, 0, 1, 0}, StepCoefficients{1, 30, 900, 0}}) {
      matrix.set_zero();
      rig.tree.tangent(c, rig.states, matrix);
      expect_same(rig.tangent(c));
    }
    matrix.set_zero();
    rig.tree.mass_matrix(rig.states, matrix);
    expect_same(rig.mass_matrix());
  }
}

// Twice the links, twice the work; short trees are left as they are.
TYPED_TEST(Trees, LongChainsCostEachLinkTheSame) {
  Random random(17);
  std::vector<double> cost;
  for (const int n : {8, 50, 100, 200}) {
    const Tree<TypeParam> tree(random_links<TypeParam>(n, true, random), TypeParam::Point::Zero());
    const Pattern pattern = pattern_of(tree);
    if (n == 8 || n == 200) EXPECT_EQ(StaticLu::spread_pays(pattern), n == 200) << n;
    if (n == 8) continue;
    std::vector<int> all(static_cast<std::size_t>(n + pattern.hidden()));
    std::iota(all.begin(), all.end(), 0);
    cost.push_back(SparseFactors::cost(pattern.spread(all)) / n);
  }
  EXPECT_LT(cost[2], 1.05 * cost[0]);
  std::printf("operations a link: %.0f, %.0f, %.0f\n", cost[0], cost[1], cost[2]);
}

TEST(SpatialTree, TangentsOfSphericalAndFreeJoints) {
  Random random(15);
  for (int k = 0; k < 10; ++k) {
    std::vector<Link<Spatial>> links{random_link<Spatial>(-1, true, random)};
    add_spherical(links, 0, 0, random);
    links.push_back(random_link<Spatial>(3, false, random));
    add_free(links, k % 2 == 0 ? 0 : 4, 1, random);
    links.push_back(random_link<Spatial>(static_cast<int>(links.size()) - 1, true, random));
    TreeRig<Spatial> rig(links, random.vector(3, kG), random_charts(2, random));
    expect_tangents(rig, random);
    expect_mass_matrix(rig, random);
  }
}

TEST(Tree, KnowsWhatIsAbove) {
  std::vector<Link<Planar>> links(5);
  const int parents[] = {-1, 0, 0, 1, -1};
  for (int i = 0; i < 5; ++i) links[i].parent = parents[i];
  const Tree<Planar> tree(links, Planar::Point::Zero());
  EXPECT_TRUE(tree.above(0, 3));
  EXPECT_TRUE(tree.above(1, 3));
  EXPECT_TRUE(tree.above(3, 3));
  EXPECT_FALSE(tree.above(2, 3));
  EXPECT_FALSE(tree.above(3, 1));
  EXPECT_FALSE(tree.above(0, 4));
}

}  // namespace
}  // namespace bramah
