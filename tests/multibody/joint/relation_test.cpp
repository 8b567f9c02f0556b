#include "multibody/joint/relation.h"

#include "derivative.h"
#include "multibody/joint/random_tree.h"

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// One relation on a tree, as functions of (q, v).
template <class Space>
class RelationRig {
 public:
  RelationRig(TreeRig<Space>& rig, Relation<Space> relation)
      : rig_(rig), relation_(with_support(rig, relation)), state_(relation_) {}

  double value(const VectorXd& q, const VectorXd& v) {
    rig_.kinematics(q, v);
    state_.evaluate(relation_, rig_.states, span(v));
    return state_.value;
  }
  double rate(const VectorXd& q, const VectorXd& v) { return value(q, v), state_.rate; }
  VectorXd jacobian(const VectorXd& q, const VectorXd& v) {
    value(q, v);
    return scattered(state_.jacobian);
  }
  void second_derivatives(const VectorXd& q, const VectorXd& v) {
    value(q, v);
    rig_.tree.refresh_velocities(span(v), rig_.states);
    state_.second_derivatives(relation_, rig_.states, span(v));
  }
  MatrixXd hessian() const {
    const auto& on = relation_.support;
    MatrixXd h = MatrixXd::Zero(rig_.tree.size(), rig_.tree.size());
    for (std::size_t i = 0; i < on.size(); ++i)
      for (std::size_t k = 0; k < on.size(); ++k)
        h(on[i], on[k]) = state_.hessian[i * on.size() + k];
    return h;
  }
  VectorXd hessian_v() const { return scattered(state_.hessian_v); }
  double bias() const { return state_.bias(relation_, rig_.states); }
  const Relation<Space>& relation() const { return relation_; }

 private:
  static Relation<Space> with_support(TreeRig<Space>& rig, Relation<Space> r) {
    r.find_support(rig.tree);
    return r;
  }
  VectorXd scattered(const std::vector<double>& on_support) const {
    VectorXd full = VectorXd::Zero(rig_.tree.size());
    for (std::size_t i = 0; i < on_support.size(); ++i) full[relation_.support[i]] = on_support[i];
    return full;
  }
  TreeRig<Space>& rig_;
  Relation<Space> relation_;
  RelationState<Space> state_;
};

template <class Space>
Relation<Space> random_relation(RelationKind kind, int a, int b, Random& random) {
  Relation<Space> r;
  r.kind = kind;
  r.link_a = a, r.link_b = b;
  r.p_a = random.vector(Space::kAxes), r.p_b = random.vector(Space::kAxes);
  r.n_a = random.vector(Space::kAxes).normalized(),
  r.m_b = random.vector(Space::kAxes).normalized();
  return r;
}

// Two branches on a common trunk: ends on one branch, on both, on trunk and branch, on the ground.
constexpr std::pair<int, int> kEnds[] = {{-1, 7}, {7, -1}, {3, 7}, {7, 3}, {0, 3},
                                         {3, 0},  {1, 1},  {2, 5}, {-1, 0}};

template <class Space>
TreeRig<Space> branched(Random& random) {
  const int parents[] = {-1, 0, 1, 2, 1, 4, 5, 6};
  std::vector<Link<Space>> links;
  for (int i = 0; i < 8; ++i) links.push_back(random_link<Space>(parents[i], i % 3 != 2, random));
  return {links, Space::Point::Zero()};
}

template <class Space>
class Relations : public testing::Test {
 protected:
  template <class Check>
  static void for_each(Check&& check) {
    Random random(21);
    for (const auto kind : {RelationKind::distance, RelationKind::coordinate, RelationKind::dot})
      for (const auto& [a, b] : kEnds) {
        SCOPED_TRACE("kind " + std::to_string(static_cast<int>(kind)) + ", links " +
                     std::to_string(a) + ", " + std::to_string(b));
        auto rig = branched<Space>(random);
        RelationRig<Space> relation(rig, random_relation<Space>(kind, a, b, random));
        check(relation, random.vector(8, 0.7), random.vector(8, 2.0));
      }
  }
};
using Spaces = testing::Types<Planar, Spatial>;
TYPED_TEST_SUITE(Relations, Spaces);

TYPED_TEST(Relations, JacobianIsTheDerivativeOfTheValue) {
  this->for_each([](auto& r, const VectorXd& q, const VectorXd& v) {
    const VectorXd jacobian = r.jacobian(q, v);
    expect_jacobian_near([&](const VectorXd& x) { return VectorXd::Constant(1, r.value(x, v)); }, q,
                         jacobian.transpose());
    EXPECT_NEAR(r.rate(q, v), jacobian.dot(v), 1e-13 * (1.0 + jacobian.norm() * v.norm()));
  });
}

TYPED_TEST(Relations, HessianIsTheDerivativeOfTheJacobian) {
  this->for_each([](auto& r, const VectorXd& q, const VectorXd& v) {
    r.second_derivatives(q, v);
    const MatrixXd hessian = r.hessian();
    EXPECT_LT((hessian - hessian.transpose()).norm(), 1e-13);
    EXPECT_LT((r.hessian_v() - hessian * v).norm(), 1e-13 * (1.0 + hessian.norm() * v.norm()));
    expect_jacobian_near([&](const VectorXd& x) { return r.jacobian(x, v); }, q, hessian,
                         {.terms = 1.0});
  });
}

// Along q + t v the second derivative of the value is the bias.
TYPED_TEST(Relations, BiasIsTheSecondDerivativeAlongAMotion) {
  this->for_each([](auto& r, const VectorXd& q, const VectorXd& v) {
    r.second_derivatives(q, v);
    const double bias = r.bias();
    expect_slope_near([&](double t) { return r.rate(q + t * v, v); }, 0.0, bias,
                      {.scale = 0.1, .tolerance = 1e-7});
  });
}

TEST(Relation, CommonAncestorsDropOut) {
  Random random(22);
  auto rig = branched<Planar>(random);
  RelationRig<Planar> r(rig, random_relation<Planar>(RelationKind::distance, 3, 5, random));
  EXPECT_EQ(r.relation().support, (std::vector<int>{2, 3, 4, 5}));
  EXPECT_EQ(r.relation().side, (std::vector<int>{-1, -1, 1, 1}));
}

}  // namespace
}  // namespace bramah
