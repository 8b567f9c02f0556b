// Ground and bodies: points, masses, shapes.
#include <cmath>

#include "model_file/flexible_table.h"
#include "model_file/look_table.h"
#include "model_file/shape_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

// ---- points
const Table<PointSpec>& point_table() {
  static const Table<PointSpec> table = [] {
    Table<PointSpec> t("point",
                       "A point of a body, with the orientation of a joint's frame there. "
                       "Without `rotate`, write its place alone: `O: [0 m, 0 m]`.");
    t.triple({.name = "at",
              .unit = "m",
              .required = true,
              .doc = "place in the body's frame",
              .example = "[1.5 m, 0 m]"},
             &PointSpec::at);
    t.add({.name = "rotate",
           .kind = KeyKind::vector,
           .unit = "rad",
           .absent = "as the body",
           .doc = "turn of the joint's frame; spatial: three angles about its own x, y, z",
           .example = "30 deg"},
          [](Reader& in, const Node& node, const KeyInfo& key, PointSpec& point) {
            if (in.planar) {
              if (const auto angle = in.quantity(node, key)) point.rotate = {0.0, 0.0, *angle};
            } else if (const auto angles = in.vector(node, key, 3)) {
              point.rotate = {(*angles)[0], (*angles)[1], (*angles)[2]};
            }
          });
    return t;
  }();
  return table;
}

const KeyInfo& points_key() {
  static const KeyInfo key{.name = "points",
                           .kind = KeyKind::named_tables,
                           .unit = "m",
                           .table = &point_table().info,
                           .absent = "`origin` alone",
                           .doc = "named places for joints, cylinders, masses and forces",
                           .example = "{tip: [9 m, 0 m]}"};
  return key;
}

template <class Item>
Store<Item> store_points(std::vector<PointSpec> Item::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, Item& item) {
    if (!node.is_map()) return in.expected(node, "a map from names to places, e.g. " + key.example);
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const Reader::Inside inside(in, node.keys[i]);
      PointSpec point{.name = node.keys[i], .where = node.key_places[i]};
      if (!is_name(point.name)) in.problem(point.where, "a name has letters, digits and _ only");
      if (point.name == "origin") in.problem(point.where, "every body has this point already");
      if (node.items[i].is_map())
        read_table(in, node.items[i], point_table(), point);
      else if (const auto at = in.triple(node.items[i], point_table().info.keys.front()))
        point.at = *at;
      (item.*member).push_back(point);
    }
  };
}

struct Ground {
  std::vector<PointSpec> points;
  std::vector<LookSpec> look;
};

template <class Item>
Store<Item> store_look() {
  return [](Reader& in, const Node& node, const KeyInfo&, Item& item) {
    item.look = read_look(in, node);
  };
}

const Table<Ground>& ground_table() {
  static const Table<Ground> table = [] {
    Table<Ground> t("ground",
                    "The world: fixed points. It is called `ground` in joints and cylinders.");
    t.add(points_key(), store_points(&Ground::points));
    t.add(look_key(), store_look<Ground>());
    return t;
  }();
  return table;
}

// ---- bodies
struct BodyItem : BodySpec {
  std::optional<Shape> shape;
  bool has_inertia = false;
  Where shape_place;
};

void store_shape(Reader& in, const Node& node, const KeyInfo&, BodyItem& body) {
  body.shape.emplace();
  body.shape_place = node.where;
  read_table(in, node, shape_table(), *body.shape);
  if (node.is_map() && node.keys.size() != 1)
    in.problem(node.where, "expected one of rod, box, cylinder, sphere; found " +
                               std::to_string(node.keys.size()) + " keys");
}

void store_inertia(Reader& in, const Node& node, const KeyInfo& key, BodyItem& body) {
  body.has_inertia = true;
  if (in.planar) {
    if (const auto izz = in.quantity(node, key)) body.inertia = {0.0, 0.0, *izz, 0.0, 0.0, 0.0};
    return;
  }
  const bool six = node.is_list() && node.items.size() == 6;
  if (const auto values = in.vector(node, key, six ? 6 : 3))
    std::copy(values->begin(), values->end(), body.inertia.begin());
}

