// What pushes the bodies: drives, springs, forces, force elements, and the gauges they measure.
#include <algorithm>
#include <cmath>

#include "build/mechanism_work.h"
#include "build/sizes.h"
#include "build/upright.h"
#include "core/nearest.h"

namespace bramah {

namespace {

JointForce joint_force(const CoordinateSpec& c) {
  JointForce force;
  force.stiffness = c.stiffness, force.rest = c.rest;
  force.damping = c.damping;
  if (c.limit) {
    force.limited = true;
    force.lower = c.limit->lower, force.upper = c.limit->upper;
    force.limit_stiffness = c.limit->stiffness, force.limit_damping = c.limit->damping;
  }
  return force;
}

// Of a joint's coordinate that lasts; `user` begins the message where there is none.
template <class Space>
int find_coordinate(MechanismWork<Space>& w, const std::string& name, const Where& where,
                    const std::string& user) {
  const auto& names = w.out.coordinate_names;
  const int i = static_cast<int>(std::ranges::find(names, name) - names.begin());
  const bool sphere = w.in_sphere(i);
  if (!sphere && i < static_cast<int>(names.size())) return i;
  w.problems.push_back(concat(prefix(where), user, " acts on a joint's coordinate; \"", name, "\" ",
                              sphere ? "is a rotation of a sphere, which has none that lasts"
                                     : "is none of this machine's that turns or slides freely",
                              "; it has ", join(names)));
  return -1;
}

// The angles of a sphere start again from zero at every step: only damping, alike about all axes,
// has a meaning there.
template <class Space>
void add_sphere_forces(MechanismWork<Space>& w) {
  w.parts.dampers.resize(w.parts.charts.size());
  for (std::size_t k = 0; k < w.out.joints.size(); ++k) {
    const JointRecord& record = w.out.joints[k];
    if (record.sphere < 0) continue;
    const CoordinateSpec* const* turn = &w.out.coordinates[static_cast<std::size_t>(record.sphere)];
    const auto refused = [](const CoordinateSpec* c) {
      return c->stiffness != 0.0 || c->limit || !c->driver.empty() || !c->effort.empty();
    };
    const std::string start =
        concat(prefix(w.d.joints[k].where), "joint \"", record.name, "\": the rotations of a ");
    if (std::any_of(turn, turn + 3, refused))
      w.problems.push_back(
          concat(start, record.type,
                 " joint have no spring, limits, driver or effort of their own; use "
                 "springs between points, and torques in `forces`"));
    const double damping = turn[0]->damping;
    if (turn[1]->damping != damping || turn[2]->damping != damping)
      w.problems.push_back(concat(start, record.type, " joint need one damping for all three"));
    w.parts.dampers[record.chart].damping = damping;
  }
}

// The gauges of cylinders, then of joints that gears drive.
template <class Space>
void add_drives(MechanismWork<Space>& w) {
  const auto add_gear = [&](int coordinate, double offset, double ratio) {
    Relation<Space> gear;
    gear.kind = RelationKind::gear;
    gear.link_b = std::max(coordinate, 0);
    gear.offset = offset, gear.ratio = ratio;
    w.parts.gauges.push_back(std::move(gear));
    w.out.driven.push_back(coordinate);
  };
  const auto find = [&](const std::string& joint, bool turns, const Where& where,
                        const std::string& user) {
    const int i = find_coordinate(w, joint, where, user);
    if (i >= 0 && w.parts.links[static_cast<std::size_t>(i)].revolute != turns)
      w.problems.push_back(concat(prefix(where), user, " drives a joint that ",
                                  turns ? "turns; \"" : "slides; \"", joint, "\" ",
                                  turns ? "slides" : "turns"));
    return i;
  };
  for (const CylinderSpec& cylinder : w.d.cylinders) {
    if (cylinder.rack) {
      const RackSpec& rack = *cylinder.rack;
      add_gear(find(rack.joint, true, rack.where, concat("cylinder \"", cylinder.name, "\"")),
               rack_zero(cylinder), rack.radius);
      continue;
    }
    w.out.driven.push_back(-1);
    w.parts.gauges.push_back(w.distance(cylinder.from, cylinder.to));
    if (!cylinder.along) continue;  // else its sign and slope exist at length zero too
    w.parts.gauges.back().kind = RelationKind::coordinate;
    w.parts.gauges.back().n_a = to_point(*cylinder.along, Space{});
  }
  for (const ComponentSpec& part : w.d.components)
    if (part.info->drives != Drives::nothing)
      add_gear(find(part.joint, part.info->drives == Drives::turn, part.where,
                    concat("component \"", part.name, "\"")),
               0.0, 1.0);
}

template <class Space>
void add_forces(MechanismWork<Space>& w) {
  add_sphere_forces(w);
  for (std::size_t i = 0; i < w.out.coordinates.size(); ++i) {
    const CoordinateSpec& c = *w.out.coordinates[i];
    if (!c.driver.empty()) {
      w.parts.drivers.push_back(static_cast<int>(i));
      w.out.driver_signals.push_back(c.driver);
    }
    if (!c.effort.empty()) {
      EffortElement<Space> effort;
      effort.index = static_cast<int>(i);
      w.parts.efforts.push_back(effort);
      w.out.effort_signals.push_back(c.effort);
    }
  }
  add_drives(w);
  for (const SpringSpec& spring : w.d.springs)
    w.out.forces.springs.push_back({w.add_gauge(w.distance(spring.a, spring.b)),
                                    {spring.stiffness, spring.rest, spring.damping}});
  for (const ForceSpec& force : w.d.forces) {
    EffortElement<Space> effort;
    effort.kind =
        force.torque ? EffortElement<Space>::Kind::torque : EffortElement<Space>::Kind::force;
    effort.index = w.link_of(force.at);
    effort.follows_body = force.follows_body;
    const Frame<Space>& body = w.placed[w.body_of(force.at)].frame;
    effort.at = w.on_link(force.at).p;
    const typename Space::Point direction = to_point(force.direction, Space{});
    effort.direction = force.follows_body ? typename Space::Point(body.R * direction) : direction;
    if (Space::kAxes == 2 && force.torque)  // about z
      effort.direction = Space::Point::Unit(0) * (force.direction[2] < 0.0 ? -1.0 : 1.0);
    else
      effort.direction.normalize();
    if (effort.index < 0) {
      w.problems.push_back(concat(prefix(force.where), "force \"", force.name,
                                  "\" acts on the ground; name a point of a moving body"));
      continue;
    }
    w.parts.efforts.push_back(effort);
    w.out.effort_signals.push_back(force.signal);
  }
}

// x, y, z of a point.
template <class Space>
void add_place(MechanismWork<Space>& w, const PointRef& ref, std::vector<int>& gauges) {
  for (int axis = 0; axis < 3; ++axis) {
    if (axis >= Space::kAxes) {
      gauges.push_back(-1);
      continue;
    }
    Relation<Space> along;
    along.kind = RelationKind::coordinate;
    along.link_b = w.link_of(ref);
    along.p_b = w.on_link(ref).p;
    along.n_a = Space::Point::Unit(axis);
    gauges.push_back(w.add_gauge(along));
  }
}

// The first two axes of a point's body, in world axes.
template <class Space>
void add_axes(MechanismWork<Space>& w, const PointRef& ref, std::vector<int>& gauges) {
  for (int own = 0; own < 2; ++own)
    for (int axis = 0; axis < 3; ++axis) {
      if (axis >= Space::kAxes) {
        gauges.push_back(-1);
        continue;
      }
      Relation<Space> cosine;
      cosine.kind = RelationKind::dot;
      cosine.link_b = w.link_of(ref);
      cosine.n_a = Space::Point::Unit(axis);
      cosine.m_b = w.placed[w.body_of(ref)].frame.R * Space::Point::Unit(own);
      gauges.push_back(w.add_gauge(cosine));
    }
}

// Springs, dampers and limits of joints; the damper of a sphere is none of its coordinates'.
template <class Space>
void add_joint_forces(MechanismWork<Space>& w) {
  for (std::size_t i = 0; i < w.out.coordinates.size(); ++i) {
    JointForce law = joint_force(*w.out.coordinates[i]);
    if (w.in_sphere(static_cast<int>(i))) law.damping = 0.0;
    if (law.active())
      w.out.forces.joints.push_back({w.add_coordinate_gauge(static_cast<int>(i)), law});
  }
}

// The gauges of an element between points, along a path or at points, after those of the cylinders.
template <class Space>
std::vector<int> add_gauges(MechanismWork<Space>& w, const ElementSpec& element) {
  using Acts = ForceInfo::Acts;
  const Acts acts = element.info->acts;
  if (acts == Acts::between) {
    Relation<Space> measure = w.distance(element.a, element.b);
    if (element.along) {
      measure.kind = RelationKind::coordinate;
      measure.n_a = w.placed[w.body_of(element.a)].frame.R * to_point(*element.along, Space{});
    }
    return {w.add_gauge(std::move(measure))};
  }
  std::vector<int> gauges;
  if (acts == Acts::path) {
    for (std::size_t k = 0; k + 1 < element.path.size(); ++k)
      gauges.push_back(w.add_gauge(w.distance(element.path[k], element.path[k + 1])));
    return gauges;
  }
  add_place(w, element.a, gauges);
  if (acts != Acts::at) add_axes(w, element.a, gauges);
  if (acts == Acts::bodies) add_place(w, element.b, gauges), add_axes(w, element.b, gauges);
  return gauges;
}

// Force elements, and springs of joints. Joint coordinates come last among the gauges.
template <class Space>
void add_elements(MechanismWork<Space>& w) {
  ForceSite site{.up = up_of(w.d),
                 .planar = w.d.planar,
                 .terrain = w.out.terrain,
                 .gravity = std::hypot(w.d.gravity[0], w.d.gravity[1], w.d.gravity[2]),
                 .soil = w.d.soil.value_or(SoilSpec{})};
  for (const ElementSpec& element : w.d.elements) {
    site.points = static_cast<int>(element.path.size()), site.joint = !element.joint.empty();
    using Acts = ForceInfo::Acts;
    const Acts acts = element.info->acts;
    PlacedForce placed{element.info->made(element.parameters, site), {}};
    placed.between_bodies = acts != Acts::joint && acts != Acts::between;
    if (element.info->acts != ForceInfo::Acts::joint) placed.gauges = add_gauges(w, element);
    w.out.forces.elements.push_back(std::move(placed));
  }
  add_joint_forces(w);
  for (std::size_t k = 0; k < w.d.elements.size(); ++k) {
    const ElementSpec& element = w.d.elements[k];
    if (element.joint.empty()) continue;
    w.out.forces.elements[k].gauges.push_back(w.add_coordinate_gauge(find_coordinate(
        w, element.joint, element.where, concat("element \"", element.name, "\""))));
  }
  w.out.coordinate_gauges = w.parts.coordinate_gauges;
}

}  // namespace

template <class Space>
void add_pushes(MechanismWork<Space>& w) {
  add_forces(w);
  add_elements(w);
}

template void add_pushes(MechanismWork<Planar>&);
template void add_pushes(MechanismWork<Spatial>&);

}  // namespace bramah
