#include <cstdlib>

#include "cluster.h"

namespace bramah::app {

bool is_launched() {
  // Open MPI; MPICH, Intel MPI and Slurm's PMI; Slurm's PMIx.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (std::getenv(name)) return true;
  return std::getenv("PMIX_RANK") != nullptr;
}

}  // namespace bramah::app
