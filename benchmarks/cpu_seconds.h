// CPU time of this thread [s]: other programs on the computer disturb it less than a clock.
#pragma once

#include <ctime>

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
