// Where the energy of pumps, engines and supplies went in a run: work at the cylinders and on shafts,
// throttling, relief valves, losses of pumps, leakage, what is stored.
//
// In: the model (which part is what) and the ends of its energy channels. Out: RunSummary::energy.
// docs/theory/energy.md has the balance.
#pragma once

#include "bramah/run.h"

namespace bramah {

[[nodiscard]] EnergyUses energy_uses(const Model& model, const Recording& rows);

}  // namespace bramah
