#include "run/extremes.h"

#include <cstring>

namespace bramah {

namespace {

using Lanes = double __attribute__((vector_size(32)));
constexpr std::size_t kLanes = 4;

// Where x is further than the furthest so far. What is no number is not.
template <class Number, class Further>
void move(const double* x, double t, double* furthest, double* at, Further further) {
  Number now, before, when;
  std::memcpy(&now, x, sizeof now);
  std::memcpy(&before, furthest, sizeof now);
  std::memcpy(&when, at, sizeof now);
  const auto moves = further(now, before);
  before = moves ? now : before;
  when = moves ? Number{} + t : when;
  std::memcpy(furthest, &before, sizeof now);
  std::memcpy(at, &when, sizeof now);
}

}  // namespace

void Extremes::widen(std::span<const double> row, double t) {
  if (first_.empty()) {
    first_.assign(row.begin(), row.end());
    least_ = most_ = first_;
    least_at_.assign(row.size(), t), most_at_.assign(row.size(), t);
    return;
  }
  const auto below = [](auto a, auto b) { return a < b; };
  const auto above = [](auto a, auto b) { return a > b; };
  const double* const x = row.data();
  double *const least = least_.data(), *const least_at = least_at_.data();
  double *const most = most_.data(), *const most_at = most_at_.data();
  const std::size_t n = row.size();
  std::size_t k = 0;
  for (; k + kLanes <= n; k += kLanes) {
    move<Lanes>(x + k, t, least + k, least_at + k, below);
    move<Lanes>(x + k, t, most + k, most_at + k, above);
  }
  for (; k < n; ++k) {
    move<double>(x + k, t, least + k, least_at + k, below);
    move<double>(x + k, t, most + k, most_at + k, above);
  }
}

void Extremes::write(std::span<const double> row, std::vector<Recording::Range>& ranges) const {
  for (std::size_t k = 0; k < first_.size(); ++k)
    ranges[k] = {first_[k], row[k], least_[k], most_[k], least_at_[k], most_at_[k]};
}

}  // namespace bramah
