// Which way is up: for the ground, for things that are drawn and for sections of beams.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

#include "bramah/description.h"

namespace bramah {

// Against gravity; without any y, in space z.
inline Triple up_of(const MachineDescription& d) {
  const double size = std::hypot(d.gravity[0], d.gravity[1], d.gravity[2]);
  if (!(size > 0.0)) return d.planar ? Triple{0.0, 1.0, 0.0} : Triple{0.0, 0.0, 1.0};
  return {-d.gravity[0] / size, -d.gravity[1] / size, -d.gravity[2] / size};
}

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
