#include "build/natural_layout.h"

#include <algorithm>

#include "build/points.h"
#include "multibody/joints/joint_type.h"

namespace bramah {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Frame<Spatial> inverse(const Frame<Spatial>& f) {
  return {f.R.transpose(), -(f.R.transpose() * f.p)};
}

Frame<Spatial> frame_at(const PointSpec& p, bool planar) {
  const auto turn = [](const Vector3d& axis, double angle) {
    return Spatial::rotation(axis, angle);
  };
  const Matrix3d z = turn(Vector3d::UnitZ(), p.rotate[2]);
  if (planar) return {z, {p.at[0], p.at[1], 0.0}};
  return {turn(Vector3d::UnitX(), p.rotate[0]) * turn(Vector3d::UnitY(), p.rotate[1]) * z,
          {p.at[0], p.at[1], p.at[2]}};
}

// A fixed joint, by whatever name.
bool holds_rigidly(JointType type) {
  return joint_type_info(type).has(JointHold::point) &&
         joint_type_info(type).has(JointHold::aligned);
}

}  // namespace

NaturalLayout::NaturalLayout(const MachineDescription& d) : d_(d) {
  find_bodies();
  find_groups();
  find_orientations();
  find_features();
  choose_bases();
  number_coordinates();
}

void NaturalLayout::find_bodies() {
  body_["ground"] = 0;
  for (std::size_t k = 0; k < d_.bodies.size(); ++k)
    body_[d_.bodies[k].name] = static_cast<int>(k) + 1;
  group_of_.assign(d_.bodies.size() + 1, -1);
  frame_.resize(d_.bodies.size() + 1);
}

Frame<Spatial> NaturalLayout::frame_of(const PointRef& ref) const {
  const int body = body_.at(ref.body);
  const auto& points = body == 0 ? d_.ground : d_.bodies[body - 1].points;
  const PointSpec* point = find_point(points, ref.point);
  return point ? frame_[body] * frame_at(*point, d_.planar) : frame_[body];
}

// Everything that fixed joints hold together, ground first.
void NaturalLayout::find_groups() {
  for (std::size_t seed = 0; seed < group_of_.size(); ++seed) {
    if (group_of_[seed] >= 0) continue;
    const int group = static_cast<int>(groups.size());
    groups.emplace_back();
    groups.back().name = seed == 0 ? "ground" : d_.bodies[seed - 1].name;
    group_of_[seed] = group;
    for (bool grown = true; grown;) {
      grown = false;
      for (const JointSpec& joint : d_.joints) {
        if (!holds_rigidly(joint.type)) continue;
        const int a = body_.at(joint.a.body), b = body_.at(joint.b.body);
        if ((group_of_[a] == group) == (group_of_[b] == group)) continue;
        const bool forwards = group_of_[a] == group;
        const PointRef &from = forwards ? joint.a : joint.b, &to = forwards ? joint.b : joint.a;
        const int added = forwards ? b : a;
        frame_[added] = {};
        frame_[added] = frame_of(from) * inverse(frame_of(to));
        group_of_[added] = group;
        grown = true;
      }
    }
  }
  for (std::size_t body = 1; body < group_of_.size(); ++body)
    groups[group_of_[body]].bodies.push_back(static_cast<int>(body));
  for (const JointSpec& joint : d_.joints) {
    JointGeometry g{&joint,
                    group_of(joint.a.body),
                    group_of(joint.b.body),
                    frame_of(joint.a),
                    frame_of(joint.b),
                    Vector3d(joint.axis.data()),
                    Vector3d(joint.axis2.data())};
    if (d_.planar)
      g.axis = joint_type_info(joint.type).slides_along_axis() ? Vector3d(g.axis[0], g.axis[1], 0.0)
                                                               : Vector3d::UnitZ();
    g.axis.normalize();
    g.axis2.normalize();
    joints.push_back(g);
  }
}

// Groups that turn alike: joined by joints that do not let them turn against each other.
void NaturalLayout::find_orientations() {
  std::vector<bool> reached(groups.size(), false);
  for (std::size_t seed = 0; seed < groups.size(); ++seed) {
    if (reached[seed]) continue;
    const int orientation = static_cast<int>(orientations.size());
    orientations.emplace_back();
    const auto reach = [&](int group, const Matrix3d& R) {
      reached[group] = true;
      groups[group].orientation = orientation;
      groups[group].R = R;
      orientations.back().groups.push_back(group);
    };
    reach(static_cast<int>(seed), Matrix3d::Identity());
    for (bool grown = true; grown;) {
      grown = false;
      for (const JointGeometry& joint : joints) {
        if (!joint_type_info(joint.spec->type).has(JointHold::aligned)) continue;
        const auto in = [&](int g) { return reached[g] && groups[g].orientation == orientation; };
        if (in(joint.a) == in(joint.b)) continue;
        const Matrix3d b_in_a = joint.at_a.R * joint.at_b.R.transpose();
        if (in(joint.a))
          reach(joint.b, groups[joint.a].R * b_in_a);
        else
          reach(joint.a, groups[joint.b].R * b_in_a.transpose());
        grown = true;
      }
    }
  }
}

