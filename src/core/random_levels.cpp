#include "core/smooth_rise.h"

#include <cmath>

#include "core/rng.h"

namespace bramah {

double RandomLevels::level(std::int64_t k) const noexcept {
  if (k == 0 && initial) return *initial;
  const auto counter = static_cast<std::uint64_t>(k);
  if (!choices.empty()) return choices[random_choice(seed, counter, choices.size())];
  return std::fma(random_fraction(seed, counter), upper - lower, lower);
}

double RandomLevels::jump(std::int64_t k) const noexcept {
  return std::fma(static_cast<double>(k), hold, first);
}

std::int64_t RandomLevels::last_jump(double t) const noexcept {
  if (t < first) return -1;
  auto k = static_cast<std::int64_t>((t - first) / hold);  // may be one off, by rounding
  while (k > 0 && jump(k) > t) --k;
  while (jump(k + 1) <= t) ++k;
  return k;
}

double RandomLevels::next_break(double t) const noexcept {
  const std::int64_t k = last_jump(t);
  if (k >= 0 && ramp > 0.0 && jump(k) + ramp > t) return jump(k) + ramp;
  return jump(k + 1);
}

TimeValue RandomLevels::value(double t, double anchor) const noexcept {
  const std::int64_t k = last_jump(anchor);
  const double to = level(k + 1);
  if (k < 0 || anchor >= jump(k) + ramp) return {to, 0.0, 0.0};
  const double from = level(k);
  return smooth_rise(from, to - from, (t - jump(k)) / ramp, ramp);
}

}  // namespace bramah
