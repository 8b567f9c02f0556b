// What stepping alone costs.
#pragma once

#include <string>

#include "bramah/model.h"

namespace bramah {

struct SteppingCost {
  double cpu_s = 0.0;  // of a whole run that steps and does nothing else
  long long ticks = 0;
  double newton_mean = 0.0;  // per implicit solve
  int newton_max = 0;
  std::string problem;  // not empty: the run stopped
};

SteppingCost stepping_cost(const Model& model);  // one run to the model's end time

int unknowns(const Model& model);  // of one implicit solve

}  // namespace bramah
