#include "build/straight_load.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

using Eigen::Vector3d;

// Upwards against gravity, or along the last axis where there is none, and a horizontal.
struct Level {
  Vector3d up, across;
};
Level level(const MachineDescription& d) {
  const Vector3d gravity(d.gravity.data());
  Level out;
  out.up = gravity.norm() > 0.0 ? Vector3d(-gravity.normalized())
                                : Vector3d(d.planar ? Vector3d::UnitY() : Vector3d::UnitZ());
  if (d.planar) {
    out.across = {out.up.y(), -out.up.x(), 0.0};
  } else {
    const bool upright = std::abs(out.up.x()) < 0.9;
    const Vector3d guess = upright ? Vector3d::UnitX() : Vector3d::UnitY();
    out.across = (guess - guess.dot(out.up) * out.up).normalized();
  }
  return out;
}

Triple to_triple(const Vector3d& x) {
  Triple out{x[0], x[1], x[2]};
  for (double& value : out)  // the sine of 180 deg
    if (std::abs(value) < 1e-15) value = 0.0;
  return out;
}

BodySpec make_body(const std::string& name, const LoadSpec& load) {
  BodySpec body;
  body.name = name;
  body.mass = load.mass;
  body.inertia = {load.mass, load.mass, load.mass, 0.0, 0.0, 0.0};  // it never turns
  body.where = load.where;
  return body;
}

JointSpec make_joint(const CylinderSpec& cylinder) {
  const LoadSpec& load = *cylinder.load;
  CoordinateSpec slide;
  slide.start_kind = CoordinateSpec::Start::given;
  slide.start = load.start.value_or(cylinder.closed + 0.5 * cylinder.stroke);
  slide.rate = load.speed;
  slide.stiffness = load.stiffness, slide.rest = load.rest;
  slide.damping = load.damping;
  slide.effort = load.force;
  slide.where = load.where;
  JointSpec joint;
  joint.name = cylinder.name + ".slide";
  joint.type = JointType::prismatic;
  joint.a = cylinder.from, joint.b = cylinder.to;
  joint.axis = *cylinder.along;
  joint.coordinates = {slide};
  joint.where = load.where;
  return joint;
}

}  // namespace

bool has_straight_loads(const MachineDescription& d) {
  return std::ranges::any_of(d.cylinders, [](const CylinderSpec& c) { return c.load.has_value(); });
}

MachineDescription with_straight_loads(MachineDescription d) {
  const Level frame = level(d);
  double below = 0.0;  // drawn one below the other
  for (CylinderSpec& cylinder : d.cylinders) {
    if (!cylinder.load) continue;
    const LoadSpec load = *cylinder.load;
    const std::string pin = cylinder.name + ".pin", body = cylinder.name + ".load";
    const Vector3d along = std::cos(load.angle) * frame.across + std::sin(load.angle) * frame.up;
    const Vector3d aside = std::cos(load.angle) * frame.up - std::sin(load.angle) * frame.across;
    cylinder.along = to_triple(along);
    d.ground.push_back({pin, to_triple(-below * aside), {}, load.where});
    cylinder.from = {"ground", pin, load.where};
    cylinder.to = {body, "origin", load.where};
    d.bodies.push_back(make_body(body, load));
    d.joints.push_back(make_joint(cylinder));
    cylinder.load.reset();
    below += 0.5 * cylinder.stroke;
  }
  return d;
}

}  // namespace bramah
