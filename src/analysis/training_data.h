// Samples for a surrogate: the machine under random levels, or a user's CSV.
#pragma once

#include <functional>

#include "bramah/description.h"
#include "surrogate/dataset.h"

namespace bramah {

// The machine with the training's inputs as signals set from outside. Throws InputError, all
// problems at once, if the section does not fit the machine.
MachineDescription with_excitation(MachineDescription);

struct Excitation {
  double duration = 10.0;  // [s]
  std::uint64_t seed = 1;
  std::function<void(double fraction)> progress{};
};

// Runs the machine of with_excitation(). Throws InputError if a step fails.
Samples excite(const MachineDescription& excited, const Excitation&);

// The outputs under inputs that are given, and the CPU time of the steps alone. NaN from a step on
// that failed.
struct Response {
  Eigen::MatrixXd y;
  double cpu_s = 0.0;
};
Response respond(const MachineDescription& excited, const Eigen::MatrixXd& u);

// The columns of the training's CSV. Throws InputError.
Samples read_samples(const MachineDescription&);

}  // namespace bramah
