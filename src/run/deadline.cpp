#include "run/deadline.h"

#include "core/text.h"
#include "coupling/plant.h"

namespace bramah {

bool can_be_coarse(const Model& model) noexcept { return model.plant().has_substeps(); }

TickLimit tick_limit(const Model& model, const RealTimeOptions& options) {
  TickLimit limit;
  if (options.deadline <= 0.0) return limit;
  if (!can_be_coarse(model))
    throw InputError(concat(
        "a deadline needs a tick that can be ended early: substeps on, coupling monolithic or "
        "guidance, integrator sdirk2, trapezoidal or gen_alpha; found ",
        model.coupling(), ", ", model.integrator()));
  limit.seconds = options.deadline;
  return limit;
}

}  // namespace bramah
