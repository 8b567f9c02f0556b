#include <algorithm>
#include <cmath>

#include "bramah/run.h"

namespace bramah {

void TimeHistogram::add(double seconds) noexcept {
  const double place = seconds > kFirst ? kPerDecade * std::log10(seconds / kFirst) : 0.0;
  const int bin = static_cast<int>(std::min(place, kBins - 1.0));
  ++bins_[static_cast<std::size_t>(bin)];
  ++count_;
  sum_ += seconds;
  worst_ = std::max(worst_, seconds);
}

double TimeHistogram::edge(int bin) noexcept {
  return kFirst * std::pow(10.0, static_cast<double>(bin) / kPerDecade);
}

double TimeHistogram::quantile(double share) const noexcept {
  const auto wanted = static_cast<long long>(std::ceil(share * static_cast<double>(count_)));
  long long below = 0;
  for (int bin = 0; bin < kBins - 1; ++bin) {
    below += in_bin(bin);
    if (below >= wanted && below > 0) return std::min(edge(bin + 1), worst_);
  }
  return worst_;
}

double StepStatistics::jitter() const noexcept {
  return intervals > 0 ? std::sqrt(squared_jitter / static_cast<double>(intervals)) : 0.0;
}

}  // namespace bramah
