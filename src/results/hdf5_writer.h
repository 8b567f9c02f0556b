// Results as HDF5: `time`, one dataset per channel and `solver.newton`, `solver.gap`,
// `solver.rate_gap`, each with a `unit` attribute; the origin of the file and the run's summary are
// attributes of the root.
#pragma once

#include <string>
#include <vector>

#include "bramah/basics.h"
#include "bramah/run.h"
#include "results/provenance.h"

namespace bramah {

void write_hdf5(const std::string& path, const Provenance& provenance,
                const std::vector<Channel>& channels, const RunSummary& summary,
                const Recording& recording);

}  // namespace bramah
