// Types of joints, in one table: what the program knows about a type is its record in
// joint_type.cpp. From there take
//
//   the tree of joint coordinates     its elementary motions              joint_chain.h
//   loop closures of cut joints       what it holds                       closure.h
//   natural coordinates               what two bodies share, what is left build/natural_layout.h
//   the machine file, its schema, names of coordinates, messages
//
// In: a name of the file. Out: a record. A joint joins a frame on body A to a frame on body B that
// coincide when its coordinates are zero; what it holds are the constraint equations of the type
// [Haug1989, Ch. 9; GarciaDeJalon1994, Ch. 2]. A further type whose motions are turns and slides is
// one line in JointType (bramah/basics.h) and one record.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bramah/basics.h"

namespace bramah {

// Directions in the joint's frame.
enum class JointAxis {
  axis,   // as the file gives it
  axis2,  // the second one, fixed to body B
  x,
  y,
  z,       // of the frame
  plane1,  // across the axis: the frame's x laid into the plane (y where the axis is nearly x)
  plane2,  // axis x plane1
};

// One coordinate of a joint, in the order in which a tree moves.
struct JointMotionInfo {
  enum class Kind { turn, slide, sphere };  // sphere: one of three turns on a chart, x y z
  // What the angle of a turn is read from, where bodies are points and directions: two directions
  // across the axis, or the two axes of a universal joint.
  enum class Reading { across, first_axis, second_axis };
  const char* name = "";  // after the joint's: "slide" in boom.slide; empty: the only one
  Kind kind = Kind::turn;
  JointAxis axis = JointAxis::axis;
  Reading reading = Reading::across;

  bool slides() const noexcept { return kind == Kind::slide; }
};

// What a joint demands of its two frames; rows in space and in the plane.
enum class JointHold {
  point,          // 3 | 2   the origins coincide
  line,           // 2 | 1   B's origin stays on the axis through A's
  plane,          // 1 | -   B's origin stays in the plane across the axis
  parallel,       // 2 | -   the axes stay parallel
  aligned,        // 3 | 1   the frames do not turn against each other
  perpendicular,  // 1 |     axis on A and axis2 on B
};

struct JointInfo {
  JointType type = JointType::revolute;
  const char* name = "";
  const char* doc = "";  // one line
  std::vector<JointMotionInfo> motions{};
  std::vector<JointHold> holds{};
  bool flat = false;                        // offered in the plane too
  std::vector<JointMotionInfo> in_plane{};  // where its motions are others there

  const std::vector<JointMotionInfo>& motions_in(bool plane) const {
    return plane && !in_plane.empty() ? in_plane : motions;
  }
  bool exists_in(bool plane) const { return !plane || flat || !in_plane.empty(); }
  bool has(JointHold) const;
  bool slides_along_axis() const;
  bool only_turns() const { return motions.size() == 1 && !motions[0].slides(); }
};

std::span<const JointInfo> joint_types();
const JointInfo& joint_type_info(JointType);
std::vector<std::string> joint_type_names();
// "revolute, prismatic, planar and fixed": those of which `wanted` is true.
std::string list_joint_types(bool (*wanted)(const JointInfo&));

}  // namespace bramah
