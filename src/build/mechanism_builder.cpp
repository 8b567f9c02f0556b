#include "build/mechanism_builder.h"

#include <algorithm>
#include <cmath>

#include "build/points.h"
#include "build/sizes.h"
#include "core/largest.h"
#include "core/nearest.h"
#include "core/rng.h"
#include "core/text.h"
#include "core/where.h"
#include "multibody/forces/ground.h"
#include "multibody/joint/joint_mechanism.h"
#include "multibody/joints/closure.h"
#include "multibody/joints/joint_chain.h"

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

Eigen::Vector2d to_point(const Triple& x, Planar) { return {x[0], x[1]}; }
Eigen::Vector3d to_point(const Triple& x, Spatial) { return {x[0], x[1], x[2]}; }

Frame<Planar> to_frame(const PointSpec& p, Planar) {
  return {Planar::rotation({1.0, 0.0}, p.rotate[2]), {p.at[0], p.at[1]}};
}
Frame<Spatial> to_frame(const PointSpec& p, Spatial) {
  using Eigen::Vector3d;
  return {Spatial::rotation(Vector3d::UnitX(), p.rotate[0]) *
              Spatial::rotation(Vector3d::UnitY(), p.rotate[1]) *
              Spatial::rotation(Vector3d::UnitZ(), p.rotate[2]),
          {p.at[0], p.at[1], p.at[2]}};
}

double to_tensor(const std::array<double, 6>& j, Planar) { return j[2]; }
Eigen::Matrix3d to_tensor(const std::array<double, 6>& j, Spatial) {
  return (Eigen::Matrix3d() << j[0], j[3], j[5], j[3], j[1], j[4], j[5], j[4], j[2]).finished();
}
double offset_tensor(double m, const Eigen::Vector2d& d) { return m * d.squaredNorm(); }
Eigen::Matrix3d offset_tensor(double m, const Eigen::Vector3d& d) {
  return m * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
}

template <class Space>
Frame<Space> inverse(const Frame<Space>& f) {
  return {f.R.transpose(), -(f.R.transpose() * f.p)};
}

// Against gravity; without any y, in space z.
Triple upright(const MachineDescription& d) {
  const double size = std::hypot(d.gravity[0], d.gravity[1], d.gravity[2]);
  if (!(size > 0.0)) return d.planar ? Triple{0.0, 1.0, 0.0} : Triple{0.0, 0.0, 1.0};
  return {-d.gravity[0] / size, -d.gravity[1] / size, -d.gravity[2] / size};
}

// Its axes: x laid level, and what is square to it; in the plane only x counts.
std::shared_ptr<const HeightField> terrain(const MachineDescription& d) {
  if (!d.terrain) return nullptr;
  const TerrainSpec& spec = *d.terrain;
  auto field = std::make_shared<HeightField>();
  field->cell = spec.cell, field->x0 = spec.x, field->y0 = spec.y;
  field->columns = spec.columns, field->rows = spec.rows, field->heights = spec.heights;
  const Ground level = Ground::plane(upright(d), 0.0, 0.0, 0.0);
  field->up = level.normal, field->a = level.first, field->b = level.second;
  return field;
}

// Whether the file says anything about a coordinate: then its joint should be in the tree.
bool has_data(const CoordinateSpec& c) {
  return c.stiffness != 0.0 || c.damping != 0.0 || c.limit || !c.driver.empty() ||
         !c.effort.empty() || c.rate != 0.0 || c.start_kind != CoordinateSpec::Start::free;
}

// A body's place in the tree.
template <class Space>
struct Placed {
  bool reached = false;
  int link = -1;
  Frame<Space> frame;  // body frame in the link's frame
};

template <class Space>
class Builder {
 public:
  Builder(const MachineDescription& d, std::vector<std::string>& problems)
      : d_(d), problems_(problems), placed_(d.bodies.size() + 1) {}

  BuiltMechanism build() {
    for (std::size_t k = 0; k < d_.bodies.size(); ++k)
      index_[d_.bodies[k].name] = static_cast<int>(k) + 1;
    index_["ground"] = 0;
    placed_[0].reached = true;
    parts_.gravity = to_point(d_.gravity, Space{});
    out_.joints.resize(d_.joints.size());
    out_.terrain = terrain(d_);
    check_joints();
    grow_tree();
    if (!problems_.empty()) return std::move(out_);
    add_inertia();
    add_closures();
    add_forces();
    add_elements();
    add_drawing();
    add_pins();
    add_probes();
    add_payloads();
    add_places();
    if (!problems_.empty()) return std::move(out_);
    out_.mechanism = std::make_unique<JointMechanism<Space>>(std::move(parts_));
    return std::move(out_);
  }

