#include "multibody/joints/joint_chain.h"

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

// A turn in the plane is about z, for which x stands.
Eigen::Vector2d direction(const JointMotionInfo& motion, const JointDirections& of, Planar) {
  const Eigen::Vector2d x(1.0, 0.0), y(0.0, 1.0);
  if (!motion.slides()) return x;
  if (motion.axis == JointAxis::axis) return Eigen::Vector2d(of.axis[0], of.axis[1]).normalized();
  return motion.axis == JointAxis::y || motion.axis == JointAxis::plane2 ? y : x;
}

Eigen::Vector3d direction(const JointMotionInfo& motion, const JointDirections& of, Spatial) {
  using Eigen::Vector3d;
  const Vector3d axis = Vector3d(of.axis.data()).normalized();
  const Vector3d along = std::abs(axis[0]) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
  const Vector3d plane1 = (along - axis * axis.dot(along)).normalized();
  switch (motion.axis) {
    case JointAxis::axis:
      return axis;
    case JointAxis::axis2:
      return Vector3d(of.axis2.data()).normalized();
    case JointAxis::x:
      return Vector3d::UnitX();
    case JointAxis::y:
      return Vector3d::UnitY();
    case JointAxis::z:
      return Vector3d::UnitZ();
    case JointAxis::plane1:
      return plane1;
    case JointAxis::plane2:
      return axis.cross(plane1);
  }
  return axis;
}

template <class Space>
std::vector<JointMotion<Space>> chain_of(JointType type, const JointDirections& directions,
                                         bool backwards) {
  std::vector<JointMotion<Space>> chain;
  int coordinate = 0;
  for (const JointMotionInfo& motion : joint_type_info(type).motions_in(Space::kAxes == 2))
    chain.push_back({!motion.slides(), direction(motion, directions, Space{}), coordinate++,
                     motion.kind == JointMotionInfo::Kind::sphere});
  return walked(std::move(chain), backwards);
}

}  // namespace

std::vector<JointMotion<Planar>> joint_chain(JointType type, const JointDirections& directions,
                                             bool backwards, Planar) {
  return chain_of<Planar>(type, directions, backwards);
}

std::vector<JointMotion<Spatial>> joint_chain(JointType type, const JointDirections& directions,
                                              bool backwards, Spatial) {
  return chain_of<Spatial>(type, directions, backwards);
}

}  // namespace bramah
