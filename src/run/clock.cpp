#include "run/clock.h"

#include <cerrno>
#include <ctime>

namespace bramah {
namespace {

constexpr Nanoseconds kSecond = 1'000'000'000;

Nanoseconds read(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

}  // namespace

Nanoseconds monotonic_now() noexcept { return read(CLOCK_MONOTONIC); }
// A browser has no clock of a thread: there it is the other one.
Nanoseconds thread_cpu_now() noexcept {
#ifdef __EMSCRIPTEN__
  return read(CLOCK_MONOTONIC);
#else
  return read(CLOCK_THREAD_CPUTIME_ID);
#endif
}

void sleep_until(Nanoseconds instant) noexcept {
  const timespec until{static_cast<std::time_t>(instant / kSecond),
                       static_cast<long>(instant % kSecond)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

void wait_for_turn(Pacer& pacer) noexcept {
  Nanoseconds now = monotonic_now();
  const bool early = !pacer.free_running() && now < pacer.due();
  if (early) {
    sleep_until(pacer.due());
    now = monotonic_now();
  }
  pacer.begin(now, early);
}

}  // namespace bramah
