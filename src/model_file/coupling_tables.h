// Tables of the couplings under `solver`.
#pragma once

#include "bramah/description.h"
#include "model_file/key_table.h"

namespace bramah {

const Table<CosimulationSpec>& cosimulation_table();

}  // namespace bramah
