// Joints and their coordinates. A joint with one coordinate takes the coordinate's keys as its own.
#include <cmath>

#include "model_file/coordinate_table.h"
#include "model_file/tables.h"
#include "multibody/joints/joint_type.h"

namespace bramah {
namespace {

struct JointItem : JointSpec {
  bool known_type = false, has_axis = false;
  CoordinateItem only;  // of a joint with one coordinate
  std::vector<CoordinateItem> several;
  Where first_coordinate_key;  // of the keys above, for messages
};

const std::vector<JointMotionInfo>& motions_of(const Reader& in, JointType type) {
  return joint_type_info(type).motions_in(in.planar);
}

void store_type(Reader& in, const Node& node, const KeyInfo& key, JointItem& joint) {
  const auto word = in.choice(node, key);
  if (!word) return;
  joint.known_type = true;
  joint.type = static_cast<JointType>(std::find(key.choices.begin(), key.choices.end(), *word) -
                                      key.choices.begin());
  const auto& motions = motions_of(in, joint.type);
  joint.only.slides = motions.size() == 1 && motions[0].slides();
  if (in.planar && !joint_type_info(joint.type).flat)
    in.problem(node.where, *word + " needs mechanism: spatial; a planar mechanism has " +
                               list_joint_types([](const JointInfo& i) { return i.flat; }) +
                               " joints");
}

void store_between(Reader& in, const Node& node, const KeyInfo& key, JointItem& joint) {
  if (!node.is_list() || node.items.size() != 2)
    return in.expected(node, "two points, e.g. " + key.example);
  const KeyInfo one{.example = "boom.tip"};
  if (const auto a = in.point(node.items[0], one)) joint.a = *a;
  if (const auto b = in.point(node.items[1], one)) joint.b = *b;
}

Store<JointItem> store_axis(Triple JointSpec::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, JointItem& joint) {
    const auto axis = in.triple(node, key);
    if (!axis) return;
    const double length = std::hypot((*axis)[0], (*axis)[1], (*axis)[2]);
    if (!(length > 0.0))
      return in.problem(node.where, "an axis needs a direction; found all zeros");
    if (in.planar && joint_type_info(joint.type).only_turns())
      return in.problem(node.where, std::string("a ") + joint_type_info(joint.type).name +
                                        " joint of a planar mechanism turns about z; "
                                        "remove the axis");
    joint.has_axis = true;
    for (std::size_t i = 0; i < 3; ++i) (joint.*member)[i] = (*axis)[i] / length;
  };
}

void store_coordinates(Reader& in, const Node& node, const KeyInfo& key, JointItem& joint) {
  if (!joint.known_type) return;
  const auto& motions = motions_of(in, joint.type);
  if (!node.is_list() || node.items.size() > motions.size())
    return in.expected(node, "a list of at most " + std::to_string(motions.size()) +
                                 " coordinates, e.g. " + key.example);
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const Reader::Inside inside(in, std::to_string(i));
    CoordinateItem coordinate;
    coordinate.slides = motions[i].slides();
    coordinate.where = node.items[i].where;
    read_table(in, node.items[i], coordinate_table(), coordinate);
    joint.several.push_back(coordinate);
  }
}

const Table<JointItem>& joint_table() {
  static const Table<JointItem> table = [] {
    Table<JointItem> t("joint",
                       "Joins a frame on one body to a frame on another; they coincide when "
                       "its coordinates are zero.");
    t.add({.name = "type",
           .kind = KeyKind::choice,
           .choices = joint_type_names(),
           .required = true,
           .doc = "kind of joint",
           .example = "revolute"},
          store_type);
    t.add({.name = "between",
           .kind = KeyKind::references,
           .required = true,
           .doc = "point on the first body, point on the second",
           .example = "[ground.O, beam.O]"},
          store_between);
    t.add({.name = "axis",
           .kind = KeyKind::vector,
           .unit = "1",
           .absent = "z; x for a prismatic joint in the plane",
           .doc = "direction in the joint's frame",
           .example = "[0, 0, 1]"},
          store_axis(&JointSpec::axis));
    t.add({.name = "axis2",
           .kind = KeyKind::vector,
           .unit = "1",
           .absent = "y",
           .doc = "universal: second axis, on the second body",
           .example = "[0, 1, 0]"},
          store_axis(&JointSpec::axis2));
    t.boolean({.name = "cut",
               .doc = "close a loop here even if the joint could be part of the tree",
               .example = "true"},
              &JointSpec::cut);
    t.add({.name = "coordinates",
           .kind = KeyKind::tables,
           .table = &coordinate_table().info,
           .absent = "the keys below",
           .doc = "joints with several coordinates: a map for each, in order",
           .example = "[{start: 0.1 m}, {start: 20 deg}]"},
          store_coordinates);
    const auto& one = coordinate_table();
    for (std::size_t i = 0; i < one.info.keys.size(); ++i)
      t.add(one.info.keys[i], [store = one.stores[i]](Reader& in, const Node& node,
                                                      const KeyInfo& key, JointItem& joint) {
        joint.first_coordinate_key = node.where;
        if (joint.known_type && motions_of(in, joint.type).size() == 1)
          store(in, node, key, joint.only);
        else if (joint.known_type)
          in.problem(node.where, "this joint has " +
                                     std::to_string(motions_of(in, joint.type).size()) +
                                     " coordinates; write them in `coordinates`");
      });
    return t;
  }();
  return table;
}

JointSpec finish_joint(Reader& in, JointItem& joint) {
  const std::size_t count = motions_of(in, joint.type).size();
  if (!joint.several.empty() && !joint.first_coordinate_key.file.empty())
    in.problem(joint.where, "has `coordinates` and a coordinate's keys beside them; keep one");
  for (const auto& coordinate : joint.several) joint.coordinates.push_back(coordinate);
  if (joint.several.empty() && count == 1) joint.coordinates = {joint.only};
  joint.coordinates.resize(count);
  for (auto& coordinate : joint.coordinates)
    if (coordinate.where.file.empty()) coordinate.where = joint.where;
  const bool flat_slide = in.planar && joint_type_info(joint.type).slides_along_axis();
  if (flat_slide && !joint.has_axis) joint.axis = {1.0, 0.0, 0.0};
  return joint;
}

}  // namespace

std::vector<JointSpec> read_joints(Reader& in, const Node& node) {
  return read_named(in, node, joint_table(), "joint", finish_joint);
}

const TableInfo& joint_info() { return joint_table().info; }

}  // namespace bramah
