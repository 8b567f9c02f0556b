// Which machine, solved how, by which program: what every result file says about its origin.
#pragma once

#include <string>

namespace bramah {

struct Provenance {
  std::string model{}, hash{}, method{}, integrator{}, coupling{}, version{};
  double step = 0.0;  // [s]
};

class Model;
Provenance provenance_of(const Model& model);

}  // namespace bramah
