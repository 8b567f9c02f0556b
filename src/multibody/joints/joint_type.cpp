#include "multibody/joints/joint_type.h"

#include <algorithm>

namespace bramah {

namespace {

using Kind = JointMotionInfo::Kind;
using Reading = JointMotionInfo::Reading;
using enum JointAxis;
using Hold = JointHold;

const std::vector<JointMotionInfo> kBall{
    {"rx", Kind::sphere, x}, {"ry", Kind::sphere, y}, {"rz", Kind::sphere, z}};

const std::vector<JointInfo>& table() {
  static const std::vector<JointInfo> all{
      {.type = JointType::revolute,
       .name = "revolute",
       .doc = "turns about its axis",
       .motions = {{"", Kind::turn, axis}},
       .holds = {Hold::point, Hold::parallel},
       .flat = true},
      {.type = JointType::prismatic,
       .name = "prismatic",
       .doc = "slides along its axis",
       .motions = {{"", Kind::slide, axis}},
       .holds = {Hold::line, Hold::aligned},
       .flat = true},
      {.type = JointType::cylindrical,
       .name = "cylindrical",
       .doc = "slides along its axis and turns about it",
       .motions = {{"slide", Kind::slide, axis}, {"turn", Kind::turn, axis}},
       .holds = {Hold::line, Hold::parallel}},
      {.type = JointType::universal,
       .name = "universal",
       .doc =
           "turns about an axis of the first body and one of the second, which stay perpendicular",
       .motions = {{"first", Kind::turn, axis, Reading::first_axis},
                   {"second", Kind::turn, axis2, Reading::second_axis}},
       .holds = {Hold::point, Hold::perpendicular}},
      {.type = JointType::spherical,
       .name = "spherical",
       .doc = "turns every way about a point",
       .motions = kBall,
       .holds = {Hold::point}},
      {.type = JointType::planar,
       .name = "planar",
       .doc = "slides in a plane and turns about its normal",
       .motions = {{"x", Kind::slide, plane1},
                   {"y", Kind::slide, plane2},
                   {"turn", Kind::turn, axis}},
       .holds = {Hold::plane, Hold::parallel},
       .flat = true},
      {.type = JointType::fixed,
       .name = "fixed",
       .doc = "holds two bodies together",
       .holds = {Hold::point, Hold::aligned},
       .flat = true},
      {.type = JointType::free,
       .name = "free",
       .doc = "holds nothing: the coordinates of a body that floats",
       .motions = {{"x", Kind::slide, x},
                   {"y", Kind::slide, y},
                   {"z", Kind::slide, z},
                   {"rx", Kind::sphere, x},
                   {"ry", Kind::sphere, y},
                   {"rz", Kind::sphere, z}},
       .in_plane = {{"x", Kind::slide, x}, {"y", Kind::slide, y}, {"turn", Kind::turn, axis}}},
  };
  return all;
}

}  // namespace

bool JointInfo::has(JointHold hold) const {
  return std::find(holds.begin(), holds.end(), hold) != holds.end();
}

bool JointInfo::slides_along_axis() const {
  return std::ranges::any_of(motions,
                             [](const auto& m) { return m.slides() && m.axis == JointAxis::axis; });
}

std::span<const JointInfo> joint_types() { return table(); }

const JointInfo& joint_type_info(JointType type) { return table()[static_cast<std::size_t>(type)]; }

std::vector<std::string> joint_type_names() {
  std::vector<std::string> names;
  for (const JointInfo& info : table()) names.emplace_back(info.name);
  return names;
}

std::string list_joint_types(bool (*wanted)(const JointInfo&)) {
  std::vector<std::string> names;
  for (const JointInfo& info : table())
    if (wanted(info)) names.emplace_back(info.name);
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return text;
}

}  // namespace bramah
