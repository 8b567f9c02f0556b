// `look`: shapes of a body for the eye; they weigh nothing.
#pragma once

#include "model_file/key_table.h"

namespace bramah {

// A list of shapes; meshes are looked for beside the file.
std::vector<LookSpec> read_look(Reader& in, const Node& node);
const TableInfo& look_info();
const KeyInfo& look_key();

}  // namespace bramah
