// What a person can move while a machine runs: levers, and faults.
#pragma once

#include <string>
#include <vector>

namespace bramah {

struct Control {
  int input = 0;  // into Model::inputs()
  std::string signal;
  std::string label;               // "Lift boom"
  std::string positive, negative;  // what happens: "up", "down"
  std::string stick;               // left_x ... dpad_y; empty: none
  std::vector<std::string> keys;   // positive, negative
  double range = 1.0;              // largest command, in `unit`
  std::string unit;                // SI
  bool returns = true;             // to the middle, when let go
};

// Its severity, 0 to 1, is an input.
struct Fault {
  int input = 0;  // into Model::inputs()
  std::string name;
  std::string kind;    // leak, stuck, air, wear
  std::string target;  // what it happens to
  std::string text;    // "leak at lift.A: 10 l/min at 100 bar"
};

}  // namespace bramah