 private:
  using Point = typename Space::Point;

  int body_of(const PointRef& ref) {
    const auto found = index_.find(ref.body);
    if (found != index_.end()) return found->second;
    problems_.push_back(concat(prefix(ref.where), "no body is called \"", ref.body, "\""));
    return 0;
  }
  const PointSpec& point_of(const PointRef& ref) {
    const int body = body_of(ref);
    const auto& points = body == 0 ? d_.ground : d_.bodies[body - 1].points;
    if (const PointSpec* found = find_point(points, ref.point)) return *found;
    problems_.push_back(
        concat(prefix(ref.where), "body \"", ref.body, "\" has no point \"", ref.point, "\""));
    return *find_point({}, "origin");
  }
  // The joint frame at a point, in the frame of the link that carries it.
  Frame<Space> on_link(const PointRef& ref) {
    return placed_[body_of(ref)].frame * to_frame(point_of(ref), Space{});
  }
  int link_of(const PointRef& ref) { return placed_[body_of(ref)].link; }

  void check_joints() {
    for (const JointSpec& joint : d_.joints) {
      const std::string start = concat(prefix(joint.where), "joint \"", joint.name, "\": ");
      const JointInfo& info = joint_type_info(joint.type);
      if (!info.exists_in(d_.planar))
        problems_.push_back(concat(
            start, "a ", info.name, " joint needs `mechanism: spatial`; a planar mechanism has ",
            list_joint_types([](const JointInfo& i) { return i.exists_in(true); }), " joints"));
      const Eigen::Vector3d axis(joint.axis.data()), axis2(joint.axis2.data());
      if (info.has(JointHold::perpendicular) &&
          std::abs(axis.normalized().dot(axis2.normalized())) > 1e-9)
        problems_.push_back(
            concat(start, "the axes of a ", info.name, " joint must be perpendicular"));
    }
  }

  // Whether a rack or a gear moves it; "wrist.turn" is a coordinate of the joint wrist.
  bool driven(const JointSpec& joint) const {
    const auto names = [&](const std::string& drive) {
      return drive == joint.name || drive.starts_with(joint.name + ".");
    };
    return std::ranges::any_of(d_.cylinders,
                               [&](const auto& c) { return c.rack && names(c.rack->joint); }) ||
           std::ranges::any_of(d_.components, [&](const auto& c) { return names(c.joint); }) ||
           std::ranges::any_of(d_.elements, [&](const auto& e) {
             return e.info->acts == ForceInfo::Acts::path && names(e.joint);
           });
  }

  // A joint that can grow the tree now: in the order of the file, those with data of their own
  // first.
  int next_joint(const std::vector<bool>& used) {
    int found = -1;
    for (std::size_t k = 0; k < d_.joints.size(); ++k) {
      const JointSpec& joint = d_.joints[k];
      if (used[k] || joint.cut) continue;
      if (placed_[body_of(joint.a)].reached == placed_[body_of(joint.b)].reached) continue;
      if (driven(joint) ||
          std::any_of(joint.coordinates.begin(), joint.coordinates.end(), has_data))
        return static_cast<int>(k);
      if (found < 0) found = static_cast<int>(k);
    }
    return found;
  }

  void grow_tree() {
    std::vector<bool> used(d_.joints.size(), false);
    for (int k = next_joint(used); k >= 0; k = next_joint(used)) {
      used[k] = true;
      add_tree_joint(static_cast<std::size_t>(k), !placed_[body_of(d_.joints[k].a)].reached);
    }
    for (std::size_t k = 0; k < d_.joints.size(); ++k) {
      JointRecord& record = out_.joints[k];
      record.name = d_.joints[k].name;
      record.type = joint_type_info(d_.joints[k].type).name;
      record.cut = !used[k];
    }
    for (std::size_t k = 0; k < d_.bodies.size(); ++k)
      if (!placed_[k + 1].reached)
        problems_.push_back(concat(prefix(d_.bodies[k].where), "body \"", d_.bodies[k].name,
                                   "\" is not connected to the ground by joints that are not cut; "
                                   "give it a joint (type free, if it moves freely)"));
  }

