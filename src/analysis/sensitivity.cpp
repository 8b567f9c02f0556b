#include "analysis/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rng.h"

namespace bramah {
namespace {

constexpr int kResamples = 500;
constexpr double kShare = 0.95;

struct Indices {
  std::vector<double> first, total;
};

// Of the blocks listed; they may be listed more than once.
Indices indices(const std::vector<const double*>& blocks, std::size_t d) {
  const auto n = static_cast<double>(blocks.size());
  double mean = 0.0, variance = 0.0;
  for (const double* f : blocks) mean += (f[0] + f[1]) / (2.0 * n);
  for (const double* f : blocks)
    variance += ((f[0] - mean) * (f[0] - mean) + (f[1] - mean) * (f[1] - mean)) / (2.0 * n);
  Indices result{std::vector<double>(d, 0.0), std::vector<double>(d, 0.0)};
  for (const double* f : blocks)
    for (std::size_t i = 0; i < d; ++i) {
      result.first[i] += (f[1] - mean) * (f[2 + i] - f[0]) / (n * variance);
      result.total[i] += (f[0] - f[2 + i]) * (f[0] - f[2 + i]) / (2.0 * n * variance);
    }
  return result;
}

SobolIndex with_interval(double value, std::vector<double> resampled) {
  std::sort(resampled.begin(), resampled.end());
  const auto at = [&](double share) {
    return resampled[static_cast<std::size_t>(share * static_cast<double>(resampled.size() - 1))];
  };
  return {value, at(0.5 - 0.5 * kShare), at(0.5 + 0.5 * kShare)};
}

std::vector<double> ranks(const std::vector<double>& x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return x[a] < x[b]; });
  std::vector<double> result(x.size());
  for (std::size_t k = 0; k < order.size();) {
    std::size_t end = k;
    while (end < order.size() && x[order[end]] == x[order[k]]) ++end;
    for (std::size_t j = k; j < end; ++j) result[order[j]] = 0.5 * static_cast<double>(k + end - 1);
    k = end;
  }
  return result;
}

}  // namespace

Sensitivity sobol_indices(const std::vector<double>& values, int axes, std::uint64_t seed) {
  const auto d = static_cast<std::size_t>(axes);
  std::vector<const double*> blocks;
  Sensitivity result;
  for (std::size_t k = 0; k + d + 2 <= values.size(); k += d + 2) {
    const double* const f = values.data() + k;
    if (std::all_of(f, f + d + 2, [](double x) { return std::isfinite(x); }))
      blocks.push_back(f);
    else
      ++result.left_out;
  }
  result.blocks = blocks.size();
  if (blocks.size() < 2) return result;
  const Indices all = indices(blocks, d);
  std::vector<std::vector<double>> first(d), total(d);
  std::vector<const double*> drawn(blocks.size());
  for (std::uint64_t k = 0; k < kResamples; ++k) {
    for (std::uint64_t j = 0; j < drawn.size(); ++j)
      drawn[j] = blocks[random_choice(seed + k, j, drawn.size())];
    const Indices one = indices(drawn, d);
    for (std::size_t i = 0; i < d; ++i)
      first[i].push_back(one.first[i]), total[i].push_back(one.total[i]);
  }
  for (std::size_t i = 0; i < d; ++i) {
    result.first.push_back(with_interval(all.first[i], std::move(first[i])));
    result.total.push_back(with_interval(all.total[i], std::move(total[i])));
  }
  return result;
}

double correlation(const std::vector<double>& x, const std::vector<double>& y, bool rank) {
  std::vector<double> a, b;
  for (std::size_t k = 0; k < x.size(); ++k)
    if (std::isfinite(x[k]) && std::isfinite(y[k])) a.push_back(x[k]), b.push_back(y[k]);
  if (a.size() < 3) return NAN;
  if (rank) a = ranks(a), b = ranks(b);
  const auto n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n,
               mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double aa = 0.0, bb = 0.0, ab = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    aa += (a[k] - mean_a) * (a[k] - mean_a), bb += (b[k] - mean_b) * (b[k] - mean_b);
    ab += (a[k] - mean_a) * (b[k] - mean_b);
  }
  return aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa * bb) : NAN;
}

}  // namespace bramah
