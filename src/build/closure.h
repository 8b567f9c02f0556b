// Closure equations of a cut joint: relations between its frame on one link and its frame on the
// other.
#pragma once

#include <vector>

#include "machine/description.h"
#include "multibody/joint/relation.h"

namespace bramah {

// An orthonormal frame with the joint's axis last.
template <class Space>
struct JointAxes {
  Frame<Space> a, b;  // in the links' frames
  int link_a = -1, link_b = -1;
  Triple axis{}, axis2{};
};

std::vector<Relation<Planar>> closure_relations(JointType, const JointAxes<Planar>&);
std::vector<Relation<Spatial>> closure_relations(JointType, const JointAxes<Spatial>&);

}  // namespace bramah
