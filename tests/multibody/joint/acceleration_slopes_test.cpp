// Slopes of the constraints' second rate, Phi'' = Phi_q a + gamma(q, v), of every cut joint.
#include "derivative.h"
#include "multibody/joint/joint_mechanism.h"
#include "multibody/joint/random_tree.h"
#include "multibody/joints/closure.h"

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr JointType kPlanarTypes[] = {JointType::revolute, JointType::prismatic, JointType::fixed};
constexpr JointType kSpatialTypes[] = {
    JointType::revolute,  JointType::prismatic, JointType::cylindrical, JointType::universal,
    JointType::spherical, JointType::planar,    JointType::fixed};
std::span<const JointType> types(Planar) { return kPlanarTypes; }
std::span<const JointType> types(Spatial) { return kSpatialTypes; }

// A trunk of two links with two branches of three; the last link is driven.
template <class Space>
JointMechanismParts<Space> branches(Random& random) {
  JointMechanismParts<Space> parts;
  const int parents[] = {-1, 0, 1, 2, 3, 1, 5, 6};
  for (int i = 0; i < 8; ++i)
    parts.links.push_back(random_link<Space>(parents[i], random.below(3) > 0, random));
  parts.gravity = random.vector(Space::kAxes, 9.81);
  parts.drivers = {7};
  return parts;
}

template <class Space>
std::vector<Relation<Space>> cut_joint(JointType type, int a, int b, Random& random) {
  JointAxes<Space> axes;
  axes.link_a = a, axes.link_b = b;
  for (auto* frame : {&axes.a, &axes.b})
    *frame = {random_rotation(random, Space{}), random.vector(Space::kAxes)};
  for (double& x : axes.directions.axis) x = random();
  for (double& x : axes.directions.axis2) x = random();
  return closure_relations(type, axes);
}

template <class Space>
std::vector<Relation<Space>> cut_rod(int a, int b, Random& random) {
  Relation<Space> rod;
  rod.link_a = a, rod.link_b = b;
  rod.p_a = random.vector(Space::kAxes), rod.p_b = random.vector(Space::kAxes);
  return {rod};
}

template <class Space>
class ClosedRig {
 public:
  explicit ClosedRig(JointMechanismParts<Space> parts)
      : mechanism_(std::move(parts)),
        scratch_(mechanism_.make_scratch()),
        drivers_(1, DriverValue{0.1, 0.7, -0.4}) {}

  int rows() const { return mechanism_.constraints(); }
  VectorXd second_rate(const VectorXd& q, const VectorXd& v, const VectorXd& a) {
    VectorXd pushed(rows()), gamma(rows());
    mechanism_.kinematics(span(q), span(v), {}, *scratch_);
    mechanism_.refresh_rates(span(v), *scratch_);
    mechanism_.apply_jacobian(span(a), *scratch_, span(pushed));
    mechanism_.bias_rates({{}, {}, drivers_, {}, {}}, *scratch_, span(gamma));
    return pushed + gamma;
  }
  MatrixXd slopes(const VectorXd& q, const VectorXd& v, const VectorXd& a, StepCoefficients c) {
    second_rate(q, v, a);
    mechanism_.second_derivatives(span(v), *scratch_);
    Eigen::Matrix<double, -1, -1, Eigen::RowMajor> m(rows(), q.size());
    mechanism_.acceleration_slopes(span(v), span(a), c, *scratch_,
                                   {m.data(), static_cast<std::size_t>(m.size())});
    return m;
  }

 private:
  JointMechanism<Space> mechanism_;
  std::unique_ptr<Mechanism::Scratch> scratch_;
  std::vector<DriverValue> drivers_;
};

template <class Space>
void expect_slopes(JointMechanismParts<Space> parts, Random& random) {
  ClosedRig<Space> rig(std::move(parts));
  const VectorXd q = random.vector(8), v = random.vector(8, 2.0), a = random.vector(8, 5.0);
  for (const StepCoefficients c : {StepCoefficients{1, 0, 0, 0}, StepCoefficients{0, 1, 0, 0},
                                   StepCoefficients{1, 5, 25, 0}}) {
    DifferenceOptions bounds;
    bounds.tolerance = 1e-6;
    bounds.step = 5e-4 / std::max(1.0, c.v);  // q, v and a move together
    bounds.terms = 10.0;                      // [m/s²] what cancels in Phi''
    expect_jacobian_near(
        [&](const VectorXd& e) { return rig.second_rate(q + c.q * e, v + c.v * e, a + c.a * e); },
        VectorXd::Zero(8), rig.slopes(q, v, a, c), bounds);
  }
}

// Both branches, the ground at either end, a branch and its own trunk.
constexpr std::pair<int, int> kEnds[] = {{4, 7}, {7, 3}, {-1, 4}, {6, -1}, {1, 7}, {4, 0}};

template <class Space>
class AccelerationSlopes : public testing::Test {};
using Spaces = testing::Types<Planar, Spatial>;
TYPED_TEST_SUITE(AccelerationSlopes, Spaces);

TYPED_TEST(AccelerationSlopes, OfEveryCutJoint) {
  Random random(71);
  for (int trial = 0; trial < 100; ++trial) {
    const auto [a, b] = kEnds[trial % std::size(kEnds)];
    for (const JointType type : types(TypeParam{})) {
      SCOPED_TRACE(testing::Message() << "type " << int(type) << ", links " << a << ", " << b);
      auto parts = branches<TypeParam>(random);
      parts.closures = cut_joint<TypeParam>(type, a, b, random);
      expect_slopes(parts, random);
    }
    SCOPED_TRACE(testing::Message() << "distance, links " << a << ", " << b);
    auto parts = branches<TypeParam>(random);
    parts.closures = cut_rod<TypeParam>(a, b, random);
    expect_slopes(parts, random);
  }
}

// A residual at other accelerations before does not change them.
TYPED_TEST(AccelerationSlopes, DoNotDependOnWhatWasComputedBefore) {
  Random random(72);
  auto parts = branches<TypeParam>(random);
  parts.closures = cut_joint<TypeParam>(JointType::revolute, 4, 7, random);
  const JointMechanism<TypeParam> mechanism(parts);
  const auto scratch = mechanism.make_scratch();
  const VectorXd q = random.vector(8), v = random.vector(8), a = random.vector(8);
  const int rows = mechanism.constraints();
  VectorXd fresh(8 * rows), later(8 * rows), r(8);
  const VectorXd other = random.vector(8, 9.0), multipliers = random.vector(rows);
  mechanism.kinematics(span(q), span(v), {}, *scratch);
  mechanism.refresh_rates(span(v), *scratch);
  mechanism.second_derivatives(span(v), *scratch);
  mechanism.acceleration_slopes(span(v), span(a), {1, 2, 3, 0}, *scratch, span(fresh));
  mechanism.residual(span(v), span(other), {{}, {}, {}, span(multipliers), {}}, *scratch, span(r));
  mechanism.acceleration_slopes(span(v), span(a), {1, 2, 3, 0}, *scratch, span(later));
  EXPECT_EQ(fresh, later);
}

}  // namespace
}  // namespace bramah
