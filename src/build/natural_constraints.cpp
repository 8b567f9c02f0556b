#include "build/natural_constraints.h"

#include <algorithm>

#include "core/text.h"
#include "multibody/joints/joint_chain.h"

namespace bramah {

namespace {

using Eigen::Vector3d;

bool same(const BasisVector& x, const BasisVector& y) {
  if (x.difference != y.difference) return false;
  return (x.a == y.a && x.b == y.b) || (x.difference && x.a == y.b && x.b == y.a);
}
bool holds(const std::vector<FeatureAt>& list, int feature) {
  return std::any_of(list.begin(), list.end(),
                     [&](const FeatureAt& entry) { return entry.feature == feature; });
}
bool in_basis(const Orientation& o, const BasisVector& b) {
  return std::any_of(o.basis.begin(), o.basis.end(),
                     [&](const BasisVector& other) { return same(b, other); });
}
bool owns(const NaturalLayout& layout, const Orientation& o, const BasisVector& b) {
  if (!b.difference) return holds(o.directions, b.a);
  return std::any_of(o.groups.begin(), o.groups.end(), [&](int g) {
    return holds(layout.groups[g].points, b.a) && holds(layout.groups[g].points, b.b);
  });
}
// How many vectors two orientations have in common.
int shared(const NaturalLayout& layout, const Orientation& x, const Orientation& y) {
  int count = 0, points = 0;
  for (const FeatureAt& u : x.directions) count += holds(y.directions, u.feature) ? 1 : 0;
  for (const int g : x.groups)
    for (const FeatureAt& p : layout.groups[g].points)
      for (const int h : y.groups) points += holds(layout.groups[h].points, p.feature) ? 1 : 0;
  return count + std::max(0, points - 1);
}

// A direction along the axis' plane, for angles.
std::pair<Vector3d, Vector3d> across(const Vector3d& axis) {
  const Vector3d u = axis.unitOrthogonal();
  return {u, axis.cross(u)};
}

struct Motion {
  bool revolute;
  Vector3d axis;
};
Motion motion_of(const JointSpec& joint, int coordinate, bool planar) {
  if (!planar) {
    const auto motion = joint_chain(joint.type, joint.directions(), false, Spatial{})[coordinate];
    return {motion.revolute, motion.axis};
  }
  const auto motion = joint_chain(joint.type, joint.directions(), false, Planar{})[coordinate];
  if (motion.revolute) return {true, Vector3d::UnitZ()};
  return {false, {motion.axis[0], motion.axis[1], 0.0}};
}

}  // namespace

JointCoordinate joint_coordinate(const NaturalLayout& layout, const JointGeometry& joint,
                                 int coordinate, bool planar) {
  const auto on_a = [&](const Vector3d& u) {
    return layout.direction_form(joint.a, joint.at_a.R * u);
  };
  const auto on_b = [&](const Vector3d& u) {
    return layout.direction_form(joint.b, joint.at_b.R * u);
  };
  JointCoordinate out;
  using Reading = JointMotionInfo::Reading;
  const Reading reading = joint_type_info(joint.spec->type)
                              .motions_in(planar)[static_cast<std::size_t>(coordinate)]
                              .reading;
  const Motion motion = motion_of(*joint.spec, coordinate, planar);
  out.angular = motion.revolute;
  if (!motion.revolute) {
    out.p = dot(on_a(motion.axis), layout.point_form(joint.b, joint.at_b.p) -
                                       layout.point_form(joint.a, joint.at_a.p));
  } else if (reading != Reading::across) {
    // The second axis turns about the first; the first, seen from b, about the second.
    const Vector3d third = joint.axis.cross(joint.axis2);
    const bool first = reading == Reading::first_axis;
    const Vector3d& u = first ? joint.axis2 : joint.axis;
    out.p = first ? dot(on_a(third), on_b(u)) : dot(on_a(u), on_b(third));
    out.r = dot(on_a(u), on_b(u));
  } else {
    const auto [u, w] = across(motion.axis);
    out.p = dot(on_a(w), on_b(u));
    out.r = dot(on_a(u), on_b(u));
  }
  return out;
}

void NaturalConstraints::add(Polynomial phi, const std::string& text) {
  phi.tidy();
  if (!phi.varies()) return;
  rows.emplace_back(compile(phi));
  texts.push_back(text);
}

void NaturalConstraints::add_rigid_bodies() {
  for (std::size_t k = 0; k < layout_.orientations.size(); ++k)
    add_orientation(static_cast<int>(k));
}

// A product that another body's constraints imply: of one that came before, or of one in which a
// factor follows from that body's basis by linear equations. Bodies that share more than two
// vectors could each rely on the other, so they say everything twice.
bool NaturalConstraints::imposed_elsewhere(int orientation, const BasisVector& x,
                                           const BasisVector& y) const {
  const Orientation& here = layout_.orientations[orientation];
  for (int k = 1; k < static_cast<int>(layout_.orientations.size()); ++k) {
    const Orientation& other = layout_.orientations[k];
    if (k == orientation || !owns(layout_, other, x) || !owns(layout_, other, y)) continue;
    const bool both = in_basis(other, x) && in_basis(other, y);
    if (shared(layout_, here, other) <= 2 && (k < orientation || !both)) return true;
  }
  return false;
}

void NaturalConstraints::add_products(int orientation) {
  const Orientation& o = layout_.orientations[orientation];
  const std::string body = layout_.groups[o.groups.front()].name;
  for (std::size_t i = 0; i < o.basis.size(); ++i)
    for (std::size_t k = i; k < o.basis.size(); ++k) {
      const BasisVector &x = o.basis[i], &y = o.basis[k];
      if (imposed_elsewhere(orientation, x, y)) continue;
      Polynomial phi = dot(layout_.basis_form(x), layout_.basis_form(y));
      phi.constant -= x.at.dot(y.at);
      const auto unit = [&](int differences) {
        return differences == 0 ? "" : differences == 1 ? " m" : " m2";
      };
      if (i == k)
        add(phi, concat(body, ": |", x.name, "| = ", x.at.norm(), unit(x.difference ? 1 : 0)));
      else
        add(phi, concat(body, ": (", x.name, ").(", y.name, ") = ", x.at.dot(y.at),
                        unit((x.difference ? 1 : 0) + (y.difference ? 1 : 0))));
    }
}

void NaturalConstraints::add_followers(const std::string& body, const FeatureAt& feature,
                                       const VectorForm& place) {
  const VectorForm gap = layout_.feature_form(feature.feature) - place;
  for (int axis = 0; axis < layout_.axes(); ++axis)
    add(Polynomial(gap[axis]), concat(body, ": ", feature.name, " follows (", "xyz"[axis], ")"));
}

void NaturalConstraints::add_orientation(int orientation) {
  const Orientation& o = layout_.orientations[orientation];
  add_products(orientation);
  const int any = o.groups.front();
  for (const FeatureAt& u : o.directions)
    if (orientation > 0 && !in_basis(o, {false, u.feature, -1, u.at, {}}))
      add_followers(layout_.groups[any].name, u,
                    layout_.direction_form(any, layout_.groups[any].R.transpose() * u.at));
  for (const int g : o.groups) {
    const RigidGroup& group = layout_.groups[g];
    if (g == 0) continue;
    const FeatureAt& p0 = group.points[group.origin];
    for (const FeatureAt& p : group.points) {
      if (p.feature == p0.feature || in_basis(o, {true, p0.feature, p.feature, p.at, {}})) continue;
      VectorForm place = layout_.feature_form(p0.feature);
      bramah::add(place, 1.0, layout_.direction_form(g, p.at - p0.at));
      add_followers(group.name, p, place);
    }
  }
}

// What remains of a joint's holds after points, axes and orientations are shared.
void NaturalConstraints::add_joint(const JointGeometry& joint, bool planar) {
  if (joint.a == joint.b) return;
  const std::string& name = joint.spec->name;
  const VectorForm gap =
      layout_.point_form(joint.b, joint.at_b.p) - layout_.point_form(joint.a, joint.at_a.p);
  const auto position = [&](const Vector3d& n, const std::string& text) {
    add(dot(layout_.direction_form(joint.a, joint.at_a.R * n), gap), name + text);
  };
  const auto [u, w] = across(joint.axis);
  for (const JointHold hold : joint_type_info(joint.spec->type).holds) {
    if (hold == JointHold::line && planar) {
      position(Vector3d::UnitZ().cross(joint.axis), ": stays on its line");
    } else if (hold == JointHold::line) {
      position(u, ": stays on its line (1)");
      position(w, ": stays on its line (2)");
    } else if (hold == JointHold::plane && !planar) {
      position(joint.axis, ": stays in its plane");
    } else if (hold == JointHold::perpendicular) {
      add(dot(layout_.direction_form(joint.a, joint.at_a.R * joint.axis),
              layout_.direction_form(joint.b, joint.at_b.R * joint.axis2)),
          name + ": axes stay perpendicular");
    }
  }
}

void NaturalConstraints::add_length(const std::string& name, const VectorForm& from_to, int s) {
  Polynomial phi = dot(from_to, from_to);
  phi.add(-1.0, s, s);
  add(phi, name + ": length s");
}

void NaturalConstraints::add_coordinate(const std::string& name, const JointCoordinate& coordinate,
                                        int index) {
  if (!coordinate.angular) {
    Polynomial phi = coordinate.p;
    phi.terms[index] -= 1.0;
    return add(phi, name + ": distance");
  }
  const std::vector<int> support = support_of({&coordinate.p, &coordinate.r});
  rows.emplace_back(compile(coordinate.p, support), compile(coordinate.r, support), index);
  texts.push_back(name + ": angle");
}

}  // namespace bramah
