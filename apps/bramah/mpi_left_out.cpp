// Built without MPI.
#include "bramah/basics.h"
#include "cluster.h"

namespace bramah::app {

std::unique_ptr<RankedCluster> join_cluster() {
  if (is_launched())
    throw InputError(
        "started as one of many processes, but built without MPI: install libopenmpi-dev and build "
        "again "
        "(./bramah --with mpi)");
  return nullptr;
}

}  // namespace bramah::app
