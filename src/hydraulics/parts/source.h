// A source of flow as a part of a circuit. Sources of pressure and speed are fixed nodes.
#pragma once

#include "bramah/parts.h"

namespace bramah {

// A flow into one node, as large as its input.
class FlowSource final : public Part {
 public:
  FlowSource() : Part({.ports = 1, .inputs = 1}) {}

  void evaluate(const double* x, int, double* f) const noexcept override { f[0] = x[1]; }
  void linearise(const double* x, int, double* f, double* slopes) const noexcept override {
    f[0] = x[1];
    slopes[0] = 0.0, slopes[1] = 1.0;
  }
  PartPower power(const double* x, int, const double*) const noexcept override {
    return {.supplied = x[0] * x[1]};
  }
};

}  // namespace bramah