  void add_link(int& parent, Frame<Space>& placement, const JointMotion<Space>& motion,
                std::size_t joint) {
    Link<Space> link;
    link.parent = parent;
    link.placement = placement;
    link.revolute = motion.revolute;
    link.axis = motion.axis;
    parent = static_cast<int>(parts_.links.size());
    placement = Frame<Space>{};
    JointRecord& record = out_.joints[joint];
    if (motion.spherical && record.chart < 0) {  // the first of three
      link.chart = record.chart = static_cast<int>(parts_.charts.size());
      record.sphere = parent;
      parts_.charts.push_back(parent);
    }
    parts_.links.push_back(link);
    static const CoordinateSpec kDefault;
    const JointSpec& spec = d_.joints[joint];
    const auto coordinate = static_cast<std::size_t>(motion.coordinate);
    const std::string suffix = joint_type_info(spec.type).motions_in(d_.planar)[coordinate].name;
    out_.coordinate_names.push_back(suffix.empty() ? spec.name : spec.name + "." + suffix);
    out_.coordinates.push_back(coordinate < spec.coordinates.size() ? &spec.coordinates[coordinate]
                                                                    : &kDefault);
  }

  void add_tree_joint(std::size_t k, bool backwards) {
    const JointSpec& joint = d_.joints[k];
    const PointRef &from = backwards ? joint.b : joint.a, &to = backwards ? joint.a : joint.b;
    int parent = link_of(from);
    Frame<Space> placement = on_link(from);
    JointRecord& record = out_.joints[k];
    record.first = static_cast<int>(parts_.links.size());
    record.backwards = backwards;
    for (const JointMotion<Space>& motion :
         joint_chain(joint.type, joint.directions(), backwards, Space{}))
      add_link(parent, placement, motion, k);
    record.count = static_cast<int>(parts_.links.size()) - record.first;
    Placed<Space>& child = placed_[body_of(to)];
    child.reached = true;
    child.link = parent;
    child.frame = placement * inverse(to_frame(point_of(to), Space{}));
  }

  void add_inertia() {
    std::vector<double> mass(parts_.links.size(), 0.0);
    std::vector<Point> first(parts_.links.size(), Point::Zero());
    std::vector<typename Space::Tensor> second(parts_.links.size(), to_tensor({}, Space{}));
    for (std::size_t k = 0; k < d_.bodies.size(); ++k) {
      const BodySpec& body = d_.bodies[k];
      const Placed<Space>& place = placed_[k + 1];
      if (place.link < 0) continue;
      const auto add = [&](double m, const Point& at, const typename Space::Tensor& tensor) {
        const Point c = place.frame * at;
        mass[place.link] += m;
        first[place.link] += m * c;
        second[place.link] += tensor + offset_tensor(m, c);
      };
      add(body.mass, to_point(body.com, Space{}),
          Space::rotate(place.frame.R, to_tensor(body.inertia, Space{})));
      for (const PointMassSpec& extra : body.point_masses)
        add(extra.mass, to_frame(point_of({body.name, extra.at, extra.where}), Space{}).p,
            to_tensor({}, Space{}));
    }
    for (std::size_t i = 0; i < parts_.links.size(); ++i) {
      Link<Space>& link = parts_.links[i];
      link.mass = mass[i];
      link.com = mass[i] > 0.0 ? Point(first[i] / mass[i]) : Point::Zero();
      link.inertia = second[i] - offset_tensor(mass[i], link.com);
    }
  }

