// Another machine's state in this one: the same machine with a parameter changed.
#pragma once

#include "bramah/model.h"

namespace bramah {

// Throws InputError if the machines are not built alike.
State adopt(const Model& to, const Model& from, const State& state);

}  // namespace bramah
