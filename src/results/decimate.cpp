#include "results/decimate.h"

#include <cmath>
#include <utility>

namespace bramah {
namespace {

// Smallest and largest finite value in the order they occur; NaN if there is none.
std::pair<double, double> extremes_of(std::span<const double> values) {
  std::size_t low = values.size(), high = values.size();
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) continue;
    if (low == values.size() || values[k] < values[low]) low = k;
    if (high == values.size() || values[k] > values[high]) high = k;
  }
  if (low == values.size()) return {NAN, NAN};
  return low < high ? std::pair{values[low], values[high]} : std::pair{values[high], values[low]};
}

}  // namespace

Decimation::Decimation(std::size_t rows, std::size_t most) : rows_(rows) {
  if (rows > most) buckets_ = most / 2 - 1;
}

std::size_t Decimation::begin(std::size_t bucket) const noexcept {
  return 1 + bucket * (rows_ - 2) / buckets_;
}

std::vector<double> Decimation::times(std::span<const double> times) const {
  if (!active()) return {times.begin(), times.end()};
  std::vector<double> kept{times.front()};
  for (std::size_t b = 0; b < buckets_; ++b) {
    const std::size_t first = begin(b), last = begin(b + 1) - 1;
    // A bucket of one row still gets two instants: plots need increasing times.
    const double step = times[last + 1] - times[last];
    kept.push_back(times[first]);
    kept.push_back(last > first ? times[last] : times[first] + 0.5 * step);
  }
  kept.push_back(times.back());
  return kept;
}

std::vector<double> Decimation::extremes(std::span<const double> values) const {
  if (!active()) return {values.begin(), values.end()};
  std::vector<double> kept{values.front()};
  for (std::size_t b = 0; b < buckets_; ++b) {
    const auto [one, other] = extremes_of(values.subspan(begin(b), begin(b + 1) - begin(b)));
    kept.push_back(one);
    kept.push_back(other);
  }
  kept.push_back(values.back());
  return kept;
}

std::vector<double> Decimation::maxima(std::span<const double> values) const {
  std::vector<double> kept = extremes(values);
  for (std::size_t b = 0; b < buckets_; ++b)
    kept[2 * b + 1] = kept[2 * b + 2] = std::fmax(kept[2 * b + 1], kept[2 * b + 2]);
  return kept;
}

}  // namespace bramah
