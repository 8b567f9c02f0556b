#include "build/natural_loads.h"

namespace bramah {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// Integral of r r^T dm about the centre of mass: tr(J)/2 - J; in the plane only its trace matters.
Matrix3d second_moment(const std::array<double, 6>& j, bool planar) {
  if (planar) return Vector3d(0.5 * j[2], 0.5 * j[2], 0.0).asDiagonal();
  Matrix3d J;
  J << j[0], j[3], j[5], j[3], j[1], j[4], j[5], j[4], j[2];
  return 0.5 * J.trace() * Matrix3d::Identity() - J;
}

class Inertia {
 public:
  explicit Inertia(NaturalParts& parts) : parts_(parts) {
    const auto n = static_cast<std::size_t>(parts.coordinates);
    parts.mass.assign(n * n, 0.0);
    parts.gravity.assign(n, 0.0);
  }
  // M += factor sum over axes of grad x grad y^T
  void add(double factor, const VectorForm& x, const VectorForm& y) {
    if (factor == 0.0) return;
    for (int axis = 0; axis < 3; ++axis)
      for (const auto& [i, a] : x[axis].terms)
        for (const auto& [k, b] : y[axis].terms)
          parts_.mass[static_cast<std::size_t>(i) * parts_.coordinates + k] += factor * a * b;
  }
  void add_weight(double mass, const Triple& gravity, const VectorForm& at) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const auto& [i, a] : at[axis].terms) parts_.gravity[i] += mass * gravity[axis] * a;
      parts_.potential -= mass * gravity[axis] * at[axis].constant;
    }
  }

 private:
  NaturalParts& parts_;
};

// Directions and rates per axis, on their common support.
NaturalEffort effort_along(const VectorForm& n, const RateVector& w) {
  std::map<int, int> seen;
  for (int k = 0; k < 3; ++k) {
    add_support(seen, w[k]);
    for (const auto& [i, value] : n[k].terms) seen[i] = 1;
  }
  NaturalEffort effort;
  for (const auto& [i, one] : seen) effort.support.push_back(i);
  for (int k = 0; k < 3; ++k) {
    if (w[k].products.empty() && w[k].terms.empty()) continue;
    const Quadratic d = compile(Polynomial(n[k]), effort.support);
    effort.axes.push_back({d.g, d.c, compile(w[k], effort.support)});
  }
  return effort;
}

}  // namespace

void add_inertia(const MachineDescription& d, const BuiltMechanism& joint,
                 const NaturalLayout& layout, NaturalParts& parts) {
  Inertia inertia(parts);
  Triple gravity = d.gravity;
  if (d.planar) gravity[2] = 0.0;
  for (std::size_t k = 0; k < d.bodies.size(); ++k) {
    const BodySpec& body = d.bodies[k];
    if (joint.places[k].link < 0) continue;
    const int g = layout.group_of(body.name);
    const Frame<Spatial>& frame = layout.body_frame(static_cast<int>(k) + 1);
    const Vector3d com = frame * Vector3d(body.com[0], body.com[1], d.planar ? 0.0 : body.com[2]);
    inertia.add_weight(body.mass, gravity, layout.point_form(g, com));
    for (const PointMassSpec& extra : body.point_masses) {
      const VectorForm at = layout.point_form(layout.point_of({body.name, extra.at, extra.where}));
      inertia.add(extra.mass, at, at);
      inertia.add_weight(extra.mass, gravity, at);
    }
    if (g == 0) continue;
    // r = p0 + sum alpha_j b_j: moments of alpha instead of those of r.
    const RigidGroup& group = layout.groups[g];
    const Orientation& orientation = layout.orientations[group.orientation];
    const FeatureAt& origin = group.points[group.origin];
    const VectorForm p0 = layout.feature_form(origin.feature);
    const Matrix3d C = orientation.coefficients * group.R;
    const Vector3d arm = com - origin.at, first = body.mass * (C * arm);
    const Matrix3d about_com =
        frame.R * second_moment(body.inertia, d.planar) * frame.R.transpose();
    const Matrix3d second = C * (about_com + body.mass * arm * arm.transpose()) * C.transpose();
    inertia.add(body.mass, p0, p0);
    for (int i = 0; i < 3; ++i) {
      inertia.add(first[i], p0, orientation.forms[i]);
      inertia.add(first[i], orientation.forms[i], p0);
      for (int l = 0; l < 3; ++l)
        inertia.add(second(i, l), orientation.forms[i], orientation.forms[l]);
    }
  }
}

void add_measured_gauges(const MachineDescription& d, const NaturalLayout& layout,
                         NaturalParts& parts) {
  const auto add_distance = [&](const PointRef& a, const PointRef& b) {
    const VectorForm gap =
        layout.point_form(layout.point_of(b)) - layout.point_form(layout.point_of(a));
    parts.measured.push_back({compile(dot(gap, gap)), true});
  };
  for (const SpringSpec& spring : d.springs) add_distance(spring.a, spring.b);
  for (const ElementSpec& element : d.elements) {
    if (element.along) {
      const GroupPoint a = layout.point_of(element.a);
      const Matrix3d& R = layout.body_frame(layout.body_of(element.a.body)).R;
      const VectorForm n = layout.direction_form(a.group, R * Vector3d(element.along->data()));
      const VectorForm gap = layout.point_form(layout.point_of(element.b)) - layout.point_form(a);
      parts.measured.push_back({compile(dot(n, gap)), false});
      continue;
    }
    if (element.info->acts == ForceInfo::Acts::between) add_distance(element.a, element.b);
    if (element.info->acts != ForceInfo::Acts::at) continue;
    const VectorForm at = layout.point_form(layout.point_of(element.a));
    for (int axis = 0; axis < layout.axes(); ++axis)
      parts.measured.push_back({compile(Polynomial(at[axis])), false});
  }
}

void add_forces(const MachineDescription& d, const NaturalLayout& layout, NaturalParts& parts) {
  for (const ForceSpec& force : d.forces) {
    const GroupPoint at = layout.point_of(force.at);
    Vector3d direction(force.direction.data());
    if (d.planar && force.torque)
      direction = Vector3d::UnitZ() * (direction[2] < 0.0 ? -1.0 : 1.0);
    else if (d.planar)
      direction[2] = 0.0;
    direction.normalize();
    const Matrix3d& R = layout.body_frame(layout.body_of(force.at.body)).R;
    const VectorForm n = force.follows_body ? layout.direction_form(at.group, R * direction)
                                            : constant_form(direction);
    RateVector w;
    if (force.torque)
      add_turn(w, 1.0, layout.axes_forms(at.group, Matrix3d::Identity()));
    else
      for (int axis = 0; axis < 3; ++axis) w[axis].add(1.0, layout.point_form(at)[axis]);
    parts.efforts.push_back(effort_along(n, w));
  }
}

NaturalDamper ball_damper(const std::array<VectorForm, 3>& a, const std::array<VectorForm, 3>& b,
                          double damping) {
  RateVector w;
  add_turn(w, 1.0, b);
  add_turn(w, -1.0, a);
  std::map<int, int> seen;
  for (const RatePolynomial& axis : w) add_support(seen, axis);
  NaturalDamper damper;
  for (const auto& [i, one] : seen) damper.support.push_back(i);
  for (const RatePolynomial& axis : w) damper.w.push_back(compile(axis, damper.support));
  damper.damping = damping;
  return damper;
}

}  // namespace bramah
