// Pieces of machine files with one joint of each kind, for tests that hold for all of them.
#pragma once

#include <string>
#include <vector>

namespace bramah {

struct JointText {
  std::string type;
  int freedoms;
  std::string keys;                      // besides type and between
  std::vector<std::string> coordinates;  // values for `coordinates`, far from zero
};

// Axes are skew, so that no direction is special.
inline const std::vector<JointText>& joint_texts() {
  static const std::vector<JointText> texts{
      {"revolute", 1, ", axis: [1, 2, 2]", {"70 deg"}},
      {"prismatic", 1, ", axis: [2, 1, -2]", {"0.4 m"}},
      {"cylindrical", 2, ", axis: [2, -1, 2]", {"0.3 m", "-50 deg"}},
      {"universal", 2, ", axis: [0, 3, 4], axis2: [0, 4, -3]", {"40 deg", "-65 deg"}},
      {"spherical", 3, "", {"50 deg", "-70 deg", "110 deg"}},
      {"planar", 3, ", axis: [1, -2, 2]", {"0.2 m", "-0.5 m", "35 deg"}},
      {"fixed", 0, "", {}},
      {"free", 6, "", {"0.3 m", "-0.2 m", "0.6 m", "-40 deg", "60 deg", "80 deg"}},
  };
  return texts;
}

// "coordinates: [{start: 0.3 m}, ...]" with each value times its sign.
inline std::string coordinate_list(const JointText& joint, const std::string& key = "start") {
  if (joint.coordinates.empty()) return "";
  std::string list;
  for (const std::string& value : joint.coordinates)
    list += (list.empty() ? "{" : ", {") + key + ": " + value + "}";
  return ", coordinates: [" + list + "]";
}

inline const std::string kSpatialHead =
    "bramah: 1\nname: Test\nmechanism: spatial\ngravity: \"[0, 0, -9.81] m/s2\"\n";

// A body held twice by the same joint, once in the tree and once cut.
inline std::string held_twice(const JointText& joint) {
  return kSpatialHead + R"(
ground: {points: {p: {at: [0.3 m, -0.1 m, 0.2 m], rotate: [20 deg, 35 deg, -50 deg]}}}
bodies:
  b:
    mass: 2 kg
    com: [0.1 m, 0.2 m, 0.3 m]
    inertia: [0.3 kg m2, 0.4 kg m2, 0.5 kg m2]
    points: {p: {at: [0.2 m, 0.5 m, -0.4 m], rotate: [-60 deg, 10 deg, 25 deg]}}
joints:
  tree: {type: )" +
         joint.type + ", between: [ground.p, b.p]" + joint.keys + R"(}
  twin: {type: )" +
         joint.type + ", between: [ground.p, b.p], cut: true" + joint.keys + "}\n";
}

// A loop of four joints; all frames are parallel to the world's at zero coordinates.
//   ground -first- b1 -plate- b2 -cardan- b3 -sleeve- ground
// From either side, so half of the joints are walked backwards in one tree and forwards in another.
inline std::string loop_cut_at(const std::string& cut, const JointText& first) {
  const auto is_cut = [&](const std::string& name) {
    return name == cut ? ", cut: true}\n" : "}\n";
  };
  return kSpatialHead + R"(
ground: {points: {end: [0.2 m, 0.9 m, -0.3 m]}}
bodies:
  b1: {mass: 3 kg, com: [0.5 m, 0.1 m, 0 m], inertia: [0.3 kg m2, 0.5 kg m2, 0.4 kg m2, 0.05 kg m2, 0.02 kg m2, -0.04 kg m2], points: {tip: [1 m, 0.2 m, 0.1 m]}}
  b2: {mass: 2 kg, com: [0.1 m, 0.4 m, 0.2 m], inertia: [0.2 kg m2, 0.1 kg m2, 0.3 kg m2], points: {tip: [0.3 m, 0.8 m, 0.3 m]}}
  b3: {mass: 4 kg, com: [-0.5 m, 0 m, -0.3 m], inertia: [0.4 kg m2, 0.6 kg m2, 0.5 kg m2], points: {tip: [-1.1 m, -0.1 m, -0.7 m]}}
forces:
  push: {at: b2.tip, force: 30 N, direction: [1, 2, -1]}
  twist: {at: b3.origin, torque: 7 N m, direction: [2, 1, 1], follows_body: true}
joints:
  first: {type: )" +
         first.type + ", between: [ground.origin, b1.origin]" + first.keys + is_cut("first") +
         "  plate: {type: planar, between: [b1.tip, b2.origin], axis: [0.2, 1, 0.3]" +
         is_cut("plate") +
         "  cardan: {type: universal, between: [b2.tip, b3.origin], axis: [1, 0, 0], axis2: [0, 0, "
         "1]" +
         is_cut("cardan") +
         "  sleeve: {type: cylindrical, between: [b3.tip, ground.end], axis: [0, 1, 0]" +
         is_cut("sleeve");
}

}  // namespace bramah
