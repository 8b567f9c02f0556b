// Springs between points, forces and torques.
#include <cmath>

#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

struct SpringItem : SpringSpec {};

const Table<SpringItem>& spring_table() {
  static const Table<SpringItem> table = [] {
    Table<SpringItem> t("spring", "A spring with a damper between two points.");
    t.point({.name = "from", .required = true, .doc = "one end", .example = "ground.O"},
            &SpringSpec::a);
    t.point({.name = "to", .required = true, .doc = "other end", .example = "boom.tip"},
            &SpringSpec::b);
    t.quantity({.name = "stiffness",
                .unit = "N/m",
                .required = true,
                .bound = Bound::not_negative,
                .doc = "force per deflection",
                .example = "2e4 N/m",
                .typical = "100 ... 1e9 N/m"},
               &SpringSpec::stiffness);
    t.quantity({.name = "rest",
                .unit = "m",
                .bound = Bound::not_negative,
                .doc = "length without force",
                .example = "0.4 m"},
               &SpringSpec::rest);
    t.quantity({.name = "damping",
                .unit = "N s/m",
                .bound = Bound::not_negative,
                .doc = "force per speed",
                .example = "300 N s/m"},
               &SpringSpec::damping);
    return t;
  }();
  return table;
}

struct ForceItem : ForceSpec {
  bool has_force = false, has_direction = false;
};

const Table<ForceItem>& force_table() {
  static const Table<ForceItem> table = [] {
    Table<ForceItem> t("force",
                       "A force at a point or a torque on a body: one of `force`, `torque`.");
    t.point({.name = "at", .required = true, .doc = "where it acts", .example = "boom.tip"},
            &ForceSpec::at);
    t.add({.name = "force",
           .kind = KeyKind::signal,
           .unit = "N",
           .absent = "`torque` is given",
           .doc = "size: a signal or a value",
           .example = "500 N"},
          [](Reader& in, const Node& node, const KeyInfo& key, ForceItem& force) {
            force.has_force = true;
            if (const auto name = in.signal(node, key, key.unit)) force.signal = *name;
          });
    t.add({.name = "torque",
           .kind = KeyKind::signal,
           .unit = "N m",
           .absent = "`force` is given",
           .doc = "size: a signal or a value",
           .example = "motor_torque"},
          [](Reader& in, const Node& node, const KeyInfo& key, ForceItem& force) {
            force.torque = true;
            if (const auto name = in.signal(node, key, key.unit)) force.signal = *name;
          });
    t.add({.name = "direction",
           .kind = KeyKind::vector,
           .unit = "1",
           .absent = "x; a torque in the plane: z",
           .doc = "direction of the force or axis of the torque",
           .example = "[0, -1]"},
          [](Reader& in, const Node& node, const KeyInfo& key, ForceItem& force) {
            force.has_direction = true;
            if (const auto d = in.triple(node, key)) force.direction = *d;
          });
    t.boolean({.name = "follows_body",
               .doc = "direction in the body's frame instead of the world's",
               .example = "true"},
              &ForceSpec::follows_body);
    return t;
  }();
  return table;
}

ForceSpec finish_force(Reader& in, ForceItem& force) {
  if (force.has_force == force.torque) in.problem(force.where, "expected one of force and torque");
  if (in.planar && force.torque) {
    if (force.has_direction)
      in.problem(force.where, "a torque in the plane acts about z; remove the direction");
    force.direction = {0.0, 0.0, 1.0};
  }
  const auto& d = force.direction;
  const double length = std::hypot(d[0], d[1], d[2]);
  if (!(length > 0.0)) in.problem(force.where, "direction is all zeros");
  for (double& x : force.direction) x /= length > 0.0 ? length : 1.0;
  return force;
}

}  // namespace

std::vector<SpringSpec> read_springs(Reader& in, const Node& node) {
  return read_named(in, node, spring_table(), "spring",
                    [](Reader&, SpringItem& item) -> SpringSpec { return item; });
}

std::vector<ForceSpec> read_forces(Reader& in, const Node& node) {
  return read_named(in, node, force_table(), "force", finish_force);
}

const TableInfo& spring_info() { return spring_table().info; }
const TableInfo& force_info() { return force_table().info; }

}  // namespace bramah
