// Bodies, joints, springs, forces and force elements: what each must say, and numbers within bounds.
#include <algorithm>

#include "build/description_check.h"
#include "build/flexible.h"
#include "build/item_check.h"
#include "core/text.h"
#include "multibody/joints/joint_type.h"

namespace bramah {

namespace {

void need_point(const ItemCheck& check, const char* key, const PointRef& ref) {
  if (ref.body.empty()) check.refuse(key, "is not given; expected a point of a body");
}

void check_looks(const std::vector<LookSpec>& looks, const std::string& user, Problems& problems) {
  for (const LookSpec& look : looks) {
    const ItemCheck check(problems, user, look.where);
    for (const Triple* values : {&look.at, &look.rotate, &look.size}) check.finite("look", *values);
    const double sizes[] = {look.radius, look.width, look.height, look.height_end};
    check.finite("look", sizes);
  }
}

void check_body(const BodySpec& body, Problems& problems) {
  const ItemCheck check = item_check(problems, "body", body);
  check.not_negative("mass", body.mass, "kg");
  check.finite("com", body.com);
  check.finite("inertia", body.inertia);
  if (std::any_of(body.inertia.begin(), body.inertia.begin() + 3, [](double i) { return i < 0.0; }))
    check.refuse("moments of inertia must not be negative");
  for (const PointMassSpec& mass : body.point_masses)
    check.not_negative("point_masses", mass.mass, "kg");
  check_looks(body.look, "body \"" + body.name + "\"", problems);
}

void check_coordinate(const ItemCheck& check, const CoordinateSpec& c, bool slides) {
  const std::string stiffness = slides ? "N/m" : "N m/rad";
  const std::string damping = slides ? "N s/m" : "N m s/rad";
  check.finite("start", c.start);
  check.finite("rate", c.rate);
  check.finite("rest", c.rest);
  check.not_negative("stiffness", c.stiffness, stiffness);
  check.not_negative("damping", c.damping, damping);
  if (!c.limit) return;
  check.finite("limit.lower", c.limit->lower);
  check.finite("limit.upper", c.limit->upper);
  if (c.limit->lower >= c.limit->upper) check.refuse("limit", "lower must be less than upper");
  check.positive("limit.stiffness", c.limit->stiffness, stiffness);
  check.not_negative("limit.damping", c.limit->damping, damping);
}

void check_joint(const JointSpec& joint, bool planar, Problems& problems) {
  const ItemCheck check = item_check(problems, "joint", joint);
  need_point(check, "a", joint.a);
  need_point(check, "b", joint.b);
  check.direction("axis", joint.axis);
  check.direction("axis2", joint.axis2);
  const auto& motions = joint_type_info(joint.type).motions_in(planar);
  if (joint.coordinates.size() > motions.size())
    check.refuse("has " + std::to_string(joint.coordinates.size()) + " coordinates; a " +
                 joint_type_info(joint.type).name + " joint has " + std::to_string(motions.size()));
  for (std::size_t k = 0; k < std::min(motions.size(), joint.coordinates.size()); ++k)
    check_coordinate(check, joint.coordinates[k], motions[k].slides());
}

void check_spring(const SpringSpec& spring, Problems& problems) {
  const ItemCheck check = item_check(problems, "spring", spring);
  need_point(check, "a", spring.a);
  need_point(check, "b", spring.b);
  check.not_negative("stiffness", spring.stiffness, "N/m");
  check.not_negative("rest", spring.rest, "m");
  check.not_negative("damping", spring.damping, "N s/m");
}

void check_force(const ForceSpec& force, bool planar, Problems& problems) {
  const ItemCheck check = item_check(problems, "force", force);
  need_point(check, "at", force.at);
  if (force.signal.empty()) check.refuse("signal", "is not given; expected the signal of its size");
  check.direction("direction", force.direction);
  if (planar && !force.torque && force.direction[0] == 0.0 && force.direction[1] == 0.0 &&
      force.direction[2] != 0.0)
    check.refuse("direction", "a force of a planar mechanism lies in x and y");
}

void check_element(const ElementSpec& element, Problems& problems) {
  const ItemCheck check = item_check(problems, "element", element);
  if (!element.info) return check.refuse("has no type; make it with element()");
  const ForceInfo& info = *element.info;
  if (!info.can_be_made()) return check.refuse("cannot be made: its ForceInfo has no `make`");
  if (info.acts == ForceInfo::Acts::joint && element.joint.empty())
    check.refuse("joint", "is not given; expected the joint it acts on");
  if (info.has_first()) need_point(check, "a", element.a);
  if (info.has_second()) need_point(check, "b", element.b);
  if (info.acts == ForceInfo::Acts::path && element.path.size() < 2)
    check.refuse("over", concat("expected at least two points; found ", element.path.size()));
  if (element.parameters.size() != info.parameters.size())
    return check.refuse("has " + std::to_string(element.parameters.size()) + " parameters; " +
                        info.type + " has " + std::to_string(info.parameters.size()));
  for (std::size_t k = 0; k < info.parameters.size(); ++k) {
    const ForceInfo::Parameter& p = info.parameters[k];
    if (std::isnan(p.fallback) && std::isnan(element.parameters[k]))
      check.refuse("missing \"" + p.name + "\" (" + p.doc + ")");
    else if (const double value = element.parameters[k];
             check.finite(p.name, value) && (value < p.least || value > p.most))
      check.refuse(p.name, "expected " + short_number(p.least) + " to " + short_number(p.most) +
                               (p.unit == "1" ? "" : " " + p.unit) + "; found " +
                               short_number(value));
  }
  if (element.starts.size() > info.states.size())
    return check.refuse("has " + std::to_string(element.starts.size()) + " starts; " + info.type +
                        " has " + std::to_string(info.states.size()) + " states");
  for (std::size_t k = 0; k < element.starts.size(); ++k)
    if (element.starts[k])
      check.finite("start_" + std::string(info.states[k].name), *element.starts[k]);
}

}  // namespace

void check_mechanism(const MachineDescription& d, Problems& problems) {
  const ItemCheck whole(problems, "machine", d.where);
  whole.finite("gravity", d.gravity);
  check_looks(d.ground_look, "ground", problems);
  for (const BodySpec& body : d.bodies) check_body(body, problems);
  check_flexible(d, problems);
  for (const JointSpec& joint : d.joints) check_joint(joint, d.planar, problems);
  for (const SpringSpec& spring : d.springs) check_spring(spring, problems);
  for (const ForceSpec& force : d.forces) check_force(force, d.planar, problems);
  for (const ElementSpec& element : d.elements) check_element(element, problems);
  for (const MarkerSpec& marker : d.markers)
    need_point(item_check(problems, "marker", marker), "at", marker.at);
}

}  // namespace bramah
