#include "multibody/joint/four_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <numbers>

#include "multibody/joint/random_tree.h"
#include "multibody/joints/closure.h"

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kDegree = std::numbers::pi / 180.0;

// A tree with a cut joint: gaps, and Newton's way of closing them.
template <class Space>
struct Lever {
  TreeRig<Space> rig;
  std::vector<Relation<Space>> closures;

  Lever(std::vector<Link<Space>> links, JointType cut, const JointAxes<Space>& axes)
      : rig(std::move(links), Space::Point::Zero()), closures(closure_relations(cut, axes)) {
    for (auto& closure : closures) closure.find_support(rig.tree);
  }
  FourLinkSearch search(const VectorXd& q, std::vector<int> preferred = {}) const {
    return find_four_links<Space>(rig.tree, closures, span(q), preferred);
  }
  VectorXd gaps(const VectorXd& q, MatrixXd* slopes = nullptr) {
    const VectorXd v = VectorXd::Zero(q.size());
    VectorXd gap(closures.size());
    if (slopes) slopes->setZero(gap.size(), q.size());
    rig.kinematics(q, v);
    for (std::size_t k = 0; k < closures.size(); ++k) {
      RelationState<Space> state(closures[k]);
      state.evaluate(closures[k], rig.states, span(v));
      gap[static_cast<Eigen::Index>(k)] = state.value;
      for (std::size_t i = 0; slopes && i < closures[k].support.size(); ++i)
        (*slopes)(static_cast<Eigen::Index>(k), closures[k].support[i]) = state.jacobian[i];
    }
    return gap;
  }
  // How far from a dead point: ratio of the singular values of the dependent columns.
  double firmness(const VectorXd& q, std::array<int, 2> free) {
    MatrixXd all;
    gaps(q, &all);
    MatrixXd slopes(all.rows(), 2);
    slopes << all.col(free[0]), all.col(free[1]);
    const VectorXd s = slopes.jacobiSvd().singularValues();
    return s[1] / s[0];
  }
  VectorXd newton(VectorXd q, std::array<int, 2> free) {
    MatrixXd all;
    for (int k = 0; k < 30; ++k) {
      const VectorXd gap = gaps(q, &all);
      MatrixXd slopes(all.rows(), 2);
      slopes << all.col(free[0]), all.col(free[1]);
      const Eigen::Vector2d step = slopes.colPivHouseholderQr().solve(gap);
      q[free[0]] -= step[0], q[free[1]] -= step[1];
      if (step.norm() < 1e-15) break;
    }
    return q;
  }
};

// The loop of models/four_bar.yaml [Jaiswal2021, Fig. 4]: 3 m, sqrt(2) m, 2 m, ground 1 m; it
// starts at 0, -135, -45 degrees. `offset` turns the frame from which the second angle counts.
Lever<Planar> four_bar(double offset = 0.0, bool swapped = false) {
  std::vector<Link<Planar>> links(3);
  for (int i = 0; i < 3; ++i) links[i].parent = i - 1, links[i].mass = 1.0, links[i].inertia = 1.0;
  links[1].placement = {Planar::rotation({1.0, 0.0}, offset), {3.0, 0.0}};
  links[2].placement.p = {std::sqrt(2.0), 0.0};
  JointAxes<Planar> axes;
  axes.link_a = 2, axes.a.p = {2.0, 0.0};
  axes.b.p = {0.0, -1.0};
  if (swapped) std::swap(axes.link_a, axes.link_b), std::swap(axes.a, axes.b);
  return {links, JointType::revolute, axes};
}
const VectorXd kStart = Eigen::Vector3d(0.0, -135.0 * kDegree, -45.0 * kDegree);

TEST(FourLink, IsFoundInTheFourBar) {
  const FourLinkSearch search = four_bar().search(kStart);
  ASSERT_EQ(search.loops.size(), 1u);
  EXPECT_TRUE(search.refused.empty());
  const FourLink& lever = search.loops[0];
  EXPECT_EQ(lever.first_closure, 0);
  EXPECT_EQ(lever.closures, 2);
  EXPECT_EQ(lever.independent(), 0);
  auto lengths = lever.length;
  std::sort(lengths.begin(), lengths.end());
  EXPECT_THAT(lengths,
              ElementsAre(DoubleEq(1.0), DoubleEq(std::sqrt(2.0)), DoubleEq(2.0), DoubleEq(3.0)));
}

