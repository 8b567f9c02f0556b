// From bodies and joints to a tree of links with loop closures.
//
// A spanning tree grows from the ground over the joints in the order of the file; a joint marked
// `cut`, or one that would close a loop, becomes closure equations between its two frames. A joint
// whose second body is reached first is walked backwards: same coordinate, opposite axis.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bramah/description.h"
#include "bramah/model.h"
#include "machine/machine.h"
#include "multibody/forces/force_set.h"
#include "multibody/mechanism.h"
#include "multibody/space.h"

namespace bramah {

// A body's frame on the link that carries it; planar frames lie in x, y.
struct BodyPlace {
  int link = -1;  // -1: ground
  Frame<Spatial> frame;
};

struct BuiltMechanism {
  std::unique_ptr<const Mechanism> mechanism;
  std::vector<JointRecord> joints;
  std::vector<std::string> coordinate_names;  // "z1", "slider.x"
  std::vector<const CoordinateSpec*> coordinates;
  std::vector<std::string> effort_signals, driver_signals;
  ForceParts forces;                   // with the gauges they measure
  std::vector<int> coordinate_gauges;  // coordinates that are gauges, the last ones
  std::vector<int>
      driven;  // of the first gauges: the coordinate that is a rack's or a gear's, or -1
  Drawing drawing;
  std::vector<PointRef> points;  // of the drawing, in its order, then three of each body's frame
  std::map<std::size_t, Triple> ground_points;   // of those: places of the terrain
  std::shared_ptr<const HeightField> terrain{};  // null: the ground is a plane
  std::vector<BodyPlace> places;                 // one per body of the description
  std::vector<Pin> pins;                         // joints whose forces are asked for
  struct Probe {
    int point = 0, frame = -1;  // of the mechanism; first of the body's frame, -1: the ground's
  };
  std::vector<Probe> probes;  // one per probe of the description
  int loops = 0;
};

// Problems are appended; the result is usable only if none were.
BuiltMechanism build_mechanism(const MachineDescription&, std::vector<std::string>& problems);

}  // namespace bramah
