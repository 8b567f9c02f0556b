// What is in a machine, and where it rests.
#pragma once

#include <string>
#include <vector>

#include "bramah/model.h"

namespace bramah {

struct CheckReport {
  int bodies = 0, joints = 0, coordinates = 0, loops = 0, constraints = 0, redundant = 0,
      degrees_of_freedom = 0;
  struct Joint {
    std::string name, type, role;
  };  // role: tree | cut
  std::vector<Joint> joint_list;
  struct Volume {
    std::string name;
    double volume, bulk, time_constant;
    std::string through;  // the part that sets its pace
    bool small;           // answers within a step
  };                      // at the start [m3, Pa, s]
  std::vector<Volume> volumes;
  std::vector<std::string> unknowns;         // of one implicit solve
  std::vector<std::string> constraint_list;  // one line per equation
  std::vector<std::string> notes;            // remarks and warnings
};
CheckReport check(const Model& model);

struct StaticsReport {
  bool converged = false;
  double residual = 0.0;  // largest scaled imbalance left
  std::string message;
  std::vector<NamedValue> solved;           // SI, by channel name
  std::vector<NamedValue> cylinder_forces;  // [N]
};
StaticsReport statics(const Model& model);

}  // namespace bramah
