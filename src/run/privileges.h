// Pinned memory for the process and a real-time priority for the calling thread, where permitted.
#pragma once

#include "bramah/run.h"
#include "run/priority.h"

namespace bramah {

RealTimePrivileges claim_privileges();
// The calling thread goes back to the ordinary scheduler: it is about to run without pauses, and
// would starve everything else.
void give_up_priority() noexcept;
// The calling thread's priority goes or comes back; the text tells.
void obey(PriorityRule::Verdict verdict, RealTimePrivileges& privileges);
void regain_priority() noexcept;

}  // namespace bramah
