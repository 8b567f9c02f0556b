// CPU time of this thread: what a crowded machine does not change much.
#pragma once

#include <ctime>

namespace bramah {

inline double cpu_seconds() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace bramah
