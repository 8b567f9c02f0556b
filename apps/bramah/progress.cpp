#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace bramah::app {
namespace {

volatile std::sig_atomic_t stop_signal = 0;  // a signal handler can reach nothing else

void ask_to_stop(int) { stop_signal = 1; }

constexpr int kBarWidth = 40;

}  // namespace

Progress::Progress() : on_terminal_(isatty(STDERR_FILENO) != 0) {
  stop_signal = 0;
  struct sigaction action {};
  action.sa_handler = ask_to_stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second Ctrl-C ends the program at once
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

Progress::~Progress() {
  if (drawn_ >= 0) fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

std::function<void(double)> Progress::reporter() {
  return [this](double fraction) {
    if (stop_asked()) throw Interrupted{};
    if (on_terminal_) draw(fraction);
  };
}

std::function<void(double)> Progress::bar() {
  return [this](double fraction) {
    if (on_terminal_) draw(fraction);
  };
}

bool Progress::stop_asked() noexcept { return stop_signal != 0; }

void Progress::draw(double fraction) {
  const int percent = static_cast<int>(100.0 * std::clamp(fraction, 0.0, 1.0));
  if (percent == drawn_) return;
  drawn_ = percent;
  const int full = percent * kBarWidth / 100;
  fmt::print(stderr, "\r[{:#<{}}{:<{}}] {:3d} %", "", full, "", kBarWidth - full, percent);
  std::fflush(stderr);
}

}  // namespace bramah::app
