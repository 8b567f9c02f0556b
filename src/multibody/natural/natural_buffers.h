// What NaturalMechanism computes at one state.
#pragma once

#include "multibody/natural/natural_mechanism.h"

namespace bramah {

struct NaturalMechanism::Buffers final : Mechanism::Scratch {
  std::vector<double> q;
  std::vector<double> phi, bias;                  // one per constraint
  std::vector<double> jacobian, kept, hessian_v;  // over all supports
  std::vector<double> length, rate;               // of measured gauges
  std::vector<double> gauge_rate, coordinate_rate;
  std::vector<double> gauge_jacobian, gauge_hessian_v;
  mutable std::vector<double> work;  // written before it is read
};

}  // namespace bramah
