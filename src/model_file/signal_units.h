// Units of a file's signals.
#pragma once

#include "bramah/description.h"
#include "model_file/reader.h"

namespace bramah {

// Finds the dimension of every signal, writes its unit and checks it against each use.
void resolve_signals(MachineDescription& machine, Reader& in);

}  // namespace bramah
