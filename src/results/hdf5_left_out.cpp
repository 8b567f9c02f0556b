// In the place of hdf5_writer.cpp where HDF5 was not there when the library was built.
#include "bramah/basics.h"
#include "results/hdf5_writer.h"

namespace bramah {

bool has_hdf5() noexcept { return false; }

void write_hdf5(const std::string& path, const Provenance&, const std::vector<Channel>&,
                const RunSummary&, const Recording&) {
  throw InputError(path +
                   ": this program was built without HDF5; `./bramah --with hdf5` brings it in "
                   "(Debian: libhdf5-dev)");
}

}  // namespace bramah
