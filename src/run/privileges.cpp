#include "run/privileges.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstring>

namespace bramah {
namespace {

constexpr int kPriority = 40;  // above ordinary threads, below the kernel's interrupt threads (50)

constexpr const char* kGivenBack = ", given back: the steps take longer than the clock allows";

int set_scheduler(int policy, int priority) noexcept {
  sched_param parameters{};
  parameters.sched_priority = priority;
  return pthread_setschedparam(pthread_self(), policy, &parameters);
}

// Later memory is pinned too only where there is no limit: else allocations would begin to fail.
int pin_memory() noexcept {
  rlimit limit{};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  const int later = limit.rlim_cur == RLIM_INFINITY ? MCL_FUTURE : 0;
  return mlockall(MCL_CURRENT | later) == 0 ? 0 : errno;
}

}  // namespace

RealTimePrivileges claim_privileges() {
  const int pinned = pin_memory();
  const int scheduled = set_scheduler(SCHED_FIFO, kPriority);
  RealTimePrivileges granted{pinned == 0, scheduled == 0, ""};
  granted.text = pinned == 0 ? "memory pinned"
                             : std::string("memory not pinned (") + std::strerror(pinned) + ")";
  granted.text += scheduled == 0
                      ? ", real-time priority"
                      : std::string(", no real-time priority (") + std::strerror(scheduled) + ")";
  return granted;
}

void obey(PriorityRule::Verdict verdict, RealTimePrivileges& privileges) {
  if (verdict == PriorityRule::Verdict::give_back) {
    give_up_priority();
    privileges.priority = false;
    privileges.text += kGivenBack;
  }
  if (verdict == PriorityRule::Verdict::take_back) {
    regain_priority();
    privileges.priority = true;
    privileges.text.resize(privileges.text.size() - std::strlen(kGivenBack));
  }
}

void give_up_priority() noexcept { set_scheduler(SCHED_OTHER, 0); }
void regain_priority() noexcept { set_scheduler(SCHED_FIFO, kPriority); }

}  // namespace bramah