// The joint next to the fixed link is the given one, whichever end of the cut is named first.
TEST(FourLink, TakesTheFirstCoordinateByItself) {
  for (const bool swapped : {false, true}) {
    const FourLink lever = four_bar(0.0, swapped).search(kStart).loops.at(0);
    EXPECT_EQ(lever.independent(), 0) << swapped;
    VectorXd q = kStart + Eigen::Vector3d(0.1, 0.0, 0.0);
    ASSERT_TRUE(lever.close(span(q)));
    EXPECT_LT(four_bar().gaps(q).lpNorm<Eigen::Infinity>(), 1e-14);
  }
}

TEST(FourLink, ClosesTheFourBar) {
  Lever<Planar> lever = four_bar();
  const FourLink loop = lever.search(kStart).loops.at(0);
  VectorXd q = kStart, followed = kStart;
  ASSERT_TRUE(loop.close(span(q)));
  EXPECT_LT((q - kStart).norm(), 1e-14);
  for (int k = 0; k < 100; ++k) {
    q[0] = followed[0] = 0.0027 * k;
    ASSERT_TRUE(loop.close(span(q)));
    EXPECT_LT(lever.gaps(q).lpNorm<Eigen::Infinity>(), 1e-14);
    followed = lever.newton(followed, loop.dependent());
    EXPECT_LT((q - followed).norm(), 1e-12) << "at " << q[0];
  }
}

// Each of the three angles may be the given one.
TEST(FourLink, TakesThePreferredCoordinate) {
  for (int input = 0; input < 3; ++input) {
    Lever<Planar> lever = four_bar();
    const FourLink loop = lever.search(kStart, {7, input}).loops.at(0);
    ASSERT_EQ(loop.independent(), input);
    VectorXd q = kStart, followed = kStart;
    for (int k = 0; k < 20; ++k) {
      q[input] = followed[input] = kStart[input] + 0.002 * k;
      ASSERT_TRUE(loop.close(span(q)));
      followed = lever.newton(followed, loop.dependent());
      EXPECT_LT((q - followed).norm(), 1e-12);
    }
  }
}

TEST(FourLink, CountsFromWhereItsCoordinatesDo) {
  const double offset = 0.7;
  const FourLink plain = four_bar().search(kStart).loops.at(0);
  const VectorXd turned_start = kStart - Eigen::Vector3d(0.0, offset, 0.0);
  const FourLink turned = four_bar(offset).search(turned_start).loops.at(0);
  VectorXd p = kStart, q = turned_start;
  p[0] = q[0] = 0.2;
  ASSERT_TRUE(plain.close(span(p)));
  ASSERT_TRUE(turned.close(span(q)));
  EXPECT_NEAR(q[1], p[1] - offset, 1e-14);
  EXPECT_NEAR(q[2], p[2], 1e-14);
  q[1] += 4.0 * std::numbers::pi;  // stays on its turn
  ASSERT_TRUE(turned.close(span(q)));
  EXPECT_NEAR(q[1], p[1] - offset + 4.0 * std::numbers::pi, 1e-14);
}

// Between 0 and the angle at which coupler and lever are in line, acos(1.836..)... beyond it no
// pose exists: 3² + 1² - 2 3 cos(90° + q) = (sqrt 2 + 2)².
TEST(FourLink, SaysWhenItDoesNotReach) {
  const FourLink loop = four_bar().search(kStart).loops.at(0);
  const double reach = std::sqrt(2.0) + 2.0;
  const double limit = std::asin((reach * reach - 10.0) / 6.0);
  VectorXd q = kStart;
  q[0] = limit - 1e-6;
  EXPECT_TRUE(loop.close(span(q)));
  q[0] = limit + 1e-6;
  const VectorXd before = q;
  EXPECT_FALSE(loop.close(span(q)));
  EXPECT_EQ(q, before);
}

