// The front door: a description in, a model out.
#include "build/build.h"

#include "build/levers.h"
#include "machine/machine.h"

namespace bramah {

Model build(MachineDescription description, const BuildOptions& options) {
  if (options.controls) description = with_controls(std::move(description));
  if (options.faults) description = with_faults(std::move(description));
  return Model(make_machine(description));
}

}  // namespace bramah
