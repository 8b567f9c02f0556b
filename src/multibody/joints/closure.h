// Closure equations of a cut joint: relations between its frame on one link and its frame on the
// other, from what its type holds (joint_type.h).
#pragma once

#include <vector>

#include "multibody/joint/relation.h"
#include "multibody/joints/joint_type.h"

namespace bramah {

template <class Space>
struct JointAxes {
  Frame<Space> a, b;  // the joint's frames in the links' frames
  int link_a = -1, link_b = -1;
  JointDirections directions{};
};

std::vector<Relation<Planar>> closure_relations(JointType, const JointAxes<Planar>&);
std::vector<Relation<Spatial>> closure_relations(JointType, const JointAxes<Spatial>&);

}  // namespace bramah
