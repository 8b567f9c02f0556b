// A serial chain written as a table of Denavit and Hartenberg's four numbers, and its expansion
// into ordinary points and joints: nothing below the reader knows of such tables.
#pragma once

#include <string>
#include <vector>

#include "model_file/reader.h"

namespace bramah {

enum class DenavitHartenberg { standard, modified };

// One joint and the body it moves.
struct DenavitHartenbergRow {
  std::string joint;  // empty: could not be read; already told
  std::string body;
  JointType type = JointType::revolute;
  double theta = 0.0;  // about z [rad]; a revolute joint's coordinate is added
  double d = 0.0;      // along z [m]; a prismatic joint's coordinate is added
  double a = 0.0;      // along x [m]
  double alpha = 0.0;  // about x [rad]
  CoordinateSpec coordinate;
  Where where, body_where;
};

struct DenavitHartenbergChain {
  std::string name;
  DenavitHartenberg convention = DenavitHartenberg::standard;
  PointRef base{"ground", "origin", {}};
  std::vector<DenavitHartenbergRow> rows;
  Where where;
};

// Gives the machine the chain's joints and, on both bodies of each, a point named after the joint.
// The frame of a row's body is the row's frame.
void add_chain(const DenavitHartenbergChain& chain, MachineDescription& machine,
               Problems& problems);

}  // namespace bramah
