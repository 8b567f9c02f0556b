// The clocks behind a Pacer.
#pragma once

#include "run/pacer.h"

namespace bramah {

Nanoseconds monotonic_now() noexcept;            // CLOCK_MONOTONIC
Nanoseconds thread_cpu_now() noexcept;           // CLOCK_THREAD_CPUTIME_ID
void sleep_until(Nanoseconds instant) noexcept;  // an absolute time: a late call does not add up

// Waits until the pacer's next step is due and begins it.
void wait_for_turn(Pacer& pacer) noexcept;

// Measures the CPU time of what happens during its life.
class CpuTimer {
 public:
  explicit CpuTimer(TimeHistogram& times) noexcept : times_(times), start_(thread_cpu_now()) {}
  ~CpuTimer() { times_.add(1e-9 * static_cast<double>(thread_cpu_now() - start_)); }
  CpuTimer(const CpuTimer&) = delete;
  CpuTimer& operator=(const CpuTimer&) = delete;

 private:
  TimeHistogram& times_;
  Nanoseconds start_;
};

}  // namespace bramah
