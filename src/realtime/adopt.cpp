#include "realtime/adopt.h"

#include "machine/machine.h"

namespace bramah {

State adopt(const Model& to, const Model& from, const State& state) {
  const Machine &a = to.machine(), &b = from.machine();
  if (a.layout.size != b.layout.size || a.state_names != b.state_names ||
      a.input_names != b.input_names || a.channels.size() != b.channels.size())
    throw InputError(
        "this changes the shape of the machine, not only a number; start again with --set");
  if (to.step_size() != from.step_size())
    throw InputError("the step size cannot change while the machine runs; start again with --step");
  return state;
}

}  // namespace bramah
