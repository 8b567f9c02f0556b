// The tree of links and the loops that close it.
#include <algorithm>
#include <cmath>

#include "build/mechanism_work.h"
#include "core/largest.h"
#include "core/rng.h"
#include "multibody/joints/closure.h"
#include "multibody/joints/joint_chain.h"

namespace bramah {

namespace {

// Whether the file says anything about a coordinate: then its joint should be in the tree.
bool has_data(const CoordinateSpec& c) {
  return c.stiffness != 0.0 || c.damping != 0.0 || c.limit || !c.driver.empty() ||
         !c.effort.empty() || c.rate != 0.0 || c.start_kind != CoordinateSpec::Start::free;
}

template <class Space>
void check_joints(MechanismWork<Space>& w) {
  for (const JointSpec& joint : w.d.joints) {
    const std::string start = concat(prefix(joint.where), "joint \"", joint.name, "\": ");
    const JointInfo& info = joint_type_info(joint.type);
    if (!info.exists_in(w.d.planar))
      w.problems.push_back(concat(
          start, "a ", info.name, " joint needs `mechanism: spatial`; a planar mechanism has ",
          list_joint_types([](const JointInfo& i) { return i.exists_in(true); }), " joints"));
    const Eigen::Vector3d axis(joint.axis.data()), axis2(joint.axis2.data());
    if (info.has(JointHold::perpendicular) &&
        std::abs(axis.normalized().dot(axis2.normalized())) > 1e-9)
      w.problems.push_back(
          concat(start, "the axes of a ", info.name, " joint must be perpendicular"));
  }
}

// Whether a rack or a gear moves it; "wrist.turn" is a coordinate of the joint wrist.
bool driven(const MachineDescription& d, const JointSpec& joint) {
  const auto names = [&](const std::string& drive) {
    return drive == joint.name || drive.starts_with(joint.name + ".");
  };
  return std::ranges::any_of(d.cylinders,
                             [&](const auto& c) { return c.rack && names(c.rack->joint); }) ||
         std::ranges::any_of(d.components, [&](const auto& c) { return names(c.joint); }) ||
         std::ranges::any_of(d.elements, [&](const auto& e) {
           return e.info->acts == ForceInfo::Acts::path && names(e.joint);
         });
}

// A joint that can grow the tree now: in the order of the file, those with data of their own
// first.
template <class Space>
int next_joint(MechanismWork<Space>& w, const std::vector<bool>& used) {
  int found = -1;
  for (std::size_t k = 0; k < w.d.joints.size(); ++k) {
    const JointSpec& joint = w.d.joints[k];
    if (used[k] || joint.cut) continue;
    if (w.placed[w.body_of(joint.a)].reached == w.placed[w.body_of(joint.b)].reached) continue;
    if (driven(w.d, joint) ||
        std::any_of(joint.coordinates.begin(), joint.coordinates.end(), has_data))
      return static_cast<int>(k);
    if (found < 0) found = static_cast<int>(k);
  }
  return found;
}

template <class Space>
void add_link(MechanismWork<Space>& w, int& parent, Frame<Space>& placement,
              const JointMotion<Space>& motion, std::size_t joint) {
  Link<Space> link;
  link.parent = parent;
  link.placement = placement;
  link.revolute = motion.revolute;
  link.axis = motion.axis;
  parent = static_cast<int>(w.parts.links.size());
  placement = Frame<Space>{};
  JointRecord& record = w.out.joints[joint];
  if (motion.spherical && record.chart < 0) {  // the first of three
    link.chart = record.chart = static_cast<int>(w.parts.charts.size());
    record.sphere = parent;
    w.parts.charts.push_back(parent);
  }
  w.parts.links.push_back(link);
  static const CoordinateSpec kDefault;
  const JointSpec& spec = w.d.joints[joint];
  const auto coordinate = static_cast<std::size_t>(motion.coordinate);
  const std::string suffix = joint_type_info(spec.type).motions_in(w.d.planar)[coordinate].name;
  w.out.coordinate_names.push_back(suffix.empty() ? spec.name : spec.name + "." + suffix);
  w.out.coordinates.push_back(coordinate < spec.coordinates.size() ? &spec.coordinates[coordinate]
                                                                   : &kDefault);
}

template <class Space>
void add_tree_joint(MechanismWork<Space>& w, std::size_t k, bool backwards) {
  const JointSpec& joint = w.d.joints[k];
  const PointRef &from = backwards ? joint.b : joint.a, &to = backwards ? joint.a : joint.b;
  int parent = w.link_of(from);
  Frame<Space> placement = w.on_link(from);
  JointRecord& record = w.out.joints[k];
  record.first = static_cast<int>(w.parts.links.size());
  record.backwards = backwards;
  for (const JointMotion<Space>& motion :
       joint_chain(joint.type, joint.directions(), backwards, Space{}))
    add_link(w, parent, placement, motion, k);
  record.count = static_cast<int>(w.parts.links.size()) - record.first;
  Placed<Space>& child = w.placed[w.body_of(to)];
  child.reached = true;
  child.link = parent;
  child.frame = placement * inverse(to_frame(w.point_of(to), Space{}));
}

template <class Space>
void grow_tree(MechanismWork<Space>& w) {
  std::vector<bool> used(w.d.joints.size(), false);
  for (int k = next_joint(w, used); k >= 0; k = next_joint(w, used)) {
    used[k] = true;
    add_tree_joint(w, static_cast<std::size_t>(k), !w.placed[w.body_of(w.d.joints[k].a)].reached);
  }
  for (std::size_t k = 0; k < w.d.joints.size(); ++k) {
    JointRecord& record = w.out.joints[k];
    record.name = w.d.joints[k].name;
    record.type = joint_type_info(w.d.joints[k].type).name;
    record.cut = !used[k];
  }
  for (std::size_t k = 0; k < w.d.bodies.size(); ++k)
    if (!w.placed[k + 1].reached)
      w.problems.push_back(concat(prefix(w.d.bodies[k].where), "body \"", w.d.bodies[k].name,
                                  "\" is not connected to the ground by joints that are not cut; "
                                  "give it a joint (type free, if it moves freely)"));
}

template <class Space>
void add_inertia(MechanismWork<Space>& w) {
  using Point = typename Space::Point;
  std::vector<double> mass(w.parts.links.size(), 0.0);
  std::vector<Point> first(w.parts.links.size(), Point::Zero());
  std::vector<typename Space::Tensor> second(w.parts.links.size(), to_tensor({}, Space{}));
  for (std::size_t k = 0; k < w.d.bodies.size(); ++k) {
    const BodySpec& body = w.d.bodies[k];
    const Placed<Space>& place = w.placed[k + 1];
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
      add(extra.mass, to_frame(w.point_of({body.name, extra.at, extra.where}), Space{}).p,
          to_tensor({}, Space{}));
  }
  for (std::size_t i = 0; i < w.parts.links.size(); ++i) {
    Link<Space>& link = w.parts.links[i];
    link.mass = mass[i];
    link.com = mass[i] > 0.0 ? Point(first[i] / mass[i]) : Point::Zero();
    link.inertia = second[i] - offset_tensor(mass[i], link.com);
  }
}

// Whether a row is zero in every pose: of a plane loop in space, what holds it in its plane. Such a row
// says nothing and would only be carried along. A function that smooth which is zero with its slopes
// in a few poses drawn at random is zero in all.
template <class Space>
bool always_closed(const MechanismWork<Space>& w, Relation<Space> row) {
  constexpr double kZero = 1e-12;  // [m] or [-]: round-off of axes that are meant to be parallel
  const Tree<Space> tree(w.parts.links, w.parts.gravity);
  row.find_support(tree);
  RelationState<Space> state(row);
  typename Tree<Space>::States links(w.parts.links.size());
  std::vector<double> q(w.parts.links.size()), v(q.size(), 0.0), charts;
  for (std::size_t k = 0; k < w.parts.charts.size(); ++k)
    charts.insert(charts.end(), {1.0, 0.0, 0.0, 0.0});
  for (unsigned pose = 0; pose < 4; ++pose) {
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = 4.0 * random_fraction(pose, i) - 2.0;
    tree.kinematics(q, v, charts, links);
    state.evaluate(row, links, v);
    if (!(std::abs(state.value) <= kZero) || largest(state.jacobian) > kZero) return false;
  }
  return true;
}

template <class Space>
void add_closures(MechanismWork<Space>& w) {
  for (std::size_t k = 0; k < w.d.joints.size(); ++k) {
    JointRecord& record = w.out.joints[k];
    if (!record.cut) continue;
    const JointSpec& joint = w.d.joints[k];
    ++w.out.loops;
    const JointAxes<Space> axes{w.on_link(joint.a), w.on_link(joint.b), w.link_of(joint.a),
                                w.link_of(joint.b), joint.directions()};
    auto relations = closure_relations(joint.type, axes);
    record.left_out = static_cast<int>(std::erase_if(
        relations, [&](const Relation<Space>& row) { return always_closed(w, row); }));
    record.first_closure = static_cast<int>(w.parts.closures.size());
    record.closures = static_cast<int>(relations.size());
    w.parts.closures.insert(w.parts.closures.end(), relations.begin(), relations.end());
    if (std::any_of(joint.coordinates.begin(), joint.coordinates.end(), has_data))
      w.problems.push_back(concat(
          prefix(joint.where), "joint \"", joint.name,
          "\" closes a loop, so it has no coordinate of its own: start, rate, spring, damping, "
          "limits, driver and effort belong on a joint of the tree; cut the loop at another "
          "joint (cut: true)"));
  }
}

}  // namespace

template <class Space>
void add_tree(MechanismWork<Space>& w) {
  check_joints(w);
  grow_tree(w);
  if (!w.problems.empty()) return;
  add_inertia(w);
  add_closures(w);
}

template void add_tree(MechanismWork<Planar>&);
template void add_tree(MechanismWork<Spatial>&);

}  // namespace bramah