  // Whether a row is zero in every pose: of a plane loop in space, what holds it in its plane. Such a row
  // says nothing and would only be carried along. A function that smooth which is zero with its slopes
  // in a few poses drawn at random is zero in all.
  bool always_closed(Relation<Space> row) const {
    constexpr double kZero = 1e-12;  // [m] or [-]: round-off of axes that are meant to be parallel
    const Tree<Space> tree(parts_.links, parts_.gravity);
    row.find_support(tree);
    RelationState<Space> state(row);
    typename Tree<Space>::States links(parts_.links.size());
    std::vector<double> q(parts_.links.size()), v(q.size(), 0.0), charts;
    for (std::size_t k = 0; k < parts_.charts.size(); ++k)
      charts.insert(charts.end(), {1.0, 0.0, 0.0, 0.0});
    for (unsigned pose = 0; pose < 4; ++pose) {
      for (std::size_t i = 0; i < q.size(); ++i) q[i] = 4.0 * random_fraction(pose, i) - 2.0;
      tree.kinematics(q, v, charts, links);
      state.evaluate(row, links, v);
      if (!(std::abs(state.value) <= kZero) || largest(state.jacobian) > kZero) return false;
    }
    return true;
  }

  void add_closures() {
    for (std::size_t k = 0; k < d_.joints.size(); ++k) {
      JointRecord& record = out_.joints[k];
      if (!record.cut) continue;
      const JointSpec& joint = d_.joints[k];
      ++out_.loops;
      const JointAxes<Space> axes{on_link(joint.a), on_link(joint.b), link_of(joint.a),
                                  link_of(joint.b), joint.directions()};
      auto relations = closure_relations(joint.type, axes);
      record.left_out = static_cast<int>(
          std::erase_if(relations, [&](const Relation<Space>& row) { return always_closed(row); }));
      record.first_closure = static_cast<int>(parts_.closures.size());
      record.closures = static_cast<int>(relations.size());
      parts_.closures.insert(parts_.closures.end(), relations.begin(), relations.end());
      if (std::any_of(joint.coordinates.begin(), joint.coordinates.end(), has_data))
        problems_.push_back(concat(
            prefix(joint.where), "joint \"", joint.name,
            "\" closes a loop, so it has no coordinate of its own: start, rate, spring, damping, "
            "limits, driver and effort belong on a joint of the tree; cut the loop at another "
            "joint (cut: true)"));
    }
  }

  Relation<Space> distance(const PointRef& a, const PointRef& b) {
    Relation<Space> r;
    r.kind = RelationKind::distance;
    r.link_a = link_of(a);
    r.link_b = link_of(b);
    r.p_a = on_link(a).p;
    r.p_b = on_link(b).p;
    return r;
  }

  // Of a joint's coordinate that lasts; `user` begins the message where there is none.
  int find_coordinate(const std::string& name, const Where& where, const std::string& user) {
    const auto& names = out_.coordinate_names;
    const int i = static_cast<int>(std::ranges::find(names, name) - names.begin());
    const bool sphere = in_sphere(i);
    if (!sphere && i < static_cast<int>(names.size())) return i;
    problems_.push_back(concat(prefix(where), user, " acts on a joint's coordinate; \"", name,
                               "\" ",
                               sphere ? "is a rotation of a sphere, which has none that lasts"
                                      : "is none of this machine's that turns or slides freely",
                               "; it has ", join(names)));
    return -1;
  }

  void add_sphere_forces();
  void add_drives();
  void add_forces();
  void add_elements();
  void add_joint_forces();
  std::vector<int> add_gauges(const ElementSpec&);
  void add_place(const PointRef&, std::vector<int>& gauges);
  void add_axes(const PointRef&, std::vector<int>& gauges);
  int add_gauge(Relation<Space> relation) {
    parts_.gauges.push_back(std::move(relation));
    return static_cast<int>(parts_.gauges.size()) - 1;
  }
  int add_coordinate_gauge(int coordinate) {
    parts_.coordinate_gauges.push_back(coordinate);
    return static_cast<int>(parts_.gauges.size() + parts_.coordinate_gauges.size()) - 1;
  }
  bool in_sphere(int i) const {
    return std::ranges::any_of(parts_.charts,
                               [i](int first) { return i >= first && i < first + 3; });
  }
  void add_drawing();
  void add_terrain(Drawing&);
  int add_point(const PointRef& ref) {
    parts_.points.push_back({link_of(ref), on_link(ref).p});
    out_.points.push_back(ref);
    return static_cast<int>(parts_.points.size()) - 1;
  }
  // First of the three points of a body's frame; after add_drawing().
  int frame_of(const PointRef& ref) {
    const int body = body_of(ref);
    return body == 0 ? -1 : static_cast<int>(out_.drawing.points.size()) + 3 * (body - 1);
  }
  void add_pins();
  void add_probes() {
    for (const ProbeSpec& probe : d_.probes) {
      const int frame = frame_of(probe.at);
      out_.probes.push_back({add_point(probe.at), frame});
    }
  }
  void add_payloads();
  void add_places() {
    for (std::size_t k = 1; k < placed_.size(); ++k) {
      BodyPlace place;
      place.link = placed_[k].link;
      place.frame.R.template topLeftCorner<Space::kAxes, Space::kAxes>() = placed_[k].frame.R;
      place.frame.p.template head<Space::kAxes>() = placed_[k].frame.p;
      out_.places.push_back(place);
    }
  }

