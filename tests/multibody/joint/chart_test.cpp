#include "multibody/joint/chart.h"

#include "derivative.h"
#include "multibody/joint/random_tree.h"

namespace bramah {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

std::vector<Link<Spatial>> ball(const Vector3d& at) {
  std::vector<Link<Spatial>> links(3);
  for (int i = 0; i < 3; ++i) {
    links[i].parent = i - 1;
    links[i].axis = Vector3d::Unit(i);
    links[i].inertia.setZero();
  }
  links[0].placement.p = at;
  links[0].chart = 0;
  return links;
}

struct Motion {
  Eigen::Matrix3d R;
  Vector3d w, alpha;  // angular velocity and acceleration in the world
};

Motion motion(const VectorXd& q, const VectorXd& v, const VectorXd& a,
              const std::vector<double>& chart) {
  TreeRig<Spatial> rig(ball({0.3, -0.2, 0.5}), Vector3d::Zero(), chart);
  rig.inverse_dynamics(q, v, a);
  const LinkState<Spatial>& last = rig.states[2];
  return {last.frame.R.eigen(), last.V.w.eigen(), last.A.w.eigen()};
}

// A chart renewed in the middle of a motion changes nothing that can be seen.
TEST(Chart, RenewalKeepsRotationVelocityAndAcceleration) {
  Random random(31);
  for (int k = 0; k < 50; ++k) {
    VectorXd q = random.vector(3, 1.2), v = random.vector(3, 5.0), a = random.vector(3, 20.0);
    VectorXd extra = random.vector(3, 20.0);
    std::vector<double> chart = random_charts(1, random);
    const Motion before = motion(q, v, a, chart), second = motion(q, v, extra, chart);
    rechart_spherical(span(q), span(v), span(a), span(extra), chart);
    const Motion after = motion(q, v, a, chart), second_after = motion(q, v, extra, chart);
    EXPECT_EQ(q, VectorXd::Zero(3));
    EXPECT_LT((before.R - after.R).norm(), 1e-14);
    EXPECT_LT((before.w - after.w).norm(), 1e-13 * (1.0 + before.w.norm()));
    EXPECT_LT((before.alpha - after.alpha).norm(), 1e-13 * (1.0 + before.alpha.norm()));
    EXPECT_LT((second.alpha - second_after.alpha).norm(), 1e-13 * (1.0 + second.alpha.norm()));
    EXPECT_NEAR(Eigen::Map<Eigen::Vector4d>(chart.data()).norm(), 1.0, 1e-15);
  }
}

// After renewal the rates are the angular velocity in the child's frame.
TEST(Chart, RatesAreTheBodysAngularVelocity) {
  Random random(32);
  VectorXd q = random.vector(3), v = random.vector(3), a = random.vector(3), extra = a;
  std::vector<double> chart = random_charts(1, random);
  rechart_spherical(span(q), span(v), span(a), span(extra), chart);
  const Motion after = motion(q, v, a, chart);
  EXPECT_LT((after.R.transpose() * after.w - v).norm(), 1e-14);
}

// Large angles about one axis: the chart is that rotation.
TEST(Chart, FoldsAngles) {
  VectorXd q(3), zero = VectorXd::Zero(3), v = zero, a = zero, extra = zero;
  q << 0.0, 2.0, 0.0;
  std::vector<double> chart{1, 0, 0, 0};
  rechart_spherical(span(q), span(v), span(a), span(extra), chart);
  EXPECT_NEAR(chart[0], std::cos(1.0), 1e-15);
  EXPECT_NEAR(chart[2], std::sin(1.0), 1e-15);
}

}  // namespace
}  // namespace bramah
