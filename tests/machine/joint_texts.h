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

}  // namespace bramah
