// Tables inside a cylinder: friction of its seals, cushions at its ends.
#pragma once

#include "model_file/oil_tables.h"

namespace bramah {

const Table<FrictionSpec>& friction_table();
const Table<CushionSpec>& cushion_table();

}  // namespace bramah