  const MachineDescription& d_;
  std::vector<std::string>& problems_;
  std::map<std::string, int> index_;  // ground is 0
  std::vector<Placed<Space>> placed_;
  JointMechanismParts<Space> parts_;
  BuiltMechanism out_;
};

// The angles of a sphere start again from zero at every step: only damping, alike about all axes,
// has a meaning there.
template <class Space>
void Builder<Space>::add_sphere_forces() {
  parts_.dampers.resize(parts_.charts.size());
  for (std::size_t k = 0; k < out_.joints.size(); ++k) {
    const JointRecord& record = out_.joints[k];
    if (record.sphere < 0) continue;
    const CoordinateSpec* const* turn = &out_.coordinates[static_cast<std::size_t>(record.sphere)];
    const auto refused = [](const CoordinateSpec* c) {
      return c->stiffness != 0.0 || c->limit || !c->driver.empty() || !c->effort.empty();
    };
    const std::string start =
        concat(prefix(d_.joints[k].where), "joint \"", record.name, "\": the rotations of a ");
    if (std::any_of(turn, turn + 3, refused))
      problems_.push_back(
          concat(start, record.type,
                 " joint have no spring, limits, driver or effort of their own; use "
                 "springs between points, and torques in `forces`"));
    const double damping = turn[0]->damping;
    if (turn[1]->damping != damping || turn[2]->damping != damping)
      problems_.push_back(concat(start, record.type, " joint need one damping for all three"));
    parts_.dampers[record.chart].damping = damping;
  }
}

// The gauges of cylinders, then of joints that gears drive.
template <class Space>
void Builder<Space>::add_drives() {
  const auto add_gear = [&](int coordinate, double offset, double ratio) {
    Relation<Space> gear;
    gear.kind = RelationKind::gear;
    gear.link_b = std::max(coordinate, 0);
    gear.offset = offset, gear.ratio = ratio;
    parts_.gauges.push_back(std::move(gear));
    out_.driven.push_back(coordinate);
  };
  const auto find = [&](const std::string& joint, bool turns, const Where& where,
                        const std::string& user) {
    const int i = find_coordinate(joint, where, user);
    if (i >= 0 && parts_.links[static_cast<std::size_t>(i)].revolute != turns)
      problems_.push_back(concat(prefix(where), user, " drives a joint that ",
                                 turns ? "turns; \"" : "slides; \"", joint, "\" ",
                                 turns ? "slides" : "turns"));
    return i;
  };
  for (const CylinderSpec& cylinder : d_.cylinders) {
    if (cylinder.rack) {
      const RackSpec& rack = *cylinder.rack;
      add_gear(find(rack.joint, true, rack.where, concat("cylinder \"", cylinder.name, "\"")),
               rack_zero(cylinder), rack.radius);
      continue;
    }
    out_.driven.push_back(-1);
    parts_.gauges.push_back(distance(cylinder.from, cylinder.to));
    if (!cylinder.along) continue;  // else its sign and slope exist at length zero too
    parts_.gauges.back().kind = RelationKind::coordinate;
    parts_.gauges.back().n_a = to_point(*cylinder.along, Space{});
  }
  for (const ComponentSpec& part : d_.components)
    if (part.info->drives != Drives::nothing)
      add_gear(find(part.joint, part.info->drives == Drives::turn, part.where,
                    concat("component \"", part.name, "\"")),
               0.0, 1.0);
}

