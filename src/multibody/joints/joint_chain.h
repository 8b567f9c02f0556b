// The elementary motions a joint of the tree is made of, in the order from the body that is placed
// to the one that follows.
//
// A joint whose second body is reached first is walked backwards: its motions in reverse, each
// about the opposite axis, so that the coordinates mean the same. A sphere is the exception: its
// three revolutes always lead from the body that is placed to the one that follows, and its start
// is turned round instead.
#pragma once

#include <vector>

#include "multibody/joints/joint_type.h"
#include "multibody/space.h"

namespace bramah {

template <class Space>
struct JointMotion {
  bool revolute = true;
  typename Space::Point axis;
  int coordinate = 0;      // of the joint, in the order of the file
  bool spherical = false;  // one of three on a chart
};

// Empty for fixed joints.
std::vector<JointMotion<Planar>> joint_chain(JointType, const JointDirections&, bool backwards,
                                             Planar);
std::vector<JointMotion<Spatial>> joint_chain(JointType, const JointDirections&, bool backwards,
                                              Spatial);

}  // namespace bramah