// A crank that goes round: the other angles stay continuous over many turns.
TEST(FourLink, FollowsACrankRoundAndRound) {
  std::vector<Link<Planar>> links(3);
  for (int i = 0; i < 3; ++i) links[i].parent = i - 1;
  links[1].placement.p = {0.4, 0.0};
  links[2].placement.p = {1.5, 0.0};
  JointAxes<Planar> axes;
  axes.link_a = 2, axes.a.p = {1.2, 0.0}, axes.b.p = {1.3, 0.0};
  Lever<Planar> lever(links, JointType::revolute, axes);
  VectorXd q = lever.newton(Eigen::Vector3d(0.3, 0.7, -2.0), {1, 2});
  ASSERT_LT(lever.gaps(q).norm(), 1e-14);
  const FourLink loop = lever.search(q).loops.at(0);
  const VectorXd start = q;
  for (int k = 1; k <= 3000; ++k) {
    const VectorXd before = q;
    q[0] = start[0] + 6.0 * std::numbers::pi * k / 3000.0;
    ASSERT_TRUE(loop.close(span(q)));
    ASSERT_LT((q - before).norm(), 0.1);
    ASSERT_LT(lever.gaps(q).norm(), 1e-14);
  }
  EXPECT_NEAR(q[1], start[1] - 6.0 * std::numbers::pi, 1e-12);  // the coupler only swings
  EXPECT_NEAR(q[2], start[2], 1e-12);
}

// --- Levers at random: parallel axes below a trunk that moves, the loop cut at any place.

Eigen::Vector2d parallel_axis(const Eigen::Vector2d&, Random& random) {
  return random_axis(true, random, Planar{});
}
Eigen::Vector3d parallel_axis(const Eigen::Vector3d& u, Random& random) {
  return random.below(2) == 0 ? u : Eigen::Vector3d(-u);
}
std::array<double, 3> triple(const Eigen::Vector2d&) { return {0.0, 0.0, 1.0}; }
std::array<double, 3> triple(const Eigen::Vector3d& u) { return {u[0], u[1], u[2]}; }

// Closed at q: the end on B is put where the end on A is.
template <class Space>
Lever<Space> random_lever(int on_b, VectorXd& q, Random& random) {
  typename Space::Point u = random.vector(Space::kAxes).normalized();
  if (Space::kAxes == 2) u = Space::Point::Unit(0);
  std::vector<Link<Space>> links = {random_link<Space>(-1, true, random)};
  int end_a = 0, end_b = 0;
  for (int k = 0; k < 3; ++k) {
    int& end = k < on_b ? end_b : end_a;
    Link<Space> link = random_link<Space>(end, true, random);
    link.placement.R = Space::rotation(u, random(-3.0, 3.0));
    link.axis = parallel_axis(u, random);
    end = static_cast<int>(links.size());
    links.push_back(link);
  }
  q = random.vector(4, 2.0);
  JointAxes<Space> axes;
  axes.link_a = end_a, axes.link_b = end_b;
  axes.directions.axis = triple(u);
  axes.a.p = random.vector(Space::kAxes);
  TreeRig<Space> posed(links, Space::Point::Zero());
  posed.kinematics(q, q);
  const Frame<Space> a = frame_of(posed.states[end_a]), b = frame_of(posed.states[end_b]);
  axes.b.p = b.R.transpose() * (a * axes.a.p - b.p);
  return {links, JointType::revolute, axes};
}

template <class Space>
class FourLinks : public testing::Test {};
using Spaces = testing::Types<Planar, Spatial>;
TYPED_TEST_SUITE(FourLinks, Spaces);

TYPED_TEST(FourLinks, AgreeWithNewton) {
  Random random(91);
  int steps = 0;
  for (int trial = 0; trial < 200; ++trial) {
    VectorXd q;
    Lever<TypeParam> lever = random_lever<TypeParam>(trial % 4, q, random);
    const int input = 1 + trial % 3;
    const FourLinkSearch search = lever.search(q, {input});
    ASSERT_EQ(search.loops.size(), 1u) << search.refused.at(0);
    const FourLink& loop = search.loops[0];
    ASSERT_EQ(loop.independent(), input);
    VectorXd followed = q;
    for (int k = 0; k < 50; ++k, ++steps) {
      q[0] += 0.1, followed[0] += 0.1;  // the trunk does not matter
      q[input] = followed[input] = q[input] + 0.002;
      if (!loop.close(span(q))) break;
      EXPECT_LT(lever.gaps(q).template lpNorm<Eigen::Infinity>(), 1e-14);
      if (lever.firmness(followed, loop.dependent()) < 0.1) break;  // Newton may change sides
      followed = lever.newton(followed, loop.dependent());
      EXPECT_LT((q - followed).norm(), 1e-9) << "trial " << trial << ", step " << k;
    }
  }
  EXPECT_GT(steps, 4000);
}

