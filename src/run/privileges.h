// Pinned memory for the process and a real-time priority for the calling thread, where permitted.
#pragma once

#include "bramah/run.h"

namespace bramah {

RealTimePrivileges claim_privileges();
// The calling thread goes back to the ordinary scheduler: it is about to run without pauses, and
// would starve everything else.
void give_up_priority() noexcept;
// A thread that never catches up does not sleep either: it must not keep others from running.
bool too_slow_for_priority(const StepStatistics& statistics,
                           const RealTimePrivileges& privileges) noexcept;
void give_back_priority(RealTimePrivileges& privileges);
void regain_priority() noexcept;

}  // namespace bramah
