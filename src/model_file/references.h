// Names in a description: each once, and nothing refers to a missing one.
#pragma once

#include "machine/description.h"
#include "model_file/reader.h"

namespace bramah {

void check_references(const MachineDescription& machine, Problems& problems);

// Finds the dimension of every signal, writes its unit and checks it against each use.
void resolve_signals(MachineDescription& machine, Reader& in);

}  // namespace bramah