template <class Space>
void Builder<Space>::add_forces() {
  add_sphere_forces();
  for (std::size_t i = 0; i < out_.coordinates.size(); ++i) {
    const CoordinateSpec& c = *out_.coordinates[i];
    if (!c.driver.empty()) {
      parts_.drivers.push_back(static_cast<int>(i));
      out_.driver_signals.push_back(c.driver);
    }
    if (!c.effort.empty()) {
      EffortElement<Space> effort;
      effort.index = static_cast<int>(i);
      parts_.efforts.push_back(effort);
      out_.effort_signals.push_back(c.effort);
    }
  }
  add_drives();
  for (const SpringSpec& spring : d_.springs)
    out_.forces.springs.push_back(
        {add_gauge(distance(spring.a, spring.b)), {spring.stiffness, spring.rest, spring.damping}});
  for (const ForceSpec& force : d_.forces) {
    EffortElement<Space> effort;
    effort.kind =
        force.torque ? EffortElement<Space>::Kind::torque : EffortElement<Space>::Kind::force;
    effort.index = link_of(force.at);
    effort.follows_body = force.follows_body;
    const Frame<Space>& body = placed_[body_of(force.at)].frame;
    effort.at = on_link(force.at).p;
    const Point direction = to_point(force.direction, Space{});
    effort.direction = force.follows_body ? Point(body.R * direction) : direction;
    if (Space::kAxes == 2 && force.torque)  // about z
      effort.direction = Point::Unit(0) * (force.direction[2] < 0.0 ? -1.0 : 1.0);
    else
      effort.direction.normalize();
    if (effort.index < 0) {
      problems_.push_back(concat(prefix(force.where), "force \"", force.name,
                                 "\" acts on the ground; name a point of a moving body"));
      continue;
    }
    parts_.efforts.push_back(effort);
    out_.effort_signals.push_back(force.signal);
  }
}

// The gauges of an element between points, along a path or at points, after those of the cylinders.
template <class Space>
std::vector<int> Builder<Space>::add_gauges(const ElementSpec& element) {
  using Acts = ForceInfo::Acts;
  const Acts acts = element.info->acts;
  if (acts == Acts::between) {
    Relation<Space> measure = distance(element.a, element.b);
    if (element.along) {
      measure.kind = RelationKind::coordinate;
      measure.n_a = placed_[body_of(element.a)].frame.R * to_point(*element.along, Space{});
    }
    return {add_gauge(std::move(measure))};
  }
  std::vector<int> gauges;
  if (acts == Acts::path) {
    for (std::size_t k = 0; k + 1 < element.path.size(); ++k)
      gauges.push_back(add_gauge(distance(element.path[k], element.path[k + 1])));
    return gauges;
  }
  add_place(element.a, gauges);
  if (acts != Acts::at) add_axes(element.a, gauges);
  if (acts == Acts::bodies) add_place(element.b, gauges), add_axes(element.b, gauges);
  return gauges;
}

// x, y, z of a point.
template <class Space>
void Builder<Space>::add_place(const PointRef& ref, std::vector<int>& gauges) {
  for (int axis = 0; axis < 3; ++axis) {
    if (axis >= Space::kAxes) {
      gauges.push_back(-1);
      continue;
    }
    Relation<Space> along;
    along.kind = RelationKind::coordinate;
    along.link_b = link_of(ref);
    along.p_b = on_link(ref).p;
    along.n_a = Point::Unit(axis);
    gauges.push_back(add_gauge(along));
  }
}

// The first two axes of a point's body, in world axes.
template <class Space>
void Builder<Space>::add_axes(const PointRef& ref, std::vector<int>& gauges) {
  for (int own = 0; own < 2; ++own)
    for (int axis = 0; axis < 3; ++axis) {
      if (axis >= Space::kAxes) {
        gauges.push_back(-1);
        continue;
      }
      Relation<Space> cosine;
      cosine.kind = RelationKind::dot;
      cosine.link_b = link_of(ref);
      cosine.n_a = Point::Unit(axis);
      cosine.m_b = placed_[body_of(ref)].frame.R * Point::Unit(own);
      gauges.push_back(add_gauge(cosine));
    }
}