// --- What is refused, and why.

std::string reason(const FourLinkSearch& search) {
  EXPECT_TRUE(search.loops.empty());
  return search.refused.size() == 1 ? search.refused[0] : "not one reason";
}

TEST(FourLinkRefusal, NamesWhatDoesNotFit) {
  Random random(92);
  VectorXd q;
  const Lever<Spatial> lever = random_lever<Spatial>(2, q, random);
  const auto with = [&](auto&& change, JointType cut = JointType::revolute) {
    std::vector<Link<Spatial>> links = lever.rig.tree.links();
    JointAxes<Spatial> axes;
    const Relation<Spatial>& row = lever.closures[0];
    axes.link_a = row.link_a, axes.link_b = row.link_b;
    axes.a.p = row.p_a, axes.b.p = row.p_b;
    const Eigen::Vector3d u = lever.closures[4].m_b;
    axes.directions.axis = {u[0], u[1], u[2]};
    axes.directions.axis2 = {u[1], -u[0], 0.0};
    change(links, axes);
    return Lever<Spatial>(links, cut, axes).search(q);
  };
  EXPECT_EQ(with([](auto&, auto&) {}).loops.size(), 1u);
  EXPECT_EQ(with([](auto&, auto&) {}, JointType::spherical).loops.size(), 1u);
  EXPECT_THAT(reason(with([](auto& links, auto&) { links[2].revolute = false; })),
              HasSubstr("closure 0: coordinate 2 of the loop is prismatic"));
  EXPECT_THAT(reason(with([](auto& links, auto&) {
                links[1].axis = {0.0, 0.6, 0.8};
              })),
              HasSubstr("are not parallel"));
  EXPECT_THAT(reason(with([](auto&, auto& axes) {
                axes.directions.axis = {0.0, 0.6, 0.8};
              })),
              HasSubstr("axis of the cut joint is not parallel"));
  EXPECT_THAT(reason(with([](auto& links, auto&) { links[3].chart = 0; })),
              HasSubstr("coordinate 3 of the loop belongs to a spherical joint"));
  EXPECT_THAT(reason(with([](auto&, auto& axes) { axes.link_b = 1; })),
              HasSubstr("the loop has 3 joints, not four"));
  EXPECT_THAT(reason(with([](auto& links, auto& axes) {
                links.push_back(links.back());
                links.back().parent = axes.link_a;
                axes.link_a = static_cast<int>(links.size()) - 1;
              })),
              HasSubstr("the loop has 5 joints, not four"));
  EXPECT_THAT(reason(with([](auto&, auto& axes) {
                axes.b.p += 0.01 * Eigen::Vector3d(axes.directions.axis.data());
              })),
              HasSubstr("apart along the axes"));
  EXPECT_THAT(reason(with([](auto& links, auto&) { links[2].placement.p.setZero(); })),
              testing::AnyOf(HasSubstr("two of its axes coincide"), HasSubstr("apart")));
  for (const JointType cut : {JointType::universal, JointType::fixed, JointType::cylindrical})
    EXPECT_THAT(reason(with([](auto&, auto&) {}, cut)), HasSubstr("the cut joint is not revolute"));
}

TEST(FourLinkRefusal, DeadPoint) {
  const double reach = std::sqrt(2.0) + 2.0;
  const double limit = std::asin((reach * reach - 10.0) / 6.0);
  Lever<Planar> lever = four_bar();
  VectorXd q = kStart;
  const Eigen::Vector2d way(-3.0 * std::cos(limit), -1.0 - 3.0 * std::sin(limit));
  q << limit, std::atan2(way[1], way[0]) - limit, 0.0;
  EXPECT_THAT(reason(lever.search(q)), HasSubstr("dead point"));
}

}  // namespace
}  // namespace bramah
