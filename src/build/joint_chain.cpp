#include "build/joint_chain.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

template <class Space>
std::vector<JointMotion<Space>> walked(std::vector<JointMotion<Space>> chain, bool backwards) {
  if (!backwards) return chain;
  std::reverse(chain.begin(), chain.end());
  for (auto& motion : chain) motion.axis = -motion.axis;
  const auto sphere =
      std::find_if(chain.begin(), chain.end(), [](const auto& m) { return m.spherical; });
  if (sphere == chain.end()) return chain;
  std::reverse(sphere, sphere + 3);  // x, y, z again
  for (int k = 0; k < 3; ++k) sphere[k].axis = -sphere[k].axis;
  return chain;
}

}  // namespace

bool has_joint(JointType type, bool planar) {
  return !planar || (type != JointType::cylindrical && type != JointType::universal &&
                     type != JointType::spherical);
}

std::vector<JointMotion<Planar>> joint_chain(const JointSpec& joint, bool backwards, Planar) {
  using Chain = std::vector<JointMotion<Planar>>;
  const Eigen::Vector2d x(1.0, 0.0), y(0.0, 1.0);  // x also stands for +z, the axis of a revolute
  const Eigen::Vector2d axis(joint.axis[0], joint.axis[1]);
  switch (joint.type) {
    case JointType::revolute:
      return walked(Chain{{true, x, 0}}, backwards);
    case JointType::prismatic:
      return walked(Chain{{false, axis.normalized(), 0}}, backwards);
    case JointType::planar:
    case JointType::free:
      return walked(Chain{{false, x, 0}, {false, y, 1}, {true, x, 2}}, backwards);
    default:
      return {};
  }
}

std::vector<JointMotion<Spatial>> joint_chain(const JointSpec& joint, bool backwards, Spatial) {
  using Chain = std::vector<JointMotion<Spatial>>;
  using Eigen::Vector3d;
  const Vector3d axis = Vector3d(joint.axis.data()).normalized();
  const Vector3d axis2 = Vector3d(joint.axis2.data()).normalized();
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  switch (joint.type) {
    case JointType::revolute:
      return walked(Chain{{true, axis, 0}}, backwards);
    case JointType::prismatic:
      return walked(Chain{{false, axis, 0}}, backwards);
    case JointType::cylindrical:
      return walked(Chain{{false, axis, 0}, {true, axis, 1}}, backwards);
    case JointType::universal:
      return walked(Chain{{true, axis, 0}, {true, axis2, 1}}, backwards);
    case JointType::spherical:
      return walked(Chain{{true, x, 0, true}, {true, y, 1, true}, {true, z, 2, true}}, backwards);
    case JointType::planar: {
      // The frame's x, or y where the axis is nearly x, laid into the plane.
      const Vector3d along = std::abs(axis[0]) < 0.9 ? x : y;
      const Vector3d e1 = (along - axis * axis.dot(along)).normalized(), e2 = axis.cross(e1);
      return walked(Chain{{false, e1, 0}, {false, e2, 1}, {true, axis, 2}}, backwards);
    }
    case JointType::free:
      return walked(Chain{{false, x, 0},
                          {false, y, 1},
                          {false, z, 2},
                          {true, x, 3, true},
                          {true, y, 4, true},
                          {true, z, 5, true}},
                    backwards);
    case JointType::fixed:
      break;
  }
  return {};
}

}  // namespace bramah
