// Pinned memory for the process and a real-time priority for the calling thread, where permitted.
#pragma once

#include "bramah/real_time.h"

namespace bramah {

RealTimePrivileges claim_privileges();
// The calling thread goes back to the ordinary scheduler: it is about to run without pauses, and
// would starve everything else.
void give_up_priority() noexcept;
void regain_priority() noexcept;

}  // namespace bramah
