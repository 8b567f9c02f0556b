// A progress bar on stderr, if that is a terminal, and Ctrl-C: what runs stops at the next report of
// progress, so nothing is left half-written.
#pragma once

#include <csignal>
#include <functional>

namespace bramah::app {

struct Interrupted {};  // thrown by the report function after Ctrl-C

class Progress {
 public:
  Progress();   // takes over SIGINT and SIGTERM
  ~Progress();  // clears the bar, gives the signals back
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  std::function<void(double)> reporter();  // throws Interrupted
  std::function<void(double)> bar();       // for runs that are asked to stop instead
  static bool stop_asked() noexcept;

 private:
  void draw(double fraction);

  bool on_terminal_;
  int drawn_ = -1;  // per cent on the screen
  struct sigaction old_interrupt_ {
  }, old_terminate_{};
};

}  // namespace bramah::app
