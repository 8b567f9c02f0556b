// A training in the middle, as a file: what was trained, and everything the next epoch depends on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surrogate/trainer.h"

namespace bramah {

struct StartRecord {
  std::uint64_t seed = 0;
  bool done = false;
  TrainingState state;
  Eigen::VectorXd open;  // weights after the fit one step ahead
  double cpu_s = 0.0;
};

struct TrainingCheckpoint {
  std::string key;  // tells trainings apart
  std::vector<StartRecord> starts;
};

// Nothing if there is no such file. Throws InputError if it cannot be read, has another key, or
// does not fit the trainer.
std::optional<TrainingCheckpoint> read_checkpoint(const std::string& path, const std::string& key,
                                                  const Trainer&);
void write_checkpoint(const std::string& path, const TrainingCheckpoint&);

}  // namespace bramah
