#include "run/pacer.h"

#include <algorithm>
#include <cmath>

namespace bramah {

Pacer::Pacer(double step, const RealTimeOptions& options, StepStatistics& statistics)
    : step_(step),
      speed_(options.speed),
      backlog_(std::llround(1e9 * options.backlog)),
      statistics_(statistics) {}

void Pacer::restart(Nanoseconds now) noexcept {
  origin_ = now;
  ticks_ = 0;
  last_begin_ = -1;
}

void Pacer::set_speed(double speed, Nanoseconds now) noexcept {
  speed_ = speed;
  restart(now);
}

void Pacer::set_step(double step, Nanoseconds now) noexcept {
  step_ = step;
  restart(now);
}

Nanoseconds Pacer::due() const noexcept {
  return origin_ + std::llround(static_cast<double>(ticks_) * period());
}

void Pacer::begin(Nanoseconds now, bool slept) noexcept {
  if (free_running()) return;
  if (slept) statistics_.late.add(1e-9 * static_cast<double>(now - due()));
  if (last_begin_ >= 0) {
    const double deviation = 1e-9 * (static_cast<double>(now - last_begin_) - period());
    statistics_.squared_jitter += deviation * deviation;
    ++statistics_.intervals;
  }
  last_begin_ = now;
}

void Pacer::end(Nanoseconds now) noexcept {
  ++ticks_;
  if (free_running()) return;
  const Nanoseconds behind = now - due();
  if (behind <= 0) return;
  ++statistics_.overruns;
  statistics_.worst_backlog =
      std::max(statistics_.worst_backlog, 1e-9 * static_cast<double>(behind));
  if (behind <= backlog_) return;
  ++statistics_.shifts;
  statistics_.shifted += 1e-9 * static_cast<double>(behind);
  origin_ += behind;
}

}  // namespace bramah