void store_point_masses(Reader& in, const Node& node, const KeyInfo& key, BodyItem& body) {
  if (!node.is_map()) return in.expected(node, "a map from points to masses, e.g. " + key.example);
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Reader::Inside inside(in, node.keys[i]);
    if (const auto mass = in.quantity(node.items[i], key))
      body.point_masses.push_back({*mass, node.keys[i], node.key_places[i]});
  }
}

const Table<BodyItem>& body_table() {
  static const Table<BodyItem> table = [] {
    Table<BodyItem> t(
        "body",
        "A body, rigid unless it is `flexible`. Its frame is where you choose; joints place it.");
    t.quantity({.name = "mass",
                .unit = "kg",
                .required = true,
                .bound = Bound::not_negative,
                .doc = "mass without the point masses",
                .example = "225 kg",
                .typical = "0.001 ... 1e5 kg"},
               &BodySpec::mass);
    t.triple({.name = "com",
              .unit = "m",
              .absent = "the frame's origin",
              .doc = "centre of mass in the body's frame",
              .example = "[4.5 m, 0 m]"},
             &BodySpec::com);
    t.add({.name = "shape",
           .kind = KeyKind::table,
           .table = &shape_table().info,
           .absent = "`inertia` is given",
           .doc = "solid that gives the inertia",
           .example = "{rod: 9 m}"},
          store_shape);
    t.add({.name = "inertia",
           .kind = KeyKind::vector,
           .unit = "kg m2",
           .absent = "`shape` is given",
           .doc = "about the centre of mass: Izz; spatial: a list Ixx, Iyy, Izz (, Ixy, Iyz, Izx)",
           .example = "12 kg m2"},
          store_inertia);
    t.add(points_key(), store_points<BodyItem>(&BodyItem::points));
    t.add({.name = "point_masses",
           .kind = KeyKind::named_values,
           .unit = "kg",
           .absent = "none",
           .bound = Bound::not_negative,
           .doc = "masses at points of the body",
           .example = "{tip: 250 kg}"},
          store_point_masses);
    t.add(look_key(), store_look<BodyItem>());
    t.add({.name = "flexible",
           .kind = KeyKind::table,
           .table = &flexible_table().info,
           .absent = "rigid",
           .doc = "it bends",
           .example = "{along: [foot, tip], width: 160 mm, height: 240 mm, wall: 8 mm}"},
          [](Reader& in, const Node& node, const KeyInfo&, BodyItem& body) {
            body.flexible.emplace();
            body.flexible->where = node.where;
            read_table(in, node, flexible_table(), *body.flexible);
          });
    return t;
  }();
  return table;
}

void check_inertia(Reader& in, const BodyItem& body) {
  for (int i = 0; i < 3; ++i)
    if (body.inertia[static_cast<std::size_t>(i)] < 0.0)
      return in.problem(body.where, "moments of inertia must not be negative");
}

BodySpec finish_body(Reader& in, BodyItem& body) {
  if (body.shape && body.has_inertia)
    in.problem(body.shape_place, "has both a shape and an inertia; keep one");
  if (!body.shape && !body.has_inertia && body.mass > 0.0)
    in.problem(body.where,
               "has a mass but no inertia; add shape: {rod: 1 m} or inertia: ... "
               "(inertia: 0 kg m2 for a point)");
  if (body.shape) body.inertia = inertia_of(*body.shape, body.mass);
  check_inertia(in, body);
  return body;
}

}  // namespace

void read_ground(Reader& in, const Node& node, MachineDescription& machine) {
  Ground ground;
  read_table(in, node, ground_table(), ground);
  machine.ground = ground.points;
  machine.ground_look = ground.look;
}

std::vector<BodySpec> read_bodies(Reader& in, const Node& node) {
  return read_named(in, node, body_table(), "body", finish_body);
}

const TableInfo& ground_info() { return ground_table().info; }
const TableInfo& body_info() { return body_table().info; }

}  // namespace bramah
