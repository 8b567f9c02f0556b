// What the manager of a co-simulation keeps of its links and subsystems.
#pragma once

#include <exception>

#include "bramah/cosimulation.h"
#include "coupling/cosimulation/extrapolation.h"

namespace bramah {

struct Cosimulation::Link {
  int from = 0, output = 0, to = 0, input = 0, order = 0;
  History history;
  double correction = 0.0;    // added to the next curve
  bool interpolated = false;  // this step's curve knows its end
};

struct Cosimulation::Member {
  Subsystem* system = nullptr;
  std::vector<std::string> inputs, outputs;
  std::vector<PowerPort> ports;
  std::vector<Curve> curves;          // one per input
  std::vector<double> values, rates;  // of the outputs, at the present time
  std::vector<double> before, last;   // outputs at the start of the step; of the last sweep
  std::vector<double> rates_before;
  std::size_t state = 0;  // where its state lies among all
  bool failed = false;
  std::exception_ptr thrown;  // on another thread
};

}  // namespace bramah