// Force elements, and springs of joints. Joint coordinates come last among the gauges.
template <class Space>
void Builder<Space>::add_elements() {
  ForceSite site{.up = upright(d_),
                 .planar = d_.planar,
                 .terrain = out_.terrain,
                 .gravity = std::hypot(d_.gravity[0], d_.gravity[1], d_.gravity[2]),
                 .soil = d_.soil.value_or(SoilSpec{})};
  for (const ElementSpec& element : d_.elements) {
    site.points = static_cast<int>(element.path.size()), site.joint = !element.joint.empty();
    using Acts = ForceInfo::Acts;
    const Acts acts = element.info->acts;
    PlacedForce placed{element.info->made(element.parameters, site), {}};
    placed.between_bodies = acts != Acts::joint && acts != Acts::between;
    if (element.info->acts != ForceInfo::Acts::joint) placed.gauges = add_gauges(element);
    out_.forces.elements.push_back(std::move(placed));
  }
  add_joint_forces();
  for (std::size_t k = 0; k < d_.elements.size(); ++k) {
    const ElementSpec& element = d_.elements[k];
    if (element.joint.empty()) continue;
    out_.forces.elements[k].gauges.push_back(add_coordinate_gauge(
        find_coordinate(element.joint, element.where, concat("element \"", element.name, "\""))));
  }
  out_.coordinate_gauges = parts_.coordinate_gauges;
}

// Springs, dampers and limits of joints; the damper of a sphere is none of its coordinates'.
template <class Space>
void Builder<Space>::add_joint_forces() {
  for (std::size_t i = 0; i < out_.coordinates.size(); ++i) {
    JointForce law = joint_force(*out_.coordinates[i]);
    if (in_sphere(static_cast<int>(i))) law.damping = 0.0;
    if (law.active())
      out_.forces.joints.push_back({add_coordinate_gauge(static_cast<int>(i)), law});
  }
}

template <class Space>
void Builder<Space>::add_drawing() {
  Drawing& drawing = out_.drawing;
  drawing.planar = d_.planar;
  for (int axis = 0; axis < 3; ++axis)
    if (std::abs(d_.gravity[axis]) > std::abs(d_.gravity[drawing.up])) drawing.up = axis;
  const auto add_point = [&](const std::string& body, const std::string& point) {
    const PointRef ref{body, point, {}};
    parts_.points.push_back({link_of(ref), on_link(ref).p});
    out_.points.push_back(ref);
    drawing.points.push_back(body + "." + point);
    return static_cast<int>(drawing.points.size()) - 1;
  };
  // Named points of a body, and its origin where a joint or an element sits there.
  const auto uses_origin = [&](const std::string& body) {
    const auto at = [&](const PointRef& r) { return r.body == body && r.point == "origin"; };
    const auto ends = [&](const auto& x) { return at(x.a) || at(x.b); };
    const auto pins = [&](const CylinderSpec& c) { return !c.rack && (at(c.from) || at(c.to)); };
    return std::any_of(d_.joints.begin(), d_.joints.end(), ends) ||
           std::any_of(d_.springs.begin(), d_.springs.end(), ends) ||
           std::any_of(d_.cylinders.begin(), d_.cylinders.end(), pins);
  };
  const auto add_body = [&](const std::string& name, const std::vector<PointSpec>& points,
                            Drawing::Line::Kind kind) {
    Drawing::Line line{name, kind, {}};
    if (uses_origin(name)) line.points.push_back(add_point(name, "origin"));
    for (const PointSpec& point : points)
      if (point.name != "origin") line.points.push_back(add_point(name, point.name));
    drawing.lines.push_back(line);
  };
  add_body("ground", d_.ground, Drawing::Line::Kind::ground);
  for (const BodySpec& body : d_.bodies)
    add_body(body.name, body.points, Drawing::Line::Kind::body);
  for (const CylinderSpec& c : d_.cylinders)
    if (!c.rack)
      drawing.lines.push_back(
          {c.name,
           Drawing::Line::Kind::cylinder,
           {add_point(c.from.body, c.from.point), add_point(c.to.body, c.to.point)}});
  for (const SpringSpec& s : d_.springs)
    drawing.lines.push_back({s.name,
                             Drawing::Line::Kind::spring,
                             {add_point(s.a.body, s.a.point), add_point(s.b.body, s.b.point)}});
  for (const ElementSpec& e : d_.elements) {
    if (e.path.empty()) continue;
    Drawing::Line rope{e.name, Drawing::Line::Kind::rope, {}};
    for (const PointRef& ref : e.path) rope.points.push_back(add_point(ref.body, ref.point));
    drawing.lines.push_back(std::move(rope));
  }
  if (d_.terrain) add_terrain(drawing);
  for (const MarkerSpec& marker : d_.markers)
    if (std::ranges::find(drawing.points, marker.at.body + "." + marker.at.point) ==
        drawing.points.end())
      add_point(marker.at.body, marker.at.point);
  for (const BodySpec& body : d_.bodies)
    for (const char* point : {"origin", kFrameX, kFrameY}) {
      const PointRef ref{body.name, point, {}};
      parts_.points.push_back({link_of(ref), on_link(ref).p});
      out_.points.push_back(ref);
    }
}

