// An FMU in a process of its own. Calls go there and answers come back through a socket; a process that
// ends or does not answer in time makes the call fail, with that reason in `log`.
#pragma once

#include "fmi/foreign.h"

namespace bramah {

// As open_foreign(). `patience`: longest wait for an answer [s].
[[nodiscard]] std::unique_ptr<Foreign> open_isolated(const std::string& binary, int version,
                                                     bool saves, double patience);

}  // namespace bramah
