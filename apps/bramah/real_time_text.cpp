#include "real_time_text.h"

#include <fmt/format.h>

namespace bramah::app {
namespace {

// 12.3 us, 1.2 ms, 3 s
std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  return seconds < 1.0 ? fmt::format("{:.3g} ms", seconds * 1e3) : fmt::format("{:.3g} s", seconds);
}

std::string times(const TimeHistogram& t) {
  if (t.count() == 0) return "none";
  return fmt::format("{} mean, {} 99 %, {} 99.9 %, {} worst", duration(t.mean()),
                     duration(t.quantile(0.99)), duration(t.quantile(0.999)), duration(t.worst()));
}

}  // namespace

std::string real_time_text(const RealTimeReport& report) {
  const StepStatistics& s = report.statistics;
  std::string text;
  const auto line = [&text](const char* what, const std::string& value) {
    text += fmt::format("  {:<18}{}\n", what, value);
  };
  line("CPU per step", times(s.cpu));
  line("woke up late by", times(s.late));
  line("jitter of starts", duration(s.jitter()));
  line("overruns", fmt::format("{} of {} steps; furthest behind {}", s.overruns, s.cpu.count(),
                               duration(s.worst_backlog)));
  if (s.coarse > 0)
    line("coarse",
         fmt::format("{} of {} ticks, ended early to be in time", s.coarse, s.cpu.count()));
  if (s.shifts > 0)
    line("clock shifted", fmt::format("{} times, {} given up", s.shifts, duration(s.shifted)));
  if (!report.privileges.text.empty()) line("privileges", report.privileges.text);
  return text;
}

}  // namespace bramah::app
