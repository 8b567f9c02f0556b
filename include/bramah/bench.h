// What a machine costs and how wrong it is: speed is reported with its error beside it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bramah/model.h"

namespace bramah {

// What stepping alone costs: no loading, no channels, no output.
struct SteppingCost {
  double cpu_s = 0.0;  // of a whole run that steps and does nothing else
  long long ticks = 0;
  double newton_mean = 0.0;  // per implicit solve
  int newton_max = 0;
  std::string problem;  // not empty: the run stopped
};
SteppingCost stepping_cost(const Model& model);  // one run to the model's end time

int unknowns(const Model& model);  // of one implicit solve

struct BenchRow {
  std::string model, method, integrator;
  double step_s = 0.0;
  double tolerance = 0.0;    // of steps that choose themselves; 0: the file's
  double us_per_step = 0.0;  // least CPU time of all repeats
  double real_time_factor = 0.0;
  double length_error = 0.0;    // largest over all cylinder lengths, on a common grid [m]
  double pressure_error = 0.0;  // rms over all pressures, relative to their range
  double pressure_max = 0.0;    // largest of any pressure, relative to its range
  double newton_mean = 0.0;
  int newton_max = 0;
  int unknowns = 0;
  std::string problem;  // not empty: the run or the reference failed
};

struct BenchCase {
  std::string path;
  std::string integrator;
  double step_s = 1e-3;
  double tolerance = 0.0;  // relative, of rosenbrock; 0: the file's
};

// Runs each case `repeats` times for speed and once against the reference; cases on the same file
// share it.
std::vector<BenchRow> bench(const std::vector<BenchCase>& cases, int repeats,
                            const std::function<void(const BenchRow&)>& done = {});

// A chain of uniform rods swinging from a zigzag for a second, steps of 1 ms: inef, semi_euler.
struct ChainRow {
  int links = 0;
  bool planar = true;
  double us_per_step = 0.0;  // least CPU time of all repeats
  double us_per_link = 0.0;
  double energy_drift = 0.0;  // largest change, relative to the largest kinetic energy
  std::string problem;        // not empty: the run failed
};

// Each number of links in the plane and in space.
std::vector<ChainRow> bench_chains(const std::vector<int>& links, int repeats,
                                   const std::function<void(const ChainRow&)>& done = {});

}  // namespace bramah
