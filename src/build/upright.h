// Which way is up for things that are drawn and for sections of beams.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "bramah/description.h"

namespace bramah {

// A body is drawn as it is written: its height is the axis against gravity.
inline Eigen::Vector3d height_axis(const MachineDescription& d) {
  const Eigen::Vector3d gravity(d.gravity.data());
  return gravity.norm() > 0.0 ? Eigen::Vector3d(-gravity) : Eigen::Vector3d::UnitY();
}

// x along a bar. y, the height of its section, lies in the plane of x and `upright`.
inline Eigen::Matrix3d bar_frame(const Eigen::Vector3d& direction, const Eigen::Vector3d& upright) {
  const double length = direction.norm();
  if (!(length > 0.0)) return Eigen::Matrix3d::Identity();
  const Eigen::Vector3d x = direction / length;
  Eigen::Vector3d z = x.cross(upright);
  if (z.norm() < 1e-6) z = x.unitOrthogonal();
  z.normalize();
  Eigen::Matrix3d r;
  r << x, z.cross(x), z;
  return r;
}

}  // namespace bramah
