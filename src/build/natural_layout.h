// Which points and unit vectors become natural coordinates, and which basis describes each body.
//
// Bodies joined by fixed joints form one group; groups joined by joints that hold them aligned (as
// prismatic ones do) share one orientation. A feature is a point of groups or a direction of orientations; a joint
// makes one feature of two. What the ground owns is constant. Planar mechanisms are treated as
// spatial ones whose z is zero.
//
// Every point of a group is p0 + sum_j alpha_j b_j and every direction sum_j alpha_j b_j, with the
// basis b of the orientation: directions, or differences of two points of one group. Plane: b_1,
// b_1 turned by 90 degrees, and z.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bramah/description.h"
#include "build/natural_form.h"
#include "multibody/space.h"

namespace bramah {

constexpr double kSamePoint = 1e-9;  // [m]; also between unit vectors

struct NaturalFeature {
  std::string name;  // "rod.P1"
  bool direction = false;
  bool fixed = false;   // to the ground: value is constant
  bool merged = false;  // into another
  Eigen::Vector3d value = Eigen::Vector3d::Zero();
  int first = -1;  // coordinate
};

struct FeatureAt {
  int feature = 0;
  Eigen::Vector3d at;  // a point in the group's frame, a direction in the orientation's axes
  std::string name;    // "P1"
};

// A direction (feature a), or point b minus point a.
struct BasisVector {
  bool difference = false;
  int a = -1, b = -1;
  Eigen::Vector3d at;  // in the orientation's axes
  std::string name;    // "P1 - A"
};

struct RigidGroup {
  std::string name;  // of its first body
  std::vector<int> bodies;
  int orientation = 0;
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();  // of the group's axes in the orientation's
  std::vector<FeatureAt> points;
  int origin = 0;  // p0, among points
};

struct Orientation {
  std::vector<int> groups;
  std::vector<FeatureAt> directions;
  std::vector<BasisVector> basis;  // one in the plane, three in space; none for the ground
  std::array<VectorForm, 3> forms;
  Eigen::Matrix3d coefficients = Eigen::Matrix3d::Identity();  // alpha = coefficients * direction
};

struct JointGeometry {
  const JointSpec* spec = nullptr;
  int a = 0, b = 0;             // groups
  Frame<Spatial> at_a, at_b;    // joint frames in the groups' frames
  Eigen::Vector3d axis, axis2;  // in the joint frame
};

struct GroupPoint {
  int group = 0;
  Eigen::Vector3d at;
};

class NaturalLayout {
 public:
  explicit NaturalLayout(const MachineDescription&);

  std::vector<NaturalFeature> features;
  std::vector<RigidGroup> groups;         // 0: ground
  std::vector<Orientation> orientations;  // 0: that of the ground
  std::vector<JointGeometry> joints;      // one per joint of the description
  int coordinates = 0;                    // of all features

  int axes() const { return d_.planar ? 2 : 3; }
  int body_of(const std::string& body) const { return body_.at(body); }
  int group_of(const std::string& body) const { return group_of_[body_.at(body)]; }
  // Bodies count from 1; their frames in the groups' frames.
  const Frame<Spatial>& body_frame(int body) const { return frame_[body]; }
  Frame<Spatial> frame_of(const PointRef&) const;  // of a point, in its group's frame
  GroupPoint point_of(const PointRef& ref) const { return {group_of(ref.body), frame_of(ref).p}; }

  VectorForm feature_form(int feature) const;
  VectorForm direction_form(int group, const Eigen::Vector3d& u) const;
  VectorForm point_form(int group, const Eigen::Vector3d& x) const;
  VectorForm point_form(const GroupPoint& p) const { return point_form(p.group, p.at); }
  VectorForm basis_form(const BasisVector&) const;
  std::array<VectorForm, 3> axes_forms(int group, const Eigen::Matrix3d& R) const;

 private:
  void find_bodies();
  void find_groups();
  void find_orientations();
  void find_features();
  void share(const JointGeometry&);
  void choose_bases();
  void choose_plane_basis(Orientation&);
  void choose_space_basis(Orientation&, std::vector<bool>& follows);
  void number_coordinates();

  int add_point(int group, const Eigen::Vector3d& x, const std::string& name);
  int add_direction(int orientation, const Eigen::Vector3d& u, const std::string& name,
                    double& sign);
  std::string own_name(int group, const std::string& name) const;
  void merge(int f, int g, double sign);
  std::vector<BasisVector> differences(const Orientation&) const;

  const MachineDescription& d_;
  std::map<std::string, int> body_;
  std::vector<int> group_of_;  // of each body; 0 is the ground
  std::vector<Frame<Spatial>> frame_;
};

}  // namespace bramah
