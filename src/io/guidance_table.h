// solver: {guidance: {lift: {recording: run.csv}}}: what each cylinder follows where no oil is
// solved.
#pragma once

#include "io/key_info.h"
#include "io/reader.h"

namespace bramah {

const TableInfo& guide_info();
// Recordings are read only if `solver` is guided: a run that records them comes first.
void read_guidance(Reader& in, const Node& node, SolverSpec& solver);

}  // namespace bramah
