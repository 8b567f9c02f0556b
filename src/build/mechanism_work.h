// A mechanism while it is built: where each body is in the tree, and what has been made so far.
//
// Three steps fill it, in this order: mechanism_tree.cpp (links, inertia, closures),
// mechanism_forces.cpp (gauges and what pushes), mechanism_drawing.cpp (points and lines).
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "build/mechanism_builder.h"
#include "build/points.h"
#include "core/text.h"
#include "core/where.h"
#include "multibody/joint/joint_mechanism.h"

namespace bramah {

inline Eigen::Vector2d to_point(const Triple& x, Planar) { return {x[0], x[1]}; }
inline Eigen::Vector3d to_point(const Triple& x, Spatial) { return {x[0], x[1], x[2]}; }

inline Frame<Planar> to_frame(const PointSpec& p, Planar) {
  return {Planar::rotation({1.0, 0.0}, p.rotate[2]), {p.at[0], p.at[1]}};
}
inline Frame<Spatial> to_frame(const PointSpec& p, Spatial) {
  using Eigen::Vector3d;
  return {Spatial::rotation(Vector3d::UnitX(), p.rotate[0]) *
              Spatial::rotation(Vector3d::UnitY(), p.rotate[1]) *
              Spatial::rotation(Vector3d::UnitZ(), p.rotate[2]),
          {p.at[0], p.at[1], p.at[2]}};
}

inline double to_tensor(const std::array<double, 6>& j, Planar) { return j[2]; }
inline Eigen::Matrix3d to_tensor(const std::array<double, 6>& j, Spatial) {
  return (Eigen::Matrix3d() << j[0], j[3], j[5], j[3], j[1], j[4], j[5], j[4], j[2]).finished();
}
inline double offset_tensor(double m, const Eigen::Vector2d& d) { return m * d.squaredNorm(); }
inline Eigen::Matrix3d offset_tensor(double m, const Eigen::Vector3d& d) {
  return m * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
}

template <class Space>
Frame<Space> inverse(const Frame<Space>& f) {
  return {f.R.transpose(), -(f.R.transpose() * f.p)};
}

// A body's place in the tree.
template <class Space>
struct Placed {
  bool reached = false;
  int link = -1;
  Frame<Space> frame;  // body frame in the link's frame
};

template <class Space>
struct MechanismWork {
  using Point = typename Space::Point;

  MechanismWork(const MachineDescription& description, std::vector<std::string>& found)
      : d(description), problems(found), placed(description.bodies.size() + 1) {
    for (std::size_t k = 0; k < d.bodies.size(); ++k)
      index[d.bodies[k].name] = static_cast<int>(k) + 1;
    index["ground"] = 0;
    placed[0].reached = true;
    parts.gravity = to_point(d.gravity, Space{});
    out.joints.resize(d.joints.size());
  }

  int body_of(const PointRef& ref) {
    const auto found = index.find(ref.body);
    if (found != index.end()) return found->second;
    problems.push_back(concat(prefix(ref.where), "no body is called \"", ref.body, "\""));
    return 0;
  }
  const PointSpec& point_of(const PointRef& ref) {
    const int body = body_of(ref);
    const auto& points = body == 0 ? d.ground : d.bodies[body - 1].points;
    if (const PointSpec* found = find_point(points, ref.point)) return *found;
    problems.push_back(
        concat(prefix(ref.where), "body \"", ref.body, "\" has no point \"", ref.point, "\""));
    return *find_point({}, "origin");
  }
  // The joint frame at a point, in the frame of the link that carries it.
  Frame<Space> on_link(const PointRef& ref) {
    return placed[body_of(ref)].frame * to_frame(point_of(ref), Space{});
  }
  int link_of(const PointRef& ref) { return placed[body_of(ref)].link; }

  Relation<Space> distance(const PointRef& a, const PointRef& b) {
    Relation<Space> r;
    r.kind = RelationKind::distance;
    r.link_a = link_of(a);
    r.link_b = link_of(b);
    r.p_a = on_link(a).p;
    r.p_b = on_link(b).p;
    return r;
  }

  int add_gauge(Relation<Space> relation) {
    parts.gauges.push_back(std::move(relation));
    return static_cast<int>(parts.gauges.size()) - 1;
  }
  int add_coordinate_gauge(int coordinate) {
    parts.coordinate_gauges.push_back(coordinate);
    return static_cast<int>(parts.gauges.size() + parts.coordinate_gauges.size()) - 1;
  }
  bool in_sphere(int i) const {
    return std::ranges::any_of(parts.charts,
                               [i](int first) { return i >= first && i < first + 3; });
  }
  int add_point(const PointRef& ref) {
    parts.points.push_back({link_of(ref), on_link(ref).p});
    out.points.push_back(ref);
    return static_cast<int>(parts.points.size()) - 1;
  }
  // First of the three points of a body's frame; after add_drawing().
  int frame_of(const PointRef& ref) {
    const int body = body_of(ref);
    return body == 0 ? -1 : static_cast<int>(out.drawing.points.size()) + 3 * (body - 1);
  }

  const MachineDescription& d;
  std::vector<std::string>& problems;
  std::map<std::string, int> index;  // ground is 0
  std::vector<Placed<Space>> placed;
  JointMechanismParts<Space> parts;
  BuiltMechanism out;
};

template <class Space>
void add_tree(MechanismWork<Space>&);
// After the tree.
template <class Space>
void add_pushes(MechanismWork<Space>&);
// After what pushes.
template <class Space>
void add_drawing(MechanismWork<Space>&);

}  // namespace bramah
