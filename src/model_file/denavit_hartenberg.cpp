// T_i places frame i, that of the row's body, in frame i-1; q is the joint's coordinate, which
// turns about z or slides along it:
//
//   standard   T = Rz(theta) Tz(d) Z(q) Tx(a) Rx(alpha)     [Malysheva2021, eq. 2.4]
//   modified   T = Rx(alpha) Tx(a) Rz(theta) Tz(d) Z(q)     [Craig, Introduction to Robotics]
//
// A joint of ours is T = A Z(q) B^-1, with A a frame on the first body and B one on the second: the
// factors before Z(q) make A, those after it B^-1.
#include "model_file/denavit_hartenberg.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace bramah {
namespace {

using Eigen::AngleAxisd, Eigen::Isometry3d, Eigen::Translation3d, Eigen::Vector3d;
using Row = DenavitHartenbergRow;

Isometry3d turn(const Vector3d& axis, double angle) { return Isometry3d(AngleAxisd(angle, axis)); }
Isometry3d along_x(double a) { return Isometry3d(Translation3d(a, 0.0, 0.0)); }

Isometry3d about_z(const Row& row) {
  return turn(Vector3d::UnitZ(), row.theta) * Translation3d(0.0, 0.0, row.d);
}

Isometry3d frame_before(DenavitHartenberg convention, const Row& row) {
  if (convention == DenavitHartenberg::standard) return about_z(row);
  return turn(Vector3d::UnitX(), row.alpha) * along_x(row.a) * about_z(row);
}

Isometry3d frame_after(DenavitHartenberg convention, const Row& row) {
  if (convention == DenavitHartenberg::modified) return Isometry3d::Identity();
  return (along_x(row.a) * turn(Vector3d::UnitX(), row.alpha)).inverse();
}

Isometry3d frame_of(const PointSpec& point) {
  return Translation3d(point.at[0], point.at[1], point.at[2]) *
         turn(Vector3d::UnitX(), point.rotate[0]) * turn(Vector3d::UnitY(), point.rotate[1]) *
         turn(Vector3d::UnitZ(), point.rotate[2]);
}

// R = Rx Ry Rz. With x taken off first, the angle about z keeps its accuracy where y nears 90 deg.
PointSpec point_of(const Isometry3d& frame, const std::string& name, const Where& where) {
  const Eigen::Matrix3d R = frame.linear();
  const double x = std::atan2(-R(1, 2), R(2, 2));
  const Eigen::Matrix3d yz = turn(Vector3d::UnitX(), -x).linear() * R;
  const double y = std::atan2(yz(0, 2), yz(2, 2)), z = std::atan2(yz(1, 0), yz(1, 1));
  const Vector3d at = frame.translation();
  return {.name = name, .at = {at[0], at[1], at[2]}, .rotate = {x, y, z}, .where = where};
}

std::vector<PointSpec>* points_of(MachineDescription& machine, const std::string& body) {
  if (body == "ground") return &machine.ground;
  for (auto& one : machine.bodies)
    if (one.name == body) return &one.points;
  return nullptr;
}

// The point and its frame, or nullptr for a point that is not there.
const PointSpec* find_point(MachineDescription& machine, const PointRef& ref) {
  static const PointSpec origin{.name = "origin", .where = {}};
  const auto* points = points_of(machine, ref.body);
  if (!points) return nullptr;
  if (ref.point == "origin") return &origin;
  for (const auto& point : *points)
    if (point.name == ref.point) return &point;
  return nullptr;
}

class Expansion {
 public:
  Expansion(const DenavitHartenbergChain& chain, MachineDescription& machine, Problems& problems)
      : chain_(chain), machine_(machine), problems_(problems) {}

  void run() {
    PointRef parent = chain_.base;
    for (const auto& row : chain_.rows) {
      if (!row.joint.empty()) add_joint(row, parent);
      parent = {row.body, "origin", row.where};
      // What is missing is told once, by the row's own joint.
      if (!points_of(machine_, row.body)) parent.body.clear();
    }
  }

 private:
  void add_joint(const Row& row, const PointRef& parent) {
    JointSpec joint;
    joint.name = row.joint;
    joint.type = row.type;
    joint.a = parent;  // stays if there is no such point: the check of all references tells
    joint.b = {row.body, "origin", row.body_where};
    joint.coordinates = {row.coordinate};
    joint.coordinates[0].where = row.where;
    joint.where = row.where;
    if (const PointSpec* base = find_point(machine_, parent)) {
      const Isometry3d frame = frame_of(*base);
      joint.a.point = add_point(row, parent.body, frame * frame_before(chain_.convention, row));
    }
    if (points_of(machine_, row.body))
      joint.b.point = add_point(row, row.body, frame_after(chain_.convention, row));
    machine_.joints.push_back(joint);
  }

  std::string add_point(const Row& row, const std::string& body, const Isometry3d& frame) {
    auto& points = *points_of(machine_, body);
    const auto same = [&](const auto& item) { return item.name == row.joint; };
    const bool taken = row.joint == "origin" || std::any_of(points.begin(), points.end(), same);
    // Two joints of one name are told elsewhere.
    const bool twice = std::any_of(machine_.joints.begin(), machine_.joints.end(), same);
    if (taken && !twice)
      problems_.add(row.where, "joint \"" + row.joint + "\": " + body + " has a point \"" +
                                   row.joint + "\" already; the chain makes one of this name");
    if (!taken) points.push_back(point_of(frame, row.joint, row.where));
    return row.joint;
  }

  const DenavitHartenbergChain& chain_;
  MachineDescription& machine_;
  Problems& problems_;
};

}  // namespace

void add_chain(const DenavitHartenbergChain& chain, MachineDescription& machine,
               Problems& problems) {
  Expansion(chain, machine, problems).run();
}

}  // namespace bramah
