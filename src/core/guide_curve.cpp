#include "core/guide_curve.h"

#include <algorithm>

namespace bramah {

namespace {

// Slope at t[at] of the polynomial through the points first, ..., last (Lagrange).
double end_slope(const std::vector<double>& t, const std::vector<double>& s, std::size_t first,
                 std::size_t last, std::size_t at) {
  double slope = 0.0;
  for (std::size_t i = first; i <= last; ++i) {
    if (i == at) continue;
    double weight = 1.0 / (t[i] - t[at]);
    for (std::size_t k = first; k <= last; ++k)
      if (k != i && k != at) weight *= (t[at] - t[k]) / (t[i] - t[k]);
    slope += weight * (s[i] - s[at]);
  }
  return slope;
}

// Slopes of the cubic spline, which has equal second derivatives on both sides of each sample:
//   r_{i-1}/h_{i-1} + 2 (1/h_{i-1} + 1/h_i) r_i + r_{i+1}/h_i = 3 (d_{i-1}/h_{i-1} + d_i/h_i)
// with d = ds/h.
std::vector<double> spline_slopes(const std::vector<double>& t, const std::vector<double>& s) {
  const std::size_t n = t.size(), last = n - 1, reach = std::min<std::size_t>(3, last);
  std::vector<double> r(n), pivot(n, 1.0), upper(n, 0.0);
  r[0] = end_slope(t, s, 0, reach, 0);
  r[last] = end_slope(t, s, last - reach, last, last);
  for (std::size_t i = 1; i < last; ++i) {
    const double left = 1.0 / (t[i] - t[i - 1]), right = 1.0 / (t[i + 1] - t[i]);
    const double sum = 3.0 * ((s[i] - s[i - 1]) * left * left + (s[i + 1] - s[i]) * right * right);
    const double factor = left / pivot[i - 1];
    pivot[i] = 2.0 * (left + right) - factor * upper[i - 1];
    upper[i] = right;
    r[i] = sum - factor * r[i - 1];
  }
  for (std::size_t i = last; i-- > 1;) r[i] = (r[i] - upper[i] * r[i + 1]) / pivot[i];
  return r;
}

}  // namespace

GuideCurve::GuideCurve(std::vector<double> time, std::vector<double> length,
                       std::vector<double> rate, std::vector<double> acceleration)
    : time_(std::move(time)),
      length_(std::move(length)),
      rate_(std::move(rate)),
      acceleration_(std::move(acceleration)) {
  if (rate_.empty()) {
    rate_ = spline_slopes(time_, length_);
    acceleration_.clear();
  }
}

// With x = (t - t_i)/h: what is left of the length when the lower Taylor polynomial of t_i is taken
// away, in powers of x.
TimeValue GuideCurve::value(double t) const noexcept {
  const double close = 1e-9 * (time_.back() - time_.front());
  if (t < time_.front() - close) return {length_.front(), 0.0, 0.0};
  if (t > time_.back() + close) return {length_.back(), 0.0, 0.0};
  const auto after = std::upper_bound(time_.begin() + 1, time_.end(), t) - time_.begin();
  const std::size_t j = std::min(static_cast<std::size_t>(after), time_.size() - 1), i = j - 1;
  const double h = time_[j] - time_[i], x = (t - time_[i]) / h;
  const double v0 = h * rate_[i], v1 = h * rate_[j], rise = length_[j] - length_[i];
  if (acceleration_.empty()) {
    const double c2 = 3.0 * rise - 2.0 * v0 - v1, c3 = v0 + v1 - 2.0 * rise;
    return {length_[i] + x * (v0 + x * (c2 + x * c3)), (v0 + x * (2.0 * c2 + 3.0 * x * c3)) / h,
            (2.0 * c2 + 6.0 * x * c3) / (h * h)};
  }
  const double a0 = 0.5 * h * h * acceleration_[i], a1 = 0.5 * h * h * acceleration_[j];
  const double p = rise - v0 - a0, q = v1 - v0 - 2.0 * a0, w = a1 - a0;  // at x = 1
  const double c3 = 10.0 * p - 4.0 * q + w, c4 = -15.0 * p + 7.0 * q - 2.0 * w,
               c5 = 6.0 * p - 3.0 * q + w;
  return {length_[i] + x * (v0 + x * (a0 + x * (c3 + x * (c4 + x * c5)))),
          (v0 + x * (2.0 * a0 + x * (3.0 * c3 + x * (4.0 * c4 + x * 5.0 * c5)))) / h,
          (2.0 * a0 + x * (6.0 * c3 + x * (12.0 * c4 + x * 20.0 * c5))) / (h * h)};
}

}  // namespace bramah