// "P1" for "rod.P1" on the group of the rod.
std::string NaturalLayout::own_name(int group, const std::string& name) const {
  const std::string start = groups[group].name + ".";
  return name.starts_with(start) ? name.substr(start.size()) : name;
}

int NaturalLayout::add_point(int group, const Vector3d& x, const std::string& name) {
  for (const FeatureAt& point : groups[group].points)
    if ((point.at - x).norm() < kSamePoint) return point.feature;
  NaturalFeature feature;
  feature.name = name;
  feature.fixed = group == 0;
  feature.value = x;
  features.push_back(feature);
  groups[group].points.push_back({static_cast<int>(features.size()) - 1, x, own_name(group, name)});
  return groups[group].points.back().feature;
}

// `sign` tells whether the feature points along u or against it.
int NaturalLayout::add_direction(int orientation, const Vector3d& u, const std::string& name,
                                 double& sign) {
  for (const FeatureAt& direction : orientations[orientation].directions)
    for (sign = 1.0; sign > -2.0; sign -= 2.0)
      if ((sign * direction.at - u).norm() < kSamePoint) return direction.feature;
  sign = 1.0;
  NaturalFeature feature;
  feature.name = name;
  feature.direction = true;
  feature.fixed = orientation == 0;
  feature.value = u;
  features.push_back(feature);
  orientations[orientation].directions.push_back({static_cast<int>(features.size()) - 1, u, name});
  return orientations[orientation].directions.back().feature;
}

// Makes one of f and g = sign f.
void NaturalLayout::merge(int f, int g, double sign) {
  if (f == g || (features[f].fixed && features[g].fixed)) return;
  if (features[g].fixed) std::swap(f, g);
  features[g].merged = true;
  const auto rename = [&](std::vector<FeatureAt>& list) {
    for (FeatureAt& entry : list)
      if (entry.feature == g) entry = {f, Vector3d(sign * entry.at), entry.name};
  };
  for (RigidGroup& group : groups) rename(group.points);
  for (Orientation& orientation : orientations) rename(orientation.directions);
}

void NaturalLayout::share(const JointGeometry& joint) {
  if (joint.a == joint.b) return;
  const JointInfo& info = joint_type_info(joint.spec->type);
  const auto name = [](const PointRef& ref) { return ref.body + "." + ref.point; };
  if (info.has(JointHold::point)) {
    const int f = add_point(joint.a, joint.at_a.p, name(joint.spec->a));
    merge(f, add_point(joint.b, joint.at_b.p, name(joint.spec->b)), 1.0);
  }
  const int o_a = groups[joint.a].orientation, o_b = groups[joint.b].orientation;
  if (d_.planar || !info.has(JointHold::parallel) || o_a == o_b) return;
  double sign_a = 1.0, sign_b = 1.0;
  const int f = add_direction(o_a, groups[joint.a].R * joint.at_a.R * joint.axis,
                              joint.spec->name + ".axis", sign_a);
  const int g = add_direction(o_b, groups[joint.b].R * joint.at_b.R * joint.axis,
                              joint.spec->name + ".axis", sign_b);
  merge(f, g, sign_a * sign_b);
}

// Points of joints first, then of cylinders, springs and point masses; a group has at least one.
void NaturalLayout::find_features() {
  for (const JointGeometry& joint : joints) share(joint);
  const auto add = [&](const PointRef& ref) {
    const GroupPoint p = point_of(ref);
    add_point(p.group, p.at, ref.body + "." + ref.point);
  };
  for (const CylinderSpec& cylinder : d_.cylinders)
    if (!cylinder.rack) add(cylinder.from), add(cylinder.to);
  for (const SpringSpec& spring : d_.springs) add(spring.a), add(spring.b);
  for (const BodySpec& body : d_.bodies)
    for (const PointMassSpec& mass : body.point_masses) add({body.name, mass.at, mass.where});
  for (const JointSpec& joint : d_.joints)
    for (const PointRef* ref : {&joint.b, &joint.a})
      if (groups[group_of(ref->body)].points.empty()) add(*ref);
  for (RigidGroup& group : groups) {
    const auto fixed = std::find_if(group.points.begin(), group.points.end(),
                                    [&](const auto& p) { return features[p.feature].fixed; });
    if (fixed != group.points.end()) group.origin = static_cast<int>(fixed - group.points.begin());
  }
}

}  // namespace bramah
