// Tables of the couplings under `solver`.
#pragma once

#include "model_file/key_table.h"
#include "machine/description.h"

namespace bramah {

const Table<CosimulationSpec>& cosimulation_table();

}  // namespace bramah
