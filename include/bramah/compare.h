// Methods, integrators and steps side by side on one machine: what each costs and how wrong it is.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bramah/run.h"

namespace bramah {

// How far one run is from another that counts as exact.
struct Deviation {
  // Largest over all cylinder lengths; over the points of bodies where there are none [m].
  double position = std::numeric_limits<double>::quiet_NaN();
  // Rms over time and all of them [m].
  double position_rms = std::numeric_limits<double>::quiet_NaN();
  // Largest, each relative to its range in the reference, which counts as 1 mm at least.
  double position_share = std::numeric_limits<double>::quiet_NaN();
  // Rms over all pressures that change, each relative to its range.
  double pressure = std::numeric_limits<double>::quiet_NaN();
  // The largest of any of them, again relative to its range.
  double pressure_max = std::numeric_limits<double>::quiet_NaN();
};

// At the instants both recordings have; channels are found by name, so the methods may differ.
Deviation deviation(const Model& model, const Recording& ours, const Model& exact_model,
                    const Recording& exact);

struct CompareOptions {
  std::vector<std::string> methods, integrators;      // empty: the usual ones
  std::vector<double> steps{5e-3, 2e-3, 1e-3, 5e-4};  // [s]
  LoadOptions load;  // set, until, coupling, tangent; the rest does not count
  int repeats = 3;   // timed runs; the least CPU time counts
  std::function<void(double fraction)> progress{};
};

struct CompareRow {
  enum class Outcome { done, refused, failed } outcome = Outcome::done;
  std::string reason;  // why it was refused or failed
  double failed_at_s = 0.0;

  std::string method, integrator;
  double step_s = 0.0;  // 0: refused or failed alike whatever the step
  int unknowns = 0;     // of one implicit solve

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double position_error = kNone;    // largest, against the reference [m]; see Comparison::measure
  double pressure_error = kNone;    // rms over all pressures, relative to their range
  double order = kNone;             // of position_error, against the next longer step
  double energy_residual = kNone;   // largest [J]
  double gap = kNone;               // largest violation of the constraints [m],
  double rate_gap = kNone;          // of their rates [m/s],
  double acceleration_gap = kNone;  // of their second derivatives [m/s²]
  double newton_mean = kNone;       // per implicit solve
  int newton_max = 0;
  double us_per_step = kNone;  // CPU time of stepping alone
  double real_time_factor = kNone;
};

struct Comparison {
  std::string model, hash, version;
  double until_s = 0.0;
  int repeats = 0;
  std::string measure;  // of position_error: "cylinder lengths" or "body points"
  struct Reference {
    std::string method, integrator;  // "semirecursive", "sundials"
    std::string problem;             // not empty: there is none, errors are NaN
    double grid_s = 0.0;             // errors are taken at these instants
    double wall_s = 0.0;
  } reference;
  std::vector<CompareRow> rows;  // by method, integrator, then falling step
};

// What is wrong with the options: unknown names with suggestions, impossible steps.
std::vector<std::string> problems_of(const CompareOptions& options);

// Loads and runs every combination. A pair that the program refuses and a run that fails become
// rows that say so. Throws InputError for wrong options and for a wrong file.
Comparison compare(const std::string& path, const CompareOptions& options = {});

// Slope of log(position_error) over log(step), fitted to the rows of a pair with errors beyond
// rounding; NaN: fewer than two.
double observed_order(const Comparison& comparison, const std::string& method,
                      const std::string& integrator);

void write_comparison_page(const std::string& path, const Comparison& comparison);  // .html
void write_comparison_csv(const std::string& path, const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);

}  // namespace bramah
