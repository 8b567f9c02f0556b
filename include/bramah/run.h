// A whole run: steps, records, sums up.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bramah/model.h"
#include "bramah/real_time.h"
#include "bramah/step.h"

namespace bramah {

struct RunOptions {
  double until = -1.0;     // [s]; negative: the file's
  double every = 0.0;      // record interval [s], rounded to whole steps; 0: every step
  bool real_time = false;  // each step waits for its time
  RealTimeOptions pace;    // of real time
  bool poses = false;      // keep poses for drawings
  std::function<void(double fraction)> progress;  // called about ten times a second
};

struct RunSummary {
  bool converged = true;
  std::string message;  // the culprit, when not converged
  long long steps = 0;
  double simulated_s = 0.0;
  double wall_s = 0.0;  // stepping alone: no loading, no output
  double cpu_s = 0.0;
  double real_time_factor = 0.0;
  double newton_mean = 0.0;  // per implicit solve
  int newton_max = 0;
  double constraint_max = 0.0;               // [m]
  double constraint_rate_max = 0.0;          // [m/s]
  double constraint_acceleration_max = 0.0;  // [m/s2], at the rows recorded
  int partitions = 0;                // how often double_step chose its independent coordinates anew
  double energy_residual_max = 0.0;  // max |energy.residual| [J]
  double energy_books_max = 0.0;     // max |energy.books| [J]
  double interface_energy_max = 0.0;  // max |cosimulation.residual_energy| [J]
  std::optional<RealTimeReport> real_time;
  std::vector<std::string> warnings;  // what makes the results doubtful, in sentences
};

// Rows of channel values, in the order of Model::channels(); row k is at times[k].
struct Recording {
  std::vector<double> times;
  std::vector<double> values;             // row-major, times.size() x channels
  std::vector<int> newton;                // largest iteration count since the row before
  std::vector<double> gap, rate_gap;      // [m], [m/s]; largest since the row before
  std::vector<double> acceleration_gap;   // [m/s2], at the row
  std::vector<double> pose_times, poses;  // 3 per drawing point
  std::size_t columns = 0;
  std::span<const double> row(std::size_t k) const {
    return {values.data() + k * columns, columns};
  }
};

RunSummary run(const Model& model, const RunOptions& options, Recording& recording);

}  // namespace bramah
