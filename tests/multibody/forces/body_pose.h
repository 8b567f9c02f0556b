// Bodies at random as force elements measure them (multibody/forces/body_frame.h).
#pragma once

#include <Eigen/Geometry>

#include "multibody/joint/random_tree.h"

namespace bramah {

// Nine measures of a body at p, turned by R, that moves with v and w; their rates apart.
inline void place(const Eigen::Vector3d& p, const Eigen::Matrix3d& R, const Eigen::Vector3d& v,
                  const Eigen::Vector3d& w, double* x, double* rate) {
  for (int k = 0; k < 3; ++k) x[k] = p[k], rate[k] = v[k];
  for (int axis = 0; axis < 2; ++axis) {
    const Eigen::Vector3d e = R.col(axis), turned = w.cross(e);
    for (int k = 0; k < 3; ++k) x[3 + 3 * axis + k] = e[k], rate[3 + 3 * axis + k] = turned[k];
  }
}
struct Some {
  Random random{11};
  Eigen::Vector3d vector(double size) {
    return {random(-size, size), random(-size, size), random(-size, size)};
  }
  Eigen::Matrix3d turn() {
    return Eigen::AngleAxisd(random(-3.0, 3.0), vector(1.0).normalized()).toRotationMatrix();
  }
};

}  // namespace bramah
