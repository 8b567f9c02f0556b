#include "multibody/forces/ball_damper.h"

#include "derivative.h"
#include "multibody/joint/random_tree.h"

namespace bramah {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

Vector3d force(const BallDamper& damper, const VectorXd& q, const VectorXd& v) {
  return Vector3d(damper.evaluate(q.data(), v.data()).force);
}

// Q_i = -d w . e_i with the world's angular velocity and axes, from the recursion of a tree.
TEST(BallDamper, OpposesTheAngularVelocity) {
  Random random(71);
  const BallDamper damper{4.0};
  std::vector<Link<Spatial>> links;
  add_spherical(links, -1, 0, random);
  TreeRig<Spatial> rig(links, Vector3d::Zero(), random_charts(1, random));
  const VectorXd q = random.vector(3, 1.2), v = random.vector(3, 5.0);
  rig.kinematics(q, v);
  const Vector3d w = rig.states[2].V.w.eigen();
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(force(damper, q, v)[i], -4.0 * w.dot(rig.states[i].S.w.eigen()), 1e-13);
  EXPECT_NEAR(damper.evaluate(q.data(), v.data()).dissipated, 4.0 * w.squaredNorm(), 1e-12);
}

TEST(BallDamper, SlopesMatchDifferences) {
  Random random(72);
  const BallDamper damper{4.0};
  for (int k = 0; k < 10; ++k) {
    const VectorXd q = random.vector(3, 1.2), v = random.vector(3, 5.0);
    const auto at = damper.evaluate(q.data(), v.data());
    Eigen::MatrixXd by_q = Eigen::MatrixXd::Zero(3, 3), by_v(3, 3);
    for (int i = 0; i < 3; ++i) {
      by_q(i, 1) = at.by_q2[i];
      for (int l = 0; l < 3; ++l) by_v(i, l) = at.by_v[i][l];
    }
    expect_jacobian_near([&](const VectorXd& x) -> VectorXd { return force(damper, x, v); }, q,
                         by_q);
    expect_jacobian_near([&](const VectorXd& x) -> VectorXd { return force(damper, q, x); }, v,
                         by_v);
  }
}

}  // namespace
}  // namespace bramah
