// The ranks of an MPI job, if this process is one of them.
#pragma once

#include <memory>

#include "bramah/experiment.h"

namespace bramah::app {

class RankedCluster : public Cluster {
 public:
  virtual bool all_agree(bool ok) = 0;    // true: every rank said so; all ranks call it
  [[noreturn]] virtual void abort() = 0;  // ends all ranks
};

// Null: not started by mpirun, srun or the like. InputError: started so, but built without MPI.
std::unique_ptr<RankedCluster> join_cluster();

// The environment that launchers give their processes speaks of more than one.
bool is_launched();

}  // namespace bramah::app
