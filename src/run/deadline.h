// What a tick may cost in real time, for a machine that can be ended in the coarse way.
#pragma once

#include "bramah/run.h"

namespace bramah {

bool can_be_coarse(const Model& model) noexcept;
// Throws InputError where the machine's ticks cannot be cut short.
TickLimit tick_limit(const Model& model, const RealTimeOptions& options);

}  // namespace bramah