// The surface as lines along x and, in space, along y; at most thirty each way, some more where it is dug.
template <class Space>
void Builder<Space>::add_terrain(Drawing& drawing) {
  const std::shared_ptr<const HeightField> field = out_.terrain;
  const int most = d_.buckets.empty() ? 30 : 48;
  const int columns = std::min(field->columns, most);
  const int rows = d_.planar ? 1 : std::min(field->rows, most);
  const int first = static_cast<int>(drawing.points.size());
  const auto share = [](int i, int shown, int all) {
    return shown > 1 ? static_cast<double>(i) * (all - 1) / (shown - 1) : 0.0;
  };
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const double x = field->x0 + field->cell * share(i, columns, field->columns);
      const double y = d_.planar ? 0.0 : field->y0 + field->cell * share(j, rows, field->rows);
      Three<double> p{};
      for (int k = 0; k < 3; ++k) p[k] = x * field->a[k] + y * field->b[k];
      const Three<double> at = plus3(p, field->at(p).height, field->up);
      PointOnLink<Space> on;
      for (int k = 0; k < Space::kAxes; ++k) on.at[k] = at[k];
      parts_.points.push_back(on);
      out_.ground_points[out_.points.size()] = at;
      out_.points.push_back({"ground", "origin", {}});
      drawing.points.push_back(concat("terrain.", j * columns + i));
    }
  for (int j = 0; j < rows; ++j) {
    Drawing::Line line{"terrain", Drawing::Line::Kind::terrain, {}};
    for (int i = 0; i < columns; ++i) line.points.push_back(first + j * columns + i);
    drawing.lines.push_back(std::move(line));
  }
  for (int i = 0; i < columns && rows > 1; ++i) {
    Drawing::Line line{"terrain", Drawing::Line::Kind::terrain, {}};
    for (int j = 0; j < rows; ++j) line.points.push_back(first + j * columns + i);
    drawing.lines.push_back(std::move(line));
  }
}

// A fixed joint of the tree makes two bodies one link, and a free one holds nothing: neither has a force
// that could be told.
template <class Space>
void Builder<Space>::add_pins() {
  if (d_.reactions == ReactionAxes::none) return;
  for (std::size_t k = 0; k < d_.joints.size(); ++k) {
    const JointSpec& joint = d_.joints[k];
    const JointRecord& record = out_.joints[k];
    if (joint.type == JointType::free || (!record.cut && record.count == 0)) continue;
    Pin pin;
    pin.joint = joint.name;
    if (d_.reactions == ReactionAxes::body) pin.frame = frame_of(joint.b);
    pin.point = add_point(joint.b);
    pin.link = record.cut ? -1 : record.first + record.count - 1;
    pin.sign = record.backwards ? -1.0 : 1.0;
    if (record.cut) pin.first_closure = record.first_closure, pin.closures = record.closures;
    out_.pins.push_back(std::move(pin));
  }
}

template <class Space>
void Builder<Space>::add_payloads() {
  for (const PayloadSpec& load : d_.payloads) {
    PayloadOnLink<Space> on;
    on.link = link_of(load.to);
    on.at = on_link(load.to).p;
    on.inertia = Space::rotate(placed_[body_of(load.to)].frame.R,
                               to_tensor(load.inertia, Space{}) / load.mass);
    if (on.link < 0)
      problems_.push_back(concat(prefix(load.where), "payload \"", load.name,
                                 "\" is fixed to the ground; name a point of a moving body"));
    parts_.payloads.push_back(on);
  }
}

}  // namespace

BuiltMechanism build_mechanism(const MachineDescription& d, std::vector<std::string>& problems) {
  return d.planar ? Builder<Planar>(d, problems).build() : Builder<Spatial>(d, problems).build();
}

}  // namespace bramah
