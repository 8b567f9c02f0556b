// One registry of channels: CSV, HDF5, report, telemetry and every binding use these names.
#pragma once

#include <string>

namespace bramah {

enum class Causality { input, output, parameter, local };
enum class Variability { constant, fixed, tunable, discrete, continuous };

struct Channel {
  std::string name;      // lift.A.p
  std::string unit;      // SI: Pa, m, m/s, m3/s, N, J, rad, V, 1
  double nominal = 1.0;  // typical magnitude, in `unit`
  Causality causality = Causality::output;
  Variability variability = Variability::continuous;
  std::string description;  // "pressure in the piston-side chamber"
};

}  // namespace bramah
