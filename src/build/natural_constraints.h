// The constraints of a mechanism in natural coordinates: rigid bodies, what joints leave after
// sharing, lengths of cylinders, and joint coordinates that are coordinates of their own.
#pragma once

#include "build/natural_layout.h"
#include "multibody/natural/natural_constraint.h"

namespace bramah {

// A joint coordinate as a function of the points and directions: a distance p, or an angle with
// sine p and cosine r.
struct JointCoordinate {
  bool angular = false;
  Polynomial p, r;
};
// `coordinate` counts within the joint; not for the turns of a sphere.
JointCoordinate joint_coordinate(const NaturalLayout&, const JointGeometry&, int coordinate,
                                 bool planar);

class NaturalConstraints {
 public:
  explicit NaturalConstraints(const NaturalLayout& layout) : layout_(layout) {}

  void add_rigid_bodies();
  void add_joint(const JointGeometry&, bool planar);
  void add_length(const std::string& name, const VectorForm& from_to, int s);
  void add_coordinate(const std::string& name, const JointCoordinate&, int coordinate);

  std::vector<NaturalConstraint> rows;
  std::vector<std::string> texts;  // one per row

 private:
  void add(Polynomial phi, const std::string& text);
  void add_orientation(int orientation);
  void add_products(int orientation);
  void add_followers(const std::string& body, const FeatureAt& feature, const VectorForm& place);
  bool imposed_elsewhere(int orientation, const BasisVector&, const BasisVector&) const;

  const NaturalLayout& layout_;
};

}  // namespace bramah
