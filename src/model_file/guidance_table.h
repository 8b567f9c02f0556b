// solver: {guidance: {lift: {recording: run.csv}}}: what each cylinder follows where no oil is
// solved.
#pragma once

#include "model_file/key_info.h"
#include "model_file/reader.h"

namespace bramah {

const TableInfo& guide_info();
// Recordings are read only if `solver` is guided: a run that records them comes first.
void read_guidance(Reader& in, const Node& node, SolverSpec& solver);

}  // namespace bramah
