// CPU time: what a crowded machine does not change much.
#pragma once

#include <ctime>

namespace bramah {

inline double cpu_seconds(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Of all threads of this program.
inline double all_cpu_seconds() noexcept { return cpu_seconds(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace bramah
