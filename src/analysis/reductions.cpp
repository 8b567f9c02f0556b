#include "analysis/reductions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace bramah {
namespace {

// Of f(x), by the trapezoidal rule.
template <class Function>
double integrated(const TimeCurve& c, const Function& f) {
  double sum = 0.0;
  for (std::size_t k = 1; k < c.t.size(); ++k)
    sum += 0.5 * (c.t[k] - c.t[k - 1]) * (f(c.x[k]) + f(c.x[k - 1]));
  return sum;
}

double duration(const TimeCurve& c) { return c.t.empty() ? 0.0 : c.t.back() - c.t.front(); }

// Where the line from row k-1 to row k passes `level`.
double crossing(const TimeCurve& c, std::size_t k, double level) {
  const double rise = c.x[k] - c.x[k - 1];
  return rise == 0.0 ? c.t[k] : c.t[k - 1] + (c.t[k] - c.t[k - 1]) * (level - c.x[k - 1]) / rise;
}

}  // namespace

double integral_of(const TimeCurve& c) {
  return integrated(c, [](double x) { return x; });
}

double mean_of(const TimeCurve& c) {
  if (c.t.empty()) return NAN;
  return duration(c) > 0.0 ? integral_of(c) / duration(c) : c.x.front();
}

double rms_of(const TimeCurve& c) {
  if (c.t.empty()) return NAN;
  if (!(duration(c) > 0.0)) return std::abs(c.x.front());
  return std::sqrt(integrated(c, [](double x) { return x * x; }) / duration(c));
}

double value_at(const TimeCurve& c, double t) {
  if (c.t.empty() || !(t >= c.t.front() && t <= c.t.back())) return NAN;
  const auto k =
      static_cast<std::size_t>(std::lower_bound(c.t.begin(), c.t.end(), t) - c.t.begin());
  if (k == 0 || c.t[k] == t) return c.x[k];
  const double share = (t - c.t[k - 1]) / (c.t[k] - c.t[k - 1]);
  return c.x[k - 1] + share * (c.x[k] - c.x[k - 1]);
}

double time_to_reach(const TimeCurve& c, double level) {
  if (c.t.empty()) return NAN;
  if (c.x.front() == level) return c.t.front();
  const bool from_below = c.x.front() < level;
  for (std::size_t k = 1; k < c.t.size(); ++k)
    if (from_below ? c.x[k] >= level : c.x[k] <= level) return crossing(c, k, level);
  return NAN;
}

double overshoot_of(const TimeCurve& c, double target) {
  if (c.t.empty() || target == c.x.front()) return NAN;
  const double way = target - c.x.front(), side = way > 0.0 ? 1.0 : -1.0;
  double beyond = 0.0;
  for (const double x : c.x) beyond = std::max(beyond, side * (x - target));
  return beyond / std::abs(way);
}

double settling_of(const TimeCurve& c, double band, double target) {
  const auto outside = [&](double x) { return !(std::abs(x - target) <= band); };
  if (c.t.empty() || outside(c.x.back())) return NAN;
  for (std::size_t k = c.t.size() - 1; k-- > 0;)
    if (outside(c.x[k])) return crossing(c, k + 1, c.x[k] > target ? target + band : target - band);
  return c.t.front();
}

// Rows count for the time around them; between the middles of two rows' shares, linear.
double quantile_of(const TimeCurve& c, double share) {
  if (c.t.empty() || !(share >= 0.0 && share <= 1.0)) return NAN;
  const std::size_t n = c.t.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return c.x[a] < c.x[b]; });
  const auto weight = [&](std::size_t k) {
    const double left = k == 0 ? c.t[0] : c.t[k - 1], right = k + 1 == n ? c.t[k] : c.t[k + 1];
    return duration(c) > 0.0 ? 0.5 * (right - left) / duration(c) : 1.0 / double(n);
  };
  double below = 0.0, middle_before = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    const double middle = below + 0.5 * weight(order[j]);
    if (share <= middle) {
      if (j == 0) return c.x[order[0]];
      const double part = (share - middle_before) / (middle - middle_before);
      return c.x[order[j - 1]] + part * (c.x[order[j]] - c.x[order[j - 1]]);
    }
    below += weight(order[j]), middle_before = middle;
  }
  return c.x[order[n - 1]];
}

}  // namespace bramah
