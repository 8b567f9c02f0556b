// `flexible`: a body that bends.
#pragma once

#include "bramah/description.h"
#include "model_file/key_table.h"

namespace bramah {

const Table<BeamSpec>& flexible_table();

}  // namespace bramah
