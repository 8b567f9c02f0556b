#include "multibody/joints/closure.h"

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
  using Eigen::Vector2d;
  const JointInfo& info = joint_type_info(type);
  const auto& axis = axes.directions.axis;
  Vector2d along(1.0, 0.0), across(0.0, 1.0);  // or along the line
  if (info.has(JointHold::line)) {
    along = Vector2d(axis[0], axis[1]).normalized();
    across = {-along[1], along[0]};
  }
  for (const JointHold hold : info.holds) {
    if (hold == JointHold::point) closure.position(along), closure.position(across);
    if (hold == JointHold::line) closure.position(across);
    if (hold == JointHold::aligned) closure.perpendicular(along, across);
  }
  return closure.relations;
}

std::vector<Relation<Spatial>> closure_relations(JointType type, const JointAxes<Spatial>& axes) {
  Closure<Spatial> closure(axes);
  using Eigen::Vector3d;
  const Vector3d e3 = Vector3d(axes.directions.axis.data()).normalized();
  const Vector3d e1 = e3.unitOrthogonal(), e2 = e3.cross(e1);
  for (const JointHold hold : joint_type_info(type).holds) switch (hold) {
      case JointHold::point:
        closure.position(e1), closure.position(e2), closure.position(e3);
        break;
      case JointHold::line:
        closure.position(e1), closure.position(e2);
        break;
      case JointHold::plane:
        closure.position(e3);
        break;
      case JointHold::parallel:
        closure.perpendicular(e1, e3), closure.perpendicular(e2, e3);
        break;
      case JointHold::aligned:
        closure.perpendicular(e1, e2), closure.perpendicular(e2, e3), closure.perpendicular(e3, e1);
        break;
      case JointHold::perpendicular:
        closure.perpendicular(e3, Vector3d(axes.directions.axis2.data()).normalized());
        break;
    }
  return closure.relations;
}

}  // namespace bramah
