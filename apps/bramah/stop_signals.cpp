#include "stop_signals.h"

namespace bramah::app {
namespace {

volatile std::sig_atomic_t signal_came = 0;  // a signal handler can reach nothing else

void remember(int) { signal_came = 1; }

}  // namespace

StopSignals::StopSignals() {
  signal_came = 0;
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

StopSignals::~StopSignals() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool StopSignals::came() { return signal_came != 0; }

}  // namespace bramah::app
