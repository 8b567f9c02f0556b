// Where a machine is made linear, unless the command line says otherwise.
#pragma once

#include <string>
#include <vector>

#include "core/units.h"
#include "core/where.h"

namespace bramah {

struct OperatingPointSpec {
  struct Value {
    std::string state;
    Quantity value;
    std::string text;  // as written
    Where where;
  };
  struct Name {
    std::string state;
    Where where;
  };
  double at = 0.0;           // run there first [s]
  std::vector<Value> state;  // then these values
  bool equilibrium = false;  // then look for rest
  std::vector<Name> freeze;  // while these states are held
};

}  // namespace bramah
