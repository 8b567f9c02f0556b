// A whole run: steps, records, sums up, in real time or as fast as it goes; what is written about it; drives
// that are recorded and replayed.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "bramah/model.h"

namespace bramah {

// -------------------------------------------------------------------------------------- real time
// Steps against the clock: what is counted while a machine runs in real time. docs/real-time.md
// says what each number means and what happens when a deadline is missed.

// Durations in bins of equal width on a logarithmic scale: 100 ns to 10 s, 20 bins to a factor of
// ten (a bin is 12 % wide). Fixed size, so that counting allocates nothing.
class TimeHistogram {
 public:
  static constexpr int kPerDecade = 20, kBins = 8 * kPerDecade;
  static constexpr double kFirst = 1e-7;  // [s]; shorter ones go into the first bin

  void add(double seconds) noexcept;

  long long count() const noexcept { return count_; }
  double mean() const noexcept { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0.0; }
  double worst() const noexcept { return worst_; }
  // So that `share` of the durations are not longer: the upper edge of a bin, at most worst().
  double quantile(double share) const noexcept;

  static double edge(int bin) noexcept;  // lower edge of a bin [s]
  long long in_bin(int bin) const noexcept { return bins_[static_cast<std::size_t>(bin)]; }

 private:
  std::array<long long, kBins> bins_{};
  long long count_ = 0;
  double sum_ = 0.0, worst_ = 0.0;
};

struct StepStatistics {
  TimeHistogram cpu;            // CPU time of a step's computation [s]
  TimeHistogram late;           // how long after its due time a sleeping step woke up [s]
  long long overruns = 0;       // steps that ended after the next one was due
  long long coarse = 0;         // ticks that were ended in the coarse way, to be in time
  long long shifts = 0;         // times that the clock's origin was moved, the backlog given up
  double shifted = 0.0;         // time given up so [s]
  double worst_backlog = 0.0;   // longest time behind the clock [s]
  double squared_jitter = 0.0;  // sum over the steps of (interval between starts - period)² [s²]
  long long intervals = 0;

  double jitter() const noexcept;  // root mean square [s]
};

struct RealTimeOptions {
  double speed = 1.0;      // simulated over wall time; 0: as fast as possible
  double backlog = 0.05;   // [s] late steps run back to back up to this; more is given up
  double deadline = 0.0;   // [s] a tick may take; then it is ended in the coarse way; 0: none
  bool privileges = true;  // ask for pinned memory and a real-time priority
};

// What the system allowed.
struct RealTimePrivileges {
  bool memory_locked = false, priority = false;
  std::string text;  // "memory pinned, no real-time priority (Operation not permitted)"
};

struct RealTimeReport {
  StepStatistics statistics;
  RealTimePrivileges privileges;
  double speed = 1.0;
};

// -------------------------------------------------------------------------------------------- run
// A whole run: steps, records, sums up.

struct RunOptions {
  double until = -1.0;     // [s]; negative: the file's
  double every = 0.0;      // record interval [s], rounded to whole steps; 0: every step
  bool real_time = false;  // each step waits for its time
  RealTimeOptions pace;    // of real time
  bool poses = false;      // keep poses for drawings
  bool rows = true;        // keep every row; false: ranges of the channels alone, for long runs
  std::function<void(double fraction)> progress;  // about ten times a second, and 1 at the end
  std::function<bool()> stop;  // asked as often; true: the run ends there, incomplete
};

// Where the energy went that pumps, engines and supplies gave: work, losses, what is stored. The uses
// add up to what was given; the last, "unaccounted for", is what no part has booked. Powers balance at
// every instant, so that the quadrature cancels here: its error is in energy.books.
struct EnergyUse {
  std::string name;     // "relief valves"
  double energy = 0.0;  // [J]; negative: it gave energy back
  double share = 0.0;   // of what was given [-]
};
struct EnergyUses {
  double given = 0.0;           // [J], less what tanks took
  std::vector<EnergyUse> uses;  // empty where nothing was given
};

struct RunSummary {
  bool converged = true;
  std::string message;       // why, when not converged
  std::string culprit;       // who, by name: "the pressure of volume lift.A"; empty: nobody
  bool interrupted = false;  // it was told to stop
  bool complete() const noexcept { return converged && !interrupted; }
  long long steps = 0;
  long long substeps = 0;  // that were begun inside the ticks, where a tick may have several
  long long coarse = 0;    // of them: one linear solve, for want of time or of a solution
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
  EnergyUses energy;
  std::vector<std::string> warnings;  // what makes the results doubtful, in sentences
};

// Rows of channel values, in the order of Model::channels(); row k is at times[k].
struct Recording {
  std::string incomplete;  // why it ends early; empty: it does not
  // Of one channel over all rows, kept or not.
  struct Range {
    double first = 0.0, last = 0.0, least = 0.0, most = 0.0;
    double least_at = 0.0, most_at = 0.0;  // [s]
  };
  std::vector<Range> ranges;  // of each channel
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
  // At the times of the poses: x, y, z and the quaternion w, x, y, z of each body of the scene.
  std::vector<double> bodies;
};

RunSummary run(const Model& model, const RunOptions& options, Recording& recording);

// ----------------------------------------------------------------------------------------- output
// What is written about a run. Files appear whole or not at all (written beside and renamed).

void write_csv(const std::string& path, const Model& model, const Recording& recording);
void write_hdf5(const std::string& path, const Model& model, const RunSummary& summary,
                const Recording& recording);

// Every format a run's results can be written in, by the ending of the file's name.
struct OutputFormat {
  std::vector<std::string> endings;  // ".csv"
  std::string text;                  // one line about it
  void (*write)(const std::string& path, const Model&, const RunSummary&, const Recording&);
};
const std::vector<OutputFormat>& output_formats();
const OutputFormat* format_of(const std::string& path);  // null: no format has that ending

void write_report(const std::string& path, const Model& model, const RunSummary& summary,
                  const Recording& recording);
// A table of one's own as CSV (RFC 4180). Numbers are the shortest that read back as the same.
using CsvCell = std::variant<std::monostate, double, std::string>;  // empty, number or text
struct CsvTable {
  std::vector<std::string> columns;  // "lift.length [m]"
  std::vector<std::vector<CsvCell>> rows;
};
void write_csv(const std::string& path, const CsvTable& table);
std::string summary_json(const Model& model, const RunSummary& summary);
const char* version() noexcept;

// ------------------------------------------------------------------------------------------ drive
// A drive: everything that happened to a machine from outside while it ran (levers, faults,
// restored states, changed parameters), with the step at which each happened. Steps are
// deterministic, so a drive gives the same states again, bit for bit. docs/real-time.md has the
// file's format.

struct ReplayOptions {
  std::string model;  // machine file instead of the recorded path; its content must be the same
  LoadOptions
      expect;      // what is set here must be what was recorded: another method gives other bits
  RunOptions run;  // every, poses, progress; until is the drive's
};

struct Replay {
  Model model;
  RunSummary summary;
  Recording recording;  // times: of the drive, which go on where a state was restored
  long long events = 0;
  bool complete = true;    // the file had its last line; otherwise replayed up to its last event
  bool same = true;        // the last state is the recorded one, bit for bit
  std::string difference;  // where it is not: "v[3]: 0.25 recorded, 0.26 now"
};

// Throws InputError (file:line) for files that are no drives, machines that changed since, and
// options that would not give the same bits.
Replay replay(const std::string& path, const ReplayOptions& options);

}  // namespace bramah
