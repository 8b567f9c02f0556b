// When the next step is due. Arithmetic alone, in whole nanoseconds of any clock, so that tests can
// use a clock of their own; src/run/clock.h has the real one.
//
// Tick k is due at origin + k h / speed, computed from the whole number k: errors do not add up.
// Policy for missed deadlines, `catch_up`: steps that are late run back to back until the clock is
// caught up. If the time behind exceeds the backlog allowed, the origin moves so that the next step
// is due now; the time given up is counted. The simulation then runs slower than the clock instead
// of running ahead of its operator in one burst.
#pragma once

#include <cstdint>

#include "bramah/run.h"

namespace bramah {

using Nanoseconds = std::int64_t;

class Pacer {
 public:
  // step: [s] of simulated time. speed 0: as fast as possible, every step is due at once.
  Pacer(double step, const RealTimeOptions& options, StepStatistics& statistics);

  void restart(Nanoseconds now) noexcept;  // the next step is due now: a start, or after a pause
  void set_speed(double speed, Nanoseconds now) noexcept;
  void set_step(double step, Nanoseconds now) noexcept;

  bool free_running() const noexcept { return speed_ == 0.0; }
  double speed() const noexcept { return speed_; }
  Nanoseconds due() const noexcept;  // of the next step; not meaningful when free running

  void begin(Nanoseconds now, bool slept) noexcept;  // a step begins; it woke up for it, or is late
  void end(Nanoseconds now) noexcept;                // it has ended

 private:
  double period() const noexcept { return 1e9 * step_ / speed_; }  // [ns]

  double step_, speed_;
  Nanoseconds backlog_;
  StepStatistics& statistics_;
  Nanoseconds origin_ = 0, last_begin_ = -1;
  std::int64_t ticks_ = 0;  // ended since the origin
};

}  // namespace bramah
