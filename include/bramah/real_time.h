// Steps against the clock: what is counted while a machine runs in real time. docs/real-time.md
// says what each number means and what happens when a deadline is missed.
#pragma once

#include <array>
#include <string>

namespace bramah {

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

}  // namespace bramah
