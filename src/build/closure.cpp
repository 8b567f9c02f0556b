#include "build/closure.h"

namespace bramah {

namespace {

template <class Space>
class Closure {
 public:
  using Point = typename Space::Point;
  explicit Closure(const JointAxes<Space>& axes) : axes_(axes) {}

  // n_A . (origin of B - origin of A) = 0
  void position(const Point& n) {
    Relation<Space> r = start(RelationKind::coordinate);
    r.n_a = axes_.a.R * n;
    relations.push_back(r);
  }
  // n_A . m_B = 0
  void perpendicular(const Point& n, const Point& m) {
    Relation<Space> r = start(RelationKind::dot);
    r.n_a = axes_.a.R * n;
    r.m_b = axes_.b.R * m;
    relations.push_back(r);
  }
  std::vector<Relation<Space>> relations;

 private:
  Relation<Space> start(RelationKind kind) const {
    Relation<Space> r;
    r.kind = kind;
    r.link_a = axes_.link_a;
    r.link_b = axes_.link_b;
    r.p_a = axes_.a.p;
    r.p_b = axes_.b.p;
    return r;
  }
  const JointAxes<Space>& axes_;
};

}  // namespace

std::vector<Relation<Planar>> closure_relations(JointType type, const JointAxes<Planar>& axes) {
  Closure<Planar> closure(axes);
  const Eigen::Vector2d x(1.0, 0.0), y(0.0, 1.0);
  if (type == JointType::prismatic) {
    const Eigen::Vector2d along = Eigen::Vector2d(axes.axis[0], axes.axis[1]).normalized();
    const Eigen::Vector2d across(-along[1], along[0]);
    closure.position(across);
    closure.perpendicular(along, across);
  } else if (type == JointType::revolute || type == JointType::fixed) {
    closure.position(x);
    closure.position(y);
    if (type == JointType::fixed) closure.perpendicular(x, y);
  }
  return closure.relations;
}

std::vector<Relation<Spatial>> closure_relations(JointType type, const JointAxes<Spatial>& axes) {
  Closure<Spatial> closure(axes);
  using Eigen::Vector3d;
  const Vector3d e3 = Vector3d(axes.axis.data()).normalized();
  const Vector3d e1 = e3.unitOrthogonal(), e2 = e3.cross(e1);
  const auto point = [&] { closure.position(e1), closure.position(e2), closure.position(e3); };
  const auto parallel = [&] { closure.perpendicular(e1, e3), closure.perpendicular(e2, e3); };
  const auto aligned = [&] {
    closure.perpendicular(e1, e2), closure.perpendicular(e2, e3), closure.perpendicular(e3, e1);
  };
  switch (type) {
    case JointType::revolute:
      point(), parallel();
      break;
    case JointType::prismatic:
      closure.position(e1), closure.position(e2), aligned();
      break;
    case JointType::cylindrical:
      closure.position(e1), closure.position(e2), parallel();
      break;
    case JointType::universal:
      point(), closure.perpendicular(e3, Vector3d(axes.axis2.data()).normalized());
      break;
    case JointType::spherical:
      point();
      break;
    case JointType::planar:
      closure.position(e3), parallel();
      break;
    case JointType::fixed:
      point(), aligned();
      break;
    case JointType::free:
      break;
  }
  return closure.relations;
}

}  // namespace bramah
