// Ctrl-C and SIGTERM end what runs until told to stop; the second Ctrl-C ends the program at once.
#pragma once

#include <csignal>

namespace bramah::app {

class StopSignals {
 public:
  StopSignals();
  ~StopSignals();  // gives the signals back
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  static bool came();

 private:
  struct sigaction old_interrupt_ {
  }, old_terminate_{};
};

}  // namespace bramah::app
